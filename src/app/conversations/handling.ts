import { DateTime, Effect, type Result } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import {
  type ChangedConversation,
  type ConversationActionRefused,
  escalate,
  handOverToAi
} from "../../domain/conversations/conversationActions.ts"
import { type ConversationId, EventId } from "../../domain/Ids.ts"
import { conversationUpdated } from "../../domain/webhooks/conversationEvents.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { lockedConversation } from "./shownConversation.ts"

/** The author of a change between AI agents and people, and the reason. */
export interface HandlingChange {
  /** The user, the API key or `service_role`. */
  readonly by: string
  /** The AI agent that takes the conversation or asks for people; null if it has no name. */
  readonly agent: string | null
  readonly reason: string | null
}

type Move = (
  conversation: Conversation,
  at: DateTime.Utc
) => Result.Result<ChangedConversation, ConversationActionRefused>

/** Changes the status and announces it, in one transaction. */
const moveConversation = (move: Move) =>
  Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, { agent, by, reason }: HandlingChange) {
    const conversations = yield* ConversationStore
    const events = yield* EventLog
    const ids = yield* IdSource
    const { atomically } = yield* Transaction
    const moved = atomically(
      Effect.gen(function* () {
        const present = yield* lockedConversation(access, id)
        const at = yield* DateTime.now
        const { conversation } = yield* Effect.fromResult(move(present, at))
        yield* conversations.save(conversation)
        const details = agent === null ? {} : { agent: { name: agent } }
        const change = { previousStatus: present.status, by, reason, details, at }
        yield* events.append(conversationUpdated(EventId.make(yield* ids.uuid), conversation, change, at))
        return conversation
      })
    )
    // A conversation that is not closed stays the only one, so it is never one too many.
    return yield* Effect.catchTag(moved, "AnotherConversationOpen", Effect.die)
  })

/**
 * Hands an open conversation over to an AI agent, and announces it (contract: AI agents and people). Other statuses are
 * refused.
 */
export const handOverConversation = (access: SessionAccess, id: ConversationId, change: HandlingChange) =>
  spanned("handOverConversation")(moveConversation(handOverToAi)(access, id, change))

/** Escalates a conversation from an AI agent to people, and announces it. Other statuses are refused. */
export const escalateConversation = (access: SessionAccess, id: ConversationId, change: HandlingChange) =>
  spanned("escalateConversation")(moveConversation(escalate)(access, id, change))
