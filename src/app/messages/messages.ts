import { Effect, Option } from "effect"
import { answeredBy, type QuotedMessage } from "../../domain/messages/messageContext.ts"
import { maxExaminedHistory } from "../../domain/messages/messageTimes.ts"
import { messagePreview } from "../../domain/messages/messageText.ts"
import { type SessionAccess, visibleTo } from "../../domain/access/SessionAccess.ts"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { isSettled, MessageNotFound, type SettledMessage } from "../../domain/messages/Message.ts"
import { messagePage, type PageAnchor } from "../../domain/messages/messagePage.ts"
import { maxExaminedMessages, messageSearch } from "../../domain/messages/messageSearch.ts"
import { type FoundMessages, type HistoryRequest, MessageStore } from "../../ports/messages/MessageStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { shownConversation } from "../conversations/shownConversation.ts"

/** The requested messages: the newest, or those next to an anchor. */
export interface MessageRequest {
  readonly limit: number
  readonly anchor: PageAnchor | null
}

/** The messages of a conversation, newest first, with what they answer. Fails when the anchor is no message of it. */
export const listMessages = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversationId: ConversationId,
  { anchor, limit }: MessageRequest
) {
  const { organizationId } = access
  yield* shownConversation(access, conversationId)
  const slice = yield* (yield* MessageStore).list(organizationId, conversationId, limit, anchor)
  if (Option.isNone(slice)) return yield* new MessageNotFound()
  const { newer, quoted, rows, total } = slice.value
  return { rows, quoted, total, ...messagePage({ newer, shown: rows.length, total }, limit) }
}, spanned("listMessages"))

/** The fragment to find, and from which message back. */
export interface SearchRequest {
  readonly fragment: string
  readonly before: MessageId | null
  readonly limit: number
}

const nothing: FoundMessages = { rows: [], next: null }

/**
 * The messages of the organization that the caller may see and that have the fragment, newest first (contract:
 * Searching messages).
 */
export const searchMessages = Effect.fnUntraced(function* (
  access: SessionAccess,
  { before, fragment, limit }: SearchRequest
) {
  const pattern = messageSearch(fragment)
  if (pattern === null) return nothing
  const query = { pattern, before, limit, visibleTo: visibleTo(access), examined: maxExaminedMessages }
  return yield* (yield* MessageStore).search(access.organizationId, query)
}, spanned("searchMessages"))

/** The answered message, if it is a known message of the same contact and account. */
const quotedBy = Effect.fnUntraced(function* (message: SettledMessage) {
  const platformMessageId = answeredBy(message)?.platformMessageId ?? null
  if (platformMessageId === null) return null
  const found = yield* (yield* MessageStore).findByAnyId(message.organizationId, platformMessageId)
  if (Option.isNone(found) || !isSettled(found.value)) return null
  const { channelAccountId, contactId, content, conversationId, direction, id, type } = found.value
  if (channelAccountId !== message.channelAccountId || contactId !== message.contactId) return null
  const quoted: QuotedMessage = { id, conversationId, direction, text: messagePreview(type, content) }
  return quoted
})

/**
 * The message with the id, ours or the platform's, its conversation, and what it answers. Messages without an outcome and
 * those of deleted contacts are not found.
 */
export const getMessage = Effect.fnUntraced(function* (access: SessionAccess, id: string) {
  const found = yield* (yield* MessageStore).findByAnyId(access.organizationId, id)
  if (Option.isNone(found) || !isSettled(found.value)) return yield* new MessageNotFound()
  const message = found.value
  const conversation = yield* Effect.catchTag(
    shownConversation(access, message.conversationId),
    "ConversationNotFound",
    () => new MessageNotFound()
  )
  return { message, conversation, quoted: yield* quotedBy(message) }
}, spanned("getMessage"))

/**
 * A page of the messages of the organization, a contact or a conversation, for a backend (contract: Messages for
 * backends). Fails when `before` is not one of them.
 */
export const messageHistory = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  request: Omit<HistoryRequest, "examined">
) {
  const found = yield* (yield* MessageStore).history(organizationId, { ...request, examined: maxExaminedHistory })
  return Option.isSome(found) ? found.value : yield* new MessageNotFound()
}, spanned("messageHistory"))
