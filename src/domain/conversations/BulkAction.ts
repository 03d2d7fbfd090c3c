import { Schema } from "effect"
import { UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import { ConversationPriority } from "./Conversation.ts"

/** Most conversations of one bulk action. */
export const maxBulkConversations = 1_000

/** An action that many conversations take at once (contract: Bulk actions). */
export const BulkAction = Schema.TaggedUnion({
  Assign: { userId: UserId },
  Unassign: {},
  Close: { resolution: Schema.NullOr(Schema.String) },
  Reopen: {},
  /** Null: until the next message of the contact. */
  Snooze: { until: Schema.NullOr(Schema.DateTimeUtcFromString) },
  Unsnooze: {},
  Prioritize: { priority: ConversationPriority }
})
export type BulkAction = Named<typeof BulkAction.Type>
