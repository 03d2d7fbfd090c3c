import { Effect, identity } from "effect"
import { type SessionAccess, shownTo } from "../../domain/access/SessionAccess.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"

/** The conversation, if the caller may see it. */
export const shownConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const found = yield* (yield* ConversationStore).find(access.organizationId, id)
  return yield* Effect.fromResult(shownTo(access, found, identity))
})

/** Returns the conversation, locked until the end of the transaction, so that changes to it are serialized. */
export const lockedConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const found = yield* (yield* ConversationStore).lock(access.organizationId, id)
  return yield* Effect.fromResult(shownTo(access, found, identity))
})
