import { HashMap, Option } from "effect"
import { failuresThatHold } from "../../../domain/webhooks/Delivery.ts"
import { type DisabledReason } from "../../../domain/webhooks/afterRefusal.ts"
import { NotificationId } from "../../../domain/Ids.ts"
import { monthOf } from "../../../domain/limits/MonthlyLimit.ts"
import type { Notification } from "../../../domain/access/Notification.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import type { AttemptOutcome } from "../../../ports/webhooks/DeliveryQueue.ts"
import { released } from "./holding.ts"
import type { LoggedEvent, DeferredDelivery } from "./StoredDeliveries.ts"
import { pick } from "../newest.ts"
import type { State } from "../State.ts"
import { withUnits } from "../sends/acceptSend.ts"

/** Records the first attempt of a delivery; repeated records have no effect. */
const withAttempt = (state: State, attempt: AttemptOutcome): State => {
  const { event, organizationId } = attempt.delivery
  const before = HashMap.get(state.attempts, event.id)
  return {
    ...(Option.isNone(before) ? withUnits(state, organizationId, monthOf(attempt.at), 1) : state),
    attempts: HashMap.set(state.attempts, event.id, [...Option.getOrElse(before, () => []), attempt])
  }
}

/** Whether its subscription still exists. Deliveries of a removed subscription are not deferred. */
const isWanted = ({ webhooks }: State, { organizationId, webhookId }: LoggedEvent): boolean =>
  webhooks.some((webhook) => webhook.organizationId === organizationId && webhook.id === webhookId)

const moved = (
  state: State,
  event: LoggedEvent,
  before: DeferredDelivery | undefined,
  { delivery, next }: AttemptOutcome
): State["deferred"] => {
  if (next._tag !== "Retry") return HashMap.remove(state.deferred, event.id)
  if (before === undefined && !isWanted(state, event)) return state.deferred
  const { conversationId, sequence } = before ?? delivery.event
  return HashMap.set(state.deferred, event.id, {
    organizationId: event.organizationId,
    eventId: event.id,
    conversationId,
    sequence,
    dueAt: next.dueAt,
    failures: (before ?? delivery).failures + 1
  })
}

/** If the delivery blocked its conversation and no longer does, the first blocked delivery becomes due. */
const withDeferred = (state: State, event: LoggedEvent, attempt: AttemptOutcome): State => {
  const before = Option.getOrUndefined(HashMap.get(state.deferred, event.id))
  const deferred = moved(state, event, before, attempt)
  const isOver = Option.match(HashMap.get(deferred, event.id), {
    onNone: () => true,
    onSome: ({ failures }) => failures >= failuresThatHold
  })
  return {
    ...state,
    deferred:
      isOver && before !== undefined && before.conversationId !== null
        ? released(deferred, ({ conversationId }) => conversationId === before.conversationId, attempt.at)
        : deferred
  }
}

/** Whether the attempt disables the subscription. A success may have been recorded in the meantime. */
const isDisabled = ({ failingSince }: Webhook, { disables }: AttemptOutcome): boolean =>
  disables === "gone" || (disables === "failing" && failingSince !== null)

const afterwards = (webhook: Webhook, attempt: AttemptOutcome): Webhook => ({
  ...webhook,
  failingSince: attempt.next._tag === "Done" ? null : (webhook.failingSince ?? attempt.at),
  ...(isDisabled(webhook, attempt) ? { status: "disabled", updatedAt: attempt.at } : {})
})

/** Notifies the owners under ids that count from 1, because nothing is random in memory. */
const notifyOwners = (
  state: State,
  { at, delivery: { organizationId } }: AttemptOutcome,
  reason: DisabledReason
): State => {
  const owners = state.memberships.filter(
    (member) => member.organizationId === organizationId && member.role === "owner"
  )
  const added = owners.map(({ userId }, place): Notification => {
    const count = String(state.notifications.length + place + 1).padStart(12, "0")
    const id = NotificationId.make(`00000000-0000-8000-8000-${count}`)
    const type = "webhook.disabled"
    return { id, organizationId, userId, type, conversationId: null, reason, createdAt: at, readAt: null }
  })
  return { ...state, notifications: [...state.notifications, ...added] }
}

/** Updates the subscription only while it is enabled and has the URL of the attempt. */
const withWebhook = (state: State, attempt: AttemptOutcome): State => {
  const before = state.webhooks.find(({ organizationId }) => organizationId === attempt.delivery.organizationId)
  if (before?.url !== attempt.url || before.status !== "active") return state
  const after = afterwards(before, attempt)
  const learned = { ...state, webhooks: state.webhooks.map((webhook) => (webhook === before ? after : webhook)) }
  return after.status === "disabled" && attempt.disables !== null
    ? notifyOwners(learned, attempt, attempt.disables)
    : learned
}

/** Records the attempt and its effects; no effect if the organization has no such delivery. */
export const recordAttempt = (state: State, attempt: AttemptOutcome): State =>
  pick(state.events, attempt.delivery.organizationId, attempt.delivery.event.id).pipe(
    Option.filter(({ webhookId }) => webhookId !== null),
    Option.match({
      onNone: () => state,
      onSome: (event) => withWebhook(withDeferred(withAttempt(state, attempt), event, attempt), attempt)
    })
  )
