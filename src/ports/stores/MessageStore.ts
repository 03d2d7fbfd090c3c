import { Context, type Effect, type Option } from "effect"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { Message } from "../../domain/message/Message.ts"

/** A part of a conversation's messages, newest first. */
export interface MessageSlice {
  readonly rows: ReadonlyArray<Message>
  /** Messages of the conversation that are newer than the first of these. */
  readonly newer: number
  /** All messages of the conversation. */
  readonly total: number
}

/** Where messages are kept, also those of contacts that were deleted. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    find(organizationId: OrganizationId, id: MessageId): Effect.Effect<Option.Option<Message>>
    /**
     * At most `limit` messages, the newest first: of all, or of those that are older than `before`. Fewer when more
     * would exceed `maxPageBytes`, but at least one. None when `before` is no message of the conversation.
     */
    list(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      limit: number,
      before: MessageId | null
    ): Effect.Effect<Option.Option<MessageSlice>>
  }
>()("effect-parley/ports/MessageStore") {}
