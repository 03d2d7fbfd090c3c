import { DateTime, Effect, Result } from "effect"
import { type SessionAccess, actorOf, automaticActor, backendAccess } from "../../domain/access/SessionAccess.ts"
import type { ConversationPriority } from "../../domain/conversations/Conversation.ts"
import { prioritize, snooze, unsnooze, wake } from "../../domain/conversations/snooze.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { conversationSnoozed, priorityChanged, snoozeEnded } from "../../domain/webhooks/conversationEvents.ts"
import { ConversationAgenda, type DueConversation } from "../../ports/conversations/ConversationAgenda.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { changeConversation } from "./changeConversation.ts"

/**
 * Snoozes the conversation until the time, or until the next message of the contact (null), and records an event (contract:
 * Snoozing a conversation).
 */
export const snoozeConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  until: DateTime.Utc | null
) {
  const snoozed = changeConversation(
    access,
    id,
    (present, at) => snooze(present, until, at),
    (eventId, conversation, _, at) => conversationSnoozed(eventId, conversation, actorOf(access), at)
  )
  // The status stays, so the conversation cannot become one too many.
  return yield* Effect.catchTag(snoozed, "AnotherConversationOpen", Effect.die)
}, spanned("snoozeConversation"))

/** Ends the snooze of the conversation and records an event. One that is not snoozed stays as it is. */
export const unsnoozeConversation = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const awake = changeConversation(
    access,
    id,
    (present, at) => Result.succeed(unsnooze(present, at)),
    (eventId, conversation, _, at) => snoozeEnded(eventId, conversation, { cause: "member", by: actorOf(access) }, at)
  )
  return yield* Effect.catchTag(awake, "AnotherConversationOpen", Effect.die)
}, spanned("unsnoozeConversation"))

/** Sets the priority of the conversation and records an event (contract: Priority of a conversation). */
export const prioritizeConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  priority: ConversationPriority
) {
  const prioritized = changeConversation(
    access,
    id,
    (present, at) => Result.succeed(prioritize(present, priority, at)),
    (eventId, conversation, { priority: previous }, at) =>
      priorityChanged(eventId, conversation, { by: actorOf(access), previous }, at)
  )
  return yield* Effect.catchTag(prioritized, "AnotherConversationOpen", Effect.die)
}, spanned("prioritizeConversation"))

/** Snoozed conversations of all organizations whose time is over, at most `limit`. The caller wakes each of them. */
export const endedSnoozes = Effect.fnUntraced(function* (limit: number) {
  return yield* (yield* ConversationAgenda).endedSnoozes(yield* DateTime.now, limit)
}, spanned("endedSnoozes"))

/** Ends the snooze of the conversation if its time is over. A conversation that changed meanwhile stays as it is. */
export const wakeConversation = Effect.fnUntraced(function* ({ id, organizationId }: DueConversation) {
  const woken = changeConversation(
    backendAccess(organizationId),
    id,
    (present, at) => Result.succeed(wake(present, at)),
    (eventId, conversation, _, at) => snoozeEnded(eventId, conversation, { cause: "time", by: automaticActor }, at)
  )
  yield* woken.pipe(
    Effect.catchTag("AnotherConversationOpen", Effect.die),
    Effect.catchTag(["ConversationNotFound", "Forbidden"], () => Effect.void)
  )
}, spanned("wakeConversation"))
