import { DateTime, Effect } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { escalate, handOverToAi } from "../../domain/conversations/conversationActions.ts"
import { type ConversationId, EventId } from "../../domain/Ids.ts"
import { conversationUpdated } from "../../domain/webhooks/conversationEvents.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { changeThread, passThread } from "./changeThread.ts"
import { closeConversation } from "./conversations.ts"
import { lockedConversation, shownConversation } from "./shownConversation.ts"

/** The author of a change between AI agents and people, and the reason. */
export interface HandlingChange {
  /** The user, the API key or `service_role`. */
  readonly by: string
  /** The AI agent that takes the conversation or asks for people; null if it has no name. */
  readonly agent: string | null
  readonly reason: string | null
}

const moves = { handOverToAi, escalate } as const

/**
 * Changes the status and announces it, in one transaction. The platform is called before: if it refuses, nothing is
 * changed (decision 53, AI agents and people).
 */
const moveConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  action: keyof typeof moves,
  { agent, by, reason }: HandlingChange,
  pass: Parameters<typeof changeThread>[2] = null
) {
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  const move = moves[action]
  const known = yield* shownConversation(access, id)
  yield* Effect.fromResult(move(known, yield* DateTime.now))
  yield* changeThread(known, action, pass)
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
 * Closes the conversation like `closeConversation`. A thread that this app got from another one is released first, so
 * that the platform routes the next message; if it refuses, nothing is changed.
 */
export const resolveConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  resolution: string | null
) {
  const known = yield* shownConversation(access, id)
  if (known.status !== "closed") yield* changeThread(known, "close")
  return yield* closeConversation(access, id, resolution)
}, spanned("resolveConversation"))

/**
 * Hands an open conversation over to an AI agent, and announces it (contract: AI agents and people). With `appId`, the
 * agent is another app at the platform, which gets the thread. Other statuses are refused.
 */
export const handOverConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  change: HandlingChange,
  appId: string | null = null
) {
  const pass = appId === null ? null : yield* passThread(yield* shownConversation(access, id), appId, change.reason)
  return yield* moveConversation(access, id, "handOverToAi", change, pass)
}, spanned("handOverConversation"))

/**
 * Escalates a conversation from an AI agent to people, and announces it. A thread that another app holds is taken from
 * it. Other statuses are refused.
 */
export const escalateConversation = (access: SessionAccess, id: ConversationId, change: HandlingChange) =>
  spanned("escalateConversation")(moveConversation(access, id, "escalate", change))
