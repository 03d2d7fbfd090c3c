import { DateTime, Effect, Layer } from "effect"
import type { Delivery } from "../../domain/Delivery.ts"
import { monthOf } from "../../domain/MonthlyLimit.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { DeliveryQueue, type SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { type State, type Step, type WaitingDelivery, withUnits } from "./State.ts"
import { World } from "./World.ts"

const asDelivery = ({ event, failures }: WaitingDelivery, webhook: Webhook): Delivery => ({
  organizationId: event.organizationId,
  event: { id: event.id, type: event.type, occurredAt: event.occurredAt, data: event.data },
  webhook,
  failures
})

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<Delivery>> =>
  (state) => {
    const active = new Map(
      state.webhooks.flatMap((webhook) => (webhook.status === "active" ? [[webhook.organizationId, webhook]] : []))
    )
    const claimed = state.deliveries
      .filter(({ dueAt, event }) => DateTime.isLessThanOrEqualTo(dueAt, now) && active.has(event.organizationId))
      // Sorting is stable, and what waits is in the order of its events.
      .sort((one, other) => one.dueAt.epochMilliseconds - other.dueAt.epochMilliseconds)
      .slice(0, limit)
    const taken = new Set(claimed)
    return [
      Effect.succeed(
        claimed.flatMap((waiting) => {
          const webhook = active.get(waiting.event.organizationId)
          return webhook === undefined ? [] : [asDelivery(waiting, webhook)]
        })
      ),
      {
        ...state,
        deliveries: state.deliveries.map((waiting) =>
          taken.has(waiting) ? { ...waiting, dueAt: leaseUntil } : waiting
        )
      }
    ]
  }

/** The first attempt counts, once: another worker may have made it too, after a lease ran out. */
const counted = (state: State, waiting: WaitingDelivery | undefined, attempt: SettledAttempt): State =>
  waiting?.failures === 0 && !waiting.isReplay
    ? withUnits(state, attempt.organizationId, monthOf(attempt.at), 1)
    : state

const moved = (
  deliveries: State["deliveries"],
  waiting: WaitingDelivery | undefined,
  next: SettledAttempt["next"]
): State["deliveries"] =>
  next._tag === "Retry"
    ? deliveries.map((kept) => (kept === waiting ? { ...kept, dueAt: next.dueAt, failures: kept.failures + 1 } : kept))
    : deliveries.filter((kept) => kept !== waiting)

const finished = (
  finishedDeliveries: State["finishedDeliveries"],
  waiting: WaitingDelivery | undefined,
  next: SettledAttempt["next"]
): State["finishedDeliveries"] =>
  waiting === undefined || next._tag === "Retry"
    ? finishedDeliveries
    : [...finishedDeliveries, { event: waiting.event, status: next._tag === "Done" ? "delivered" : "failed" }]

const disabled = (webhooks: State["webhooks"], { at, next, organizationId, url }: SettledAttempt): State["webhooks"] =>
  next._tag === "Disable"
    ? webhooks.map((webhook): Webhook =>
        webhook.organizationId === organizationId && webhook.url === url
          ? { ...webhook, status: "disabled", updatedAt: at }
          : webhook
      )
    : webhooks

const settleOne = (state: State, attempt: SettledAttempt): State => {
  const waiting = state.deliveries.find(
    ({ event }) => event.organizationId === attempt.organizationId && event.id === attempt.eventId
  )
  return {
    ...counted(state, waiting, attempt),
    attempts: [...state.attempts, attempt],
    deliveries: moved(state.deliveries, waiting, attempt.next),
    finishedDeliveries: finished(state.finishedDeliveries, waiting, attempt.next),
    webhooks: disabled(state.webhooks, attempt)
  }
}

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.map(World, ({ arrival, step }) =>
    DeliveryQueue.of({
      claim: (now, leaseUntil, limit) => step("DeliveryQueue.claim", claim(now, leaseUntil, limit)),
      settle: (attempt) => step("DeliveryQueue.settle", (state) => [Effect.void, settleOne(state, attempt)]),
      arrival
    })
  )
)
