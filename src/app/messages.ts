import { Effect, Option } from "effect"
import type { ConversationId, MessageId } from "../domain/Ids.ts"
import { MessageNotFound } from "../domain/message/Message.ts"
import { messagePage } from "../domain/message/messagePage.ts"
import type { SessionAccess } from "../domain/access/SessionAccess.ts"
import { MessageStore } from "../ports/stores/MessageStore.ts"
import { spanned } from "../telemetry/spanned.ts"
import { shownConversation } from "./shownConversation.ts"

/** Which messages are asked for: the newest, or those before one of them. */
export interface MessageRequest {
  readonly limit: number
  readonly before: MessageId | null
}

/** The messages of a conversation, newest first, with what they answer. Fails when `before` is no message of it. */
export const listMessages = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversationId: ConversationId,
  { before, limit }: MessageRequest
) {
  const { organizationId } = access
  yield* shownConversation(access, conversationId)
  const slice = yield* (yield* MessageStore).list(organizationId, conversationId, limit, before)
  if (Option.isNone(slice)) return yield* new MessageNotFound()
  const { newer, quoted, rows, total } = slice.value
  return { rows, quoted, total, ...messagePage({ newer, shown: rows.length, total }, limit) }
}, spanned("listMessages"))
