import { DateTime, Effect, Random } from "effect"
import { afterRefusal, type Delivery } from "../domain/Delivery.ts"
import { DeliveryQueue, type SettledAttempt } from "../ports/DeliveryQueue.ts"
import { WebhookSender } from "../ports/WebhookSender.ts"

/** How long a claim keeps others away: four times what an attempt may take, its record included. */
const lease = "1 minute"

/** Takes at most `limit` due deliveries; whoever takes them attempts each of them once. */
export const claimDue = Effect.fn("claimDue")(function* (limit: number) {
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  return yield* queue.claim(now, DateTime.addDuration(now, lease), limit)
})

/** One attempt, and the record of what came of it. */
export const deliver = Effect.fn("deliver")(function* (delivery: Delivery) {
  const queue = yield* DeliveryQueue
  const sender = yield* WebhookSender
  const { event, failures, organizationId, webhook } = delivery
  const settle = (at: DateTime.Utc, outcome: Omit<SettledAttempt, "organizationId" | "eventId" | "url" | "at">) =>
    queue.settle({ organizationId, eventId: event.id, url: webhook.url, at, ...outcome })

  yield* Effect.matchEffect(sender.send(delivery, yield* DateTime.now), {
    onSuccess: Effect.fnUntraced(function* (answer) {
      yield* settle(yield* DateTime.now, { ...answer, detail: "", next: { _tag: "Done" } })
    }),
    onFailure: Effect.fnUntraced(function* (refusal) {
      const at = yield* DateTime.now
      const { detail, durationMillis, response, status } = refusal
      const next = afterRefusal(failures, refusal, at, yield* Random.next)
      yield* Effect.logWarning("delivery refused", {
        organizationId,
        eventId: event.id,
        failures: failures + 1,
        status,
        detail,
        next: next._tag
      })
      yield* settle(at, { status, durationMillis, response, detail, next })
    })
  })
})
