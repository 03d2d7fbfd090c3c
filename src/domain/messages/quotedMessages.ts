import { Schema } from "effect"
import type { ConversationId, PlatformMessageId } from "../Ids.ts"

/** Most characters of the id of an answered message: ids of every platform are shorter. */
export const maxMessageIdLength = 512

/** The message that a send answers or reacts to, by the platform's id, and its conversation. */
export interface MessageReference {
  readonly platformMessageId: PlatformMessageId
  readonly conversationId: ConversationId
}

/**
 * The message that a send names cannot be answered: no message of the organization has the id, it belongs to another
 * person or account, or the platform has not accepted it. `field` is the dotted name of the field with the id.
 */
export class QuotedMessageRefused extends Schema.TaggedError<QuotedMessageRefused>()("QuotedMessageRefused", {
  field: Schema.NonEmptyString,
  reason: Schema.Literals(["unknown", "elsewhere", "unsent"])
}) {}
