import { Context, type Effect, type Option } from "effect"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { QuotedMessage } from "../../domain/message/answeredMessage.ts"
import type { Message, SettledMessage } from "../../domain/message/Message.ts"

/** A part of a conversation's messages, the last one first, in the order of `inConversation`. */
export interface MessageSlice {
  readonly rows: ReadonlyArray<SettledMessage>
  /**
   * What the rows answer, by the id of the answer: messages of the same conversation and account whose outcome is known.
   * An answered message that is not among them has no entry.
   */
  readonly quoted: ReadonlyMap<MessageId, QuotedMessage>
  /** Messages of the conversation that come after the first of these. */
  readonly newer: number
  /** All messages of the conversation whose outcome is known. */
  readonly total: number
}

/** Where messages are kept, also those of contacts that were deleted. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    find(organizationId: OrganizationId, id: MessageId): Effect.Effect<Option.Option<Message>>
    /**
     * At most `limit` messages whose outcome is known, the last one first: of all, or of those that come before
     * `before`. Fewer when more would exceed `maxPageBytes`, but at least one. None when `before` is no such message of
     * the conversation.
     */
    list(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      limit: number,
      before: MessageId | null
    ): Effect.Effect<Option.Option<MessageSlice>>
  }
>()("effect-parley/ports/MessageStore") {}
