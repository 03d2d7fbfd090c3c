import { Schema } from "effect"
import { ConversationId, EventId } from "../../../domain/Ids.ts"

/** An event as it is stored. `data` is read as text: the driver would parse it, and its numbers with it. */
export const EventRow = Schema.Struct({
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromDate,
  data: Schema.fromJsonString(Schema.Json)
}).pipe(Schema.encodeKeys({ conversationId: "conversation_id", occurredAt: "occurred_at" }))
