import { DateTime, HashMap, Option } from "effect"
import type { State, StoredConversation } from "../../src/adapters/memory/State.ts"
import { automaticActor } from "../../src/domain/access/SessionAccess.ts"
import { availabilityOf, isUnassigned } from "../../src/domain/conversations/assignment.ts"
import type { ConversationId, OrganizationId, UserId } from "../../src/domain/Ids.ts"
import type { AcceptedMessage } from "./platformReports.ts"
import type { Broken } from "./invariants.ts"

/** Texts of automatic answers in simulations. */
export const deskTexts = { greeting: "greeting of the service", awayMessage: "the service is away" } as const

/** How long a snooze may last after its end while nothing fails, in milliseconds: polls find it. */
const snoozeSlack = 180_000

/** The author of an assignment by a policy, in the data of its event. */
const byPolicy = `"assigned_by":"${automaticActor}"`

const isOpenWork = ({ snoozedAt, status }: StoredConversation): boolean =>
  snoozedAt === null && (status === "open" || status === "escalated")

const openOf = ({ conversations }: State, organizationId: OrganizationId, userId: UserId): number =>
  conversations.filter(
    (stored) =>
      stored.organizationId === organizationId && stored.assigneeId === userId && !stored.isHidden && isOpenWork(stored)
  ).length

const capacityOf = ({ memberships, settings }: State, organizationId: OrganizationId, userId: UserId): number => {
  const member = memberships.find((one) => one.organizationId === organizationId && one.userId === userId)
  const usual = Option.getOrUndefined(HashMap.get(settings, organizationId))?.assignment?.capacity
  return member?.work?.capacity ?? usual ?? Number.POSITIVE_INFINITY
}

const isAvailable = ({ memberships }: State, organizationId: OrganizationId, userId: UserId): boolean => {
  const member = memberships.find((one) => one.organizationId === organizationId && one.userId === userId)
  return (
    member !== undefined &&
    availabilityOf({ role: member.role, availability: member.work?.availability ?? null }) === "available"
  )
}

/** Rules of an assignment by a policy: state before the commit. */
const assignmentProblems = (
  before: State,
  { id, organizationId }: StoredConversation,
  userId: UserId
): ReadonlyArray<Broken> => {
  const former = before.conversations.find((one) => one.id === id)
  const broken: Array<Broken> = []
  if (former === undefined || !isUnassigned(former)) {
    broken.push(["A policy assigns conversations without an assignee only", id])
  }
  if (!isAvailable(before, organizationId, userId)) broken.push(["A policy chooses available members only", userId])
  if (openOf(before, organizationId, userId) >= capacityOf(before, organizationId, userId)) {
    broken.push(["A policy gives no member more than their capacity", userId])
  }
  return broken
}

/** Whether the commit stored an inbound message in the conversation, or merged another one into it. */
const isReached = (before: State, after: State, id: ConversationId): boolean =>
  after.conversations.length < before.conversations.length ||
  after.messages
    .slice(before.messages.length)
    .some(({ conversationId, direction }) => conversationId === id && direction === "inbound")

/** Rules of each commit about assignment, snoozes and automatic closing. `now`: the latest clock, in milliseconds. */
export const deskCommitInvariants = (before: State, after: State, now: number): ReadonlyArray<Broken> => {
  if (before.conversations === after.conversations) return []
  const former = new Map(before.conversations.map((one) => [one.id, one]))
  const automatic = new Set(
    after.events
      .slice(before.events.length)
      .filter(({ data, type }) => type === "conversation.assigned" && JSON.stringify(data).includes(byPolicy))
      .map(({ conversationId }) => conversationId)
  )
  return after.conversations.flatMap((conversation): ReadonlyArray<Broken> => {
    const known = former.get(conversation.id)
    if (known === conversation) return []
    const { assigneeId, closedBy, id, queuedAt, snoozedAt, status } = conversation
    const broken: Array<Broken> = []
    if (queuedAt !== null && !isUnassigned(conversation)) {
      broken.push(["Only conversations without an assignee wait for one", id])
    }
    if (assigneeId !== null && automatic.has(id)) {
      broken.push(...assignmentProblems(before, conversation, assigneeId))
    }
    if (known === undefined || known.snoozedAt === null || snoozedAt !== null) return broken
    if (status === "closed") {
      if (closedBy === automaticActor) broken.push(["A snoozed conversation never closes automatically", id])
      return broken
    }
    const end = known.snoozedUntil
    const isOver = end !== null && DateTime.toEpochMillis(end) <= now
    if (!isOver && !isReached(before, after, id)) {
      broken.push(["A snooze ends at its time or with a message", id])
    }
    return broken
  })
}

/** Whether a policy other than `manual` assigns the conversations of the organization. Simulated teams have none. */
const hasPolicy = ({ settings }: State, organizationId: OrganizationId): boolean => {
  const assignment = Option.getOrUndefined(HashMap.get(settings, organizationId))?.assignment ?? null
  return assignment !== null && assignment.policy !== "manual"
}

/** Whether a waiting conversation could be assigned now. */
export const isAssignable = (state: State): boolean => {
  const { conversations, memberships } = state
  return conversations.some(
    (stored) =>
      stored.queuedAt !== null &&
      hasPolicy(state, stored.organizationId) &&
      stored.snoozedAt === null &&
      !stored.isHidden &&
      memberships.some(
        ({ organizationId, userId }) =>
          organizationId === stored.organizationId &&
          isAvailable(state, organizationId, userId) &&
          openOf(state, organizationId, userId) < capacityOf(state, organizationId, userId)
      )
  )
}

/** Rules at the end: no waiting conversation could be assigned, and each automatic answer arrived at most once. */
export const deskEndInvariants = (
  state: State,
  accepted: ReadonlyArray<AcceptedMessage>,
  now: number
): ReadonlyArray<Broken> => {
  const broken: Array<Broken> = isAssignable(state)
    ? [["Waiting conversations are assigned when a member is free", ""]]
    : []
  for (const text of Object.values(deskTexts)) {
    const recorded = state.pendingSends.filter(
      ({ send: { key, origin } }) =>
        origin === "automatic" && key !== null && key.startsWith(text === deskTexts.greeting ? "greeting" : "away")
    )
    const arrived = accepted.filter((message) => message.text === text).length
    if (arrived > recorded.length) {
      broken.push(["An automatic answer is sent once", `${arrived} of ${recorded.length}: ${text}`])
    }
  }
  for (const { id, snoozedUntil } of state.conversations) {
    if (snoozedUntil !== null && DateTime.toEpochMillis(snoozedUntil) < now - snoozeSlack) {
      broken.push(["A snooze ends at its time or with a message", `${id} is still snoozed`])
    }
  }
  return broken
}
