import { Effect, Option } from "effect"
import { type SessionAccess, visibleTo } from "../../domain/access/SessionAccess.ts"
import type { ConversationId, MessageId } from "../../domain/Ids.ts"
import { MessageNotFound } from "../../domain/messages/Message.ts"
import { messagePage, type PageAnchor } from "../../domain/messages/messagePage.ts"
import { maxExaminedMessages, messageSearch } from "../../domain/messages/messageSearch.ts"
import { type FoundMessages, MessageStore } from "../../ports/messages/MessageStore.ts"
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
