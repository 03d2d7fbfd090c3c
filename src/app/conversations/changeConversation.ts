import { DateTime, Effect, type Result } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ChangedConversation } from "../../domain/conversations/conversationActions.ts"
import { type ConversationId, EventId } from "../../domain/Ids.ts"
import type { Event } from "../../domain/webhooks/Event.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { lockedConversation } from "./shownConversation.ts"

/**
 * Changes the conversation and records the event of the change, in one transaction. A change that leaves the conversation as
 * it is records no event.
 */
export const changeConversation = Effect.fnUntraced(function* <E>(
  access: SessionAccess,
  id: ConversationId,
  change: (
    present: Conversation,
    at: DateTime.Utc
  ) => Result.Result<Pick<ChangedConversation, "conversation" | "isChanged">, E>,
  announced: (eventId: EventId, changed: Conversation, present: Conversation, at: DateTime.Utc) => Event
) {
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction

  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* lockedConversation(access, id)
      const at = yield* DateTime.now
      const { conversation, isChanged } = yield* Effect.fromResult(change(present, at))
      if (!isChanged) return conversation
      yield* conversations.save(conversation)
      yield* events.append(announced(EventId.make(yield* ids.uuid), conversation, present, at))
      return conversation
    })
  )
})
