import { DateTime, Effect, Option, Result } from "effect"
import { type Forbidden, NotAMember, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { BulkAction } from "../../domain/conversations/BulkAction.ts"
import type { AnotherConversationOpen, ConversationNotFound } from "../../domain/conversations/Conversation.ts"
import { checkSnoozeEnd, type SnoozeRefused } from "../../domain/conversations/snooze.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { Memberships, type Notifier } from "../../ports/access/Memberships.ts"
import type { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import type { Transaction } from "../../ports/process/Transaction.ts"
import type { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { assignConversation, closeConversation, reopenConversation, unassignConversation } from "./conversations.ts"
import { prioritizeConversation, snoozeConversation, unsnoozeConversation } from "./snoozes.ts"

/** Conversations that change at the same time. Each change is a transaction of its own. */
const concurrency = 4

type ChangePorts = ConversationStore | EventLog | IdSource | Memberships | Notifier | Transaction

/** Why a conversation of a bulk action stays as it is. */
export type ChangeFailure = AnotherConversationOpen | ConversationNotFound | Forbidden | NotAMember | SnoozeRefused

/** The action on one conversation. */
const act = (
  access: SessionAccess,
  id: ConversationId,
  action: BulkAction
): Effect.Effect<void, ChangeFailure, ChangePorts> => {
  switch (action._tag) {
    case "Assign":
      return Effect.asVoid(assignConversation(access, id, action.userId))
    case "Unassign":
      return Effect.asVoid(unassignConversation(access, id))
    case "Close":
      return Effect.asVoid(closeConversation(access, id, action.resolution))
    case "Reopen":
      return Effect.asVoid(reopenConversation(access, id))
    case "Snooze":
      return Effect.asVoid(snoozeConversation(access, id, action.until))
    case "Unsnooze":
      return Effect.asVoid(unsnoozeConversation(access, id))
    case "Prioritize":
      return Effect.asVoid(prioritizeConversation(access, id, action.priority))
  }
}

/** Refuses an action that no conversation allows. */
const checkAction = Effect.fnUntraced(function* ({ organizationId }: SessionAccess, action: BulkAction) {
  if (action._tag === "Snooze") yield* Effect.fromResult(checkSnoozeEnd(action.until, yield* DateTime.now))
  if (action._tag !== "Assign") return
  const member = yield* (yield* Memberships).find(organizationId, action.userId)
  if (Option.isNone(member)) return yield* new NotAMember()
})

/**
 * Performs the action on each of the conversations, and returns the failures (contract: Bulk actions). A conversation with a
 * failure stays as it is, and keeps no other one from its change. A repetition changes nothing more.
 */
export const changeConversations = Effect.fnUntraced(function* (
  access: SessionAccess,
  ids: ReadonlyArray<ConversationId>,
  action: BulkAction
) {
  yield* checkAction(access, action)
  const results = yield* Effect.forEach(
    new Set(ids),
    (id) => Effect.map(Effect.result(act(access, id, action)), (result) => [id, result] as const),
    { concurrency }
  )
  return new Map(results.map(([id, result]) => [id, Option.getOrNull(Result.getFailure(result))] as const))
}, spanned("changeConversations"))
