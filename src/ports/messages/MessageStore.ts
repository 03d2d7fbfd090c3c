import { Context, type Effect, type Option } from "effect"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ConversationId, MessageId, OrganizationId, UserId } from "../../domain/Ids.ts"
import type { QuotedMessage } from "../../domain/messages/messageContext.ts"
import type { Message, SettledMessage } from "../../domain/messages/Message.ts"
import type { PageAnchor } from "../../domain/messages/messagePage.ts"

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

/** Which messages are searched for a pattern of `fragmentPattern`. */
export interface MessageSearch {
  readonly pattern: string
  /** Only those of conversations assigned to this user and of unassigned ones (contract: Access to conversations). */
  readonly visibleTo: UserId | null
  /** Limits the list to messages that the service learned of earlier than this one. */
  readonly before: MessageId | null
  /** Messages of the organization that are examined at most. */
  readonly examined: number
  readonly limit: number
}

/** A message that was found, with its conversation and contact. */
export interface FoundMessage {
  readonly message: Pick<Message, "id" | "direction" | "createdAt">
  /** The part of its text around the first match. */
  readonly excerpt: string
  readonly conversation: Pick<Conversation, "id" | "channel" | "status" | "assigneeId">
  readonly contact: Pick<Contact, "id" | "name" | "phone">
}

/** The matches of a search, and the message before which the next search continues; null once all were examined. */
export interface FoundMessages {
  readonly rows: ReadonlyArray<FoundMessage>
  readonly next: MessageId | null
}

/** Stores messages, including those of deleted contacts. */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    find(organizationId: OrganizationId, id: MessageId): Effect.Effect<Option.Option<Message>>
    /**
     * The message that has the id, which is one of ours or the platform's. If messages of several accounts have the same id of the
     * platform, the one with the greatest id of ours, which the service learned of last. The text must be storable: without NUL characters.
     */
    findByAnyId(organizationId: OrganizationId, id: string): Effect.Effect<Option.Option<Message>>
    /**
     * At most `limit` messages whose outcome is known, the last one first: the newest of all, or those beside the anchor.
     * Fewer when more would exceed `maxPageBytes`, of which each side of `around` has one half; but at least one of each
     * side that has messages. None when the anchor is no such message of the conversation.
     */
    list(
      organizationId: OrganizationId,
      conversationId: ConversationId,
      limit: number,
      anchor: PageAnchor | null
    ): Effect.Effect<Option.Option<MessageSlice>>
    /**
     * The messages with an outcome that one of `searchedTexts` has the pattern in, in the order of their ids from the last
     * one back: the order in which the service learned of them. Neither deleted messages nor those of deleted contacts.
     */
    search(organizationId: OrganizationId, search: MessageSearch): Effect.Effect<FoundMessages>
  }
>()("effect-parley/ports/MessageStore") {}
