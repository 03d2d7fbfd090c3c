import { DateTime, Effect, Option } from "effect"
import { automaticActor } from "../../domain/access/SessionAccess.ts"
import { type Assignment, chooseAssignee, isUnassigned, turnAfter } from "../../domain/conversations/assignment.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import { assign } from "../../domain/conversations/conversationActions.ts"
import {
  type ContactId,
  type ConversationId,
  EventId,
  NotificationId,
  type OrganizationId,
  type UserId
} from "../../domain/Ids.ts"
import { conversationAssigned } from "../../domain/webhooks/conversationEvents.ts"
import { Memberships, Notifier } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { type AssignmentQueue, ConversationAgenda } from "../../ports/conversations/ConversationAgenda.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { TeamStore } from "../../ports/conversations/TeamStore.ts"
import { Workloads } from "../../ports/conversations/Workloads.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Queues of all organizations with conversations that wait for an assignee. */
export const assignmentQueues = Effect.flatMap(ConversationAgenda, ({ assignmentQueues: queues }) => queues)

/** The policy of the queue, and the members that it chooses from. */
const choicesOf = Effect.fnUntraced(function* ({ organizationId, teamId }: AssignmentQueue) {
  const { assignment } = yield* (yield* Organizations).settings(organizationId)
  const teams = teamId === null ? [] : yield* (yield* TeamStore).list(organizationId)
  const team = teams.find(({ id }) => id === teamId)
  const all = yield* (yield* Workloads).list(organizationId)
  const members = team === undefined ? all : all.filter(({ userId }) => team.memberIds.includes(userId))
  const rule: Assignment =
    assignment === null
      ? { policy: "manual", capacity: null }
      : { ...assignment, policy: team?.assignmentPolicy ?? assignment.policy }
  return { all, members, rule }
})

/** The assignee of the last conversation with the contact, if the policy asks for it. */
const lastAssigneeFor = Effect.fnUntraced(function* (
  { policy }: Assignment,
  organizationId: OrganizationId,
  contactId: ContactId
) {
  return policy === "last_assignee" ? yield* (yield* Workloads).lastAssignee(organizationId, contactId) : null
})

/** Stores and announces the assignee of a waiting conversation. */
const assignTo = Effect.fnUntraced(function* (present: Conversation, userId: UserId, at: DateTime.Utc) {
  const ids = yield* IdSource
  const { organizationId } = present
  const { conversation } = assign(present, userId, at)
  // The status is open before and after, so it is never one open conversation too many.
  yield* Effect.catchTag((yield* ConversationStore).save(conversation), "AnotherConversationOpen", Effect.die)
  const change = { by: automaticActor, previousId: null }
  yield* (yield* EventLog).append(conversationAssigned(EventId.make(yield* ids.uuid), conversation, change, at))
  yield* (yield* Notifier).notify({
    id: NotificationId.make(yield* ids.uuid),
    organizationId,
    userId,
    type: "conversation.assigned",
    conversationId: conversation.id,
    createdAt: at,
    readAt: null
  })
})

/**
 * Assigns a conversation of the queue. Returns false if no member can take the conversation. One
 * that does not wait any more stays as it is, so the choice of a person always wins. Assignments of an organization and changes of its
 * members take turns.
 */
const assignOne = Effect.fnUntraced(function* (queue: AssignmentQueue, id: ConversationId) {
  const { organizationId, teamId } = queue
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* (yield* Memberships).lock(organizationId)
      const conversation = Option.getOrNull(yield* (yield* ConversationStore).lock(organizationId, id))
      const isWaiting =
        conversation !== null &&
        isUnassigned(conversation) &&
        conversation.queuedAt !== null &&
        conversation.snoozedAt === null &&
        conversation.teamId === teamId
      if (!isWaiting) return true
      const { all, members, rule } = yield* choicesOf(queue)
      const lastAssigneeId = yield* lastAssigneeFor(rule, organizationId, conversation.contactId)
      const userId = chooseAssignee(rule, members, lastAssigneeId)
      if (userId === null) return false
      const at = yield* DateTime.now
      yield* assignTo(conversation, userId, at)
      yield* (yield* Workloads).change(organizationId, userId, { lastAssignedAt: turnAfter(all, at) })
      return true
    })
  )
})

/** Most conversations of a queue that one pass assigns. */
const queueBatch = 50

/**
 * Assigns the conversations of the queue, the longest waiting first, while members can take them (contract: Automatic
 * assignment). The others wait.
 */
export const assignQueue = Effect.fnUntraced(function* (queue: AssignmentQueue) {
  const { members, rule } = yield* choicesOf(queue)
  if (chooseAssignee(rule, members) === null) return
  for (const id of yield* (yield* ConversationAgenda).queued(queue, queueBatch)) {
    if (!(yield* assignOne(queue, id))) return
  }
}, spanned("assignQueue"))
