import { Effect, Option } from "effect"
import { markConversationRead } from "../conversations/conversations.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { accountOfConversation } from "../sends/chooseSender.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { SettledMessage } from "../../domain/messages/Message.ts"
import { senderAction, type Signs } from "../../domain/messages/senderAction.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { SenderActions } from "../../ports/sends/SenderActions.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** A message that the caller may see. */
export interface ShownMessage {
  readonly message: SettledMessage
  readonly conversation: Conversation
}

/**
 * Shows the person who wrote the message that the business has read it, or is typing (contract: Read receipts and typing).
 * If the person sees it as read and it is the last message of the conversation, then the conversation is read for
 * members too. With a newer message it stays unread: nothing says that someone has read that one.
 */
export const showSigns = Effect.fnUntraced(function* (
  access: SessionAccess,
  { conversation, message }: ShownMessage,
  signs: Signs
) {
  yield* outsideTransaction("showSigns")
  const action = yield* Effect.fromResult(senderAction(message, signs))
  yield* (yield* SenderActions).send(yield* accountOfConversation(conversation), action)
  if (!action.read) return action
  const newest = yield* (yield* MessageStore).list(access.organizationId, conversation.id, 1, null)
  if (Option.exists(newest, ({ rows }) => rows[0]?.id === message.id)) {
    yield* Effect.catchTag(markConversationRead(access, conversation.id), "ConversationNotFound", () => Effect.void)
  }
  return action
}, spanned("showSigns"))
