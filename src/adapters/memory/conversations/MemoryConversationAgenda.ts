import { DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { closingStep } from "../../../domain/conversations/automaticClosing.ts"
import type { ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import {
  type AssignmentQueue,
  ConversationAgenda,
  type DueConversation
} from "../../../ports/conversations/ConversationAgenda.ts"
import { listedMessages } from "../messages/listedMessages.ts"
import type { State, StoredConversation } from "../State.ts"
import { World } from "../World.ts"

const oldest = (at: (row: StoredConversation) => DateTime.Utc | null): Order.Order<StoredConversation> =>
  Order.combine(
    Order.mapInput(Order.Number, (row: StoredConversation) => at(row)?.epochMilliseconds ?? 0),
    Order.mapInput(Order.String, (row: StoredConversation) => row.id)
  )

const due = ({ id, organizationId }: StoredConversation): DueConversation => ({ organizationId, id })

const snoozed = ({ conversations }: State) =>
  conversations
    .filter(({ isHidden, snoozedUntil }) => snoozedUntil !== null && !isHidden)
    .toSorted(oldest(({ snoozedUntil }) => snoozedUntil))

const isOver =
  (now: DateTime.Utc) =>
  ({ snoozedUntil }: StoredConversation): boolean =>
    snoozedUntil !== null && DateTime.isLessThanOrEqualTo(snoozedUntil, now)

const statuses: ReadonlyArray<ConversationStatus> = ["open", "ai_handling", "escalated"]

const lastUpdate = oldest(({ updatedAt }) => updatedAt)

/** At most `limit` of each organization and status. */
const dueClosings = ({ conversations, settings }: State, now: DateTime.Utc, limit: number) =>
  [...HashMap.entries(settings)]
    .flatMap(([organizationId, { autoClose }]) =>
      statuses.flatMap((status) =>
        conversations
          .filter(
            (stored) =>
              stored.organizationId === organizationId &&
              stored.status === status &&
              !stored.isHidden &&
              autoClose !== null &&
              closingStep(stored, autoClose, now) !== null
          )
          .toSorted(lastUpdate)
          .slice(0, limit)
      )
    )
    .toSorted(lastUpdate)

const waiting = ({ conversations, settings }: State) =>
  conversations
    .filter(
      ({ isHidden, organizationId, queuedAt, snoozedAt }) =>
        queuedAt !== null &&
        snoozedAt === null &&
        !isHidden &&
        Option.exists(HashMap.get(settings, organizationId), ({ assignment }) => assignment !== null)
    )
    .toSorted(oldest(({ queuedAt }) => queuedAt))

const assignmentQueues = (state: State): ReadonlyArray<AssignmentQueue> => [
  ...new Map(
    waiting(state).map(({ organizationId, teamId }) => [`${organizationId} ${teamId}`, { organizationId, teamId }])
  ).values()
]

export const layer = Layer.effect(
  ConversationAgenda,
  Effect.map(World, ({ read }) =>
    ConversationAgenda.of({
      endedSnoozes: (now, limit) =>
        read("ConversationAgenda.endedSnoozes", (state) => snoozed(state).filter(isOver(now)).slice(0, limit).map(due)),
      nextSnoozeEnd: read("ConversationAgenda.nextSnoozeEnd", (state) => snoozed(state)[0]?.snoozedUntil ?? null),
      dueClosings: (now, limit) =>
        read("ConversationAgenda.dueClosings", (state) => dueClosings(state, now, limit).map(due)),
      assignmentQueues: read("ConversationAgenda.assignmentQueues", assignmentQueues),
      queued: ({ organizationId, teamId }, limit) =>
        read("ConversationAgenda.queued", (state) =>
          waiting(state)
            .filter((stored) => stored.organizationId === organizationId && stored.teamId === teamId)
            .slice(0, limit)
            .map(({ id }) => id)
        ),
      contactWroteAt: (organizationId, id) =>
        read("ConversationAgenda.contactWroteAt", (state) =>
          listedMessages(
            state,
            (message) =>
              message.organizationId === organizationId &&
              message.conversationId === id &&
              message.direction === "inbound"
          ).reduce<DateTime.Utc | null>((latest, { createdAt }) => latest ?? createdAt, null)
        )
    })
  )
)
