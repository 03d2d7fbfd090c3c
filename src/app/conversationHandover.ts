import { DateTime, Effect, Option, type Result } from "effect"
import { type Conversation, ConversationNotFound } from "../domain/conversation/Conversation.ts"
import * as Actions from "../domain/conversation/conversationActions.ts"
import type { ConversationId, OrganizationId } from "../domain/Ids.ts"
import { ConversationStore } from "../ports/stores/ConversationStore.ts"
import { Transaction } from "../ports/stores/Transaction.ts"
import { spanned } from "../telemetry/spanned.ts"

type Move = (
  conversation: Conversation,
  at: DateTime.Utc
) => Result.Result<Actions.ChangedConversation, Actions.ConversationActionRefused>

const move = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ConversationId, action: Move) {
  const conversations = yield* ConversationStore
  const { atomically } = yield* Transaction

  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* conversations.lock(organizationId, id)
      if (Option.isNone(present)) return yield* new ConversationNotFound()
      const { conversation } = yield* Effect.fromResult(action(present.value, yield* DateTime.now))
      // It was not closed before either, so it is the only one.
      yield* Effect.catchTag(conversations.save(conversation), "AnotherConversationOpen", Effect.die)
      return conversation
    })
  )
})

/** Lets an AI agent handle a conversation that is open. */
export const handOverToAi = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ConversationId) {
  return yield* move(organizationId, id, Actions.handOverToAi)
}, spanned("handOverToAi"))

/** Hands a conversation that an AI agent handles to a human: whoever is assigned to it takes it over. */
export const escalate = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ConversationId) {
  return yield* move(organizationId, id, Actions.escalate)
}, spanned("escalate"))
