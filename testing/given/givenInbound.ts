import { Effect, Option } from "effect"
import type { ConversationId, OrganizationId } from "../../src/domain/Ids.ts"
import { withMessage } from "../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { unstarted } from "../../src/domain/messages/unread.ts"
import { ConversationStore } from "../../src/ports/conversations/ConversationStore.ts"
import { seconds } from "./era.ts"
import { changed, saidIn } from "./inbox.ts"

/** A message of the contact of a stored conversation, `later` seconds after the conversation's last change. */
export const givenInbound = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  conversationId: ConversationId,
  changes: Partial<Message> = {},
  later = 60
) {
  const conversation = Option.getOrThrow(yield* (yield* ConversationStore).find(organizationId, conversationId))
  const at = seconds(conversation.updatedAt, later)
  const thread = { conversation, ...unstarted, isRecounted: false }
  const inboxMessage = yield* saidIn(thread, at, "inbound", changes)
  yield* changed(organizationId, at, {}, (state) => withMessage(state, inboxMessage))
  return inboxMessage.message
})
