import { Schema } from "effect"
import { ConversationId, EventId } from "../../../domain/Ids.ts"

/** An event of a delivery as it is read. `data` is text: the driver would parse it, and its numbers with it. */
export const queuedEventFields = {
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  sequence: Schema.Int,
  occurredAt: Schema.DateTimeUtcFromDate,
  dataJson: Schema.String
}

/** The columns whose names differ. */
export const queuedEventColumns = {
  conversationId: "conversation_id",
  occurredAt: "occurred_at",
  dataJson: "data"
} as const
