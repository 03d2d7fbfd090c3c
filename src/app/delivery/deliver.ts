import { Cause, DateTime, Effect, Exit, Random, Schedule } from "effect"
import { afterRefusal, DeliveryRefused, type QueuedDelivery } from "../../domain/Delivery.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { DeliveryQueue, type SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"

/** How often, and how long, it is tried to record what came of an attempt: a minute, all in all. */
const recording = { pause: "100 millis", times: 8, schedule: Schedule.exponential("200 millis") } as const

const unexpected = new DeliveryRefused({
  status: null,
  detail: "The attempt failed for a reason of ours",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

/** Why there was no success. A bug in our sending is a refusal: it must not be tried on and on. */
const refusalOf = Effect.fnUntraced(function* ({ event }: QueuedDelivery, cause: Cause.Cause<DeliveryRefused>) {
  for (const reason of cause.reasons) if (Cause.isFailReason(reason)) return reason.error
  for (const reason of cause.reasons) {
    if (!Cause.isDieReason(reason)) continue
    yield* Effect.logError("delivery died", reason.defect, { eventId: event.id })
    return unexpected
  }
  return yield* Effect.interrupt
})

/** One call to the receiver, and what comes of it. */
const attempt = Effect.fnUntraced(function* (
  sender: WebhookSender["Service"],
  delivery: QueuedDelivery,
  webhook: Webhook
) {
  const exit = yield* Effect.exit(sender.send({ ...delivery, webhook }, yield* DateTime.now))
  const at = yield* DateTime.now
  const { url } = webhook
  if (Exit.isSuccess(exit)) {
    const { durationMillis, response, status } = exit.value
    const settled: SettledAttempt = {
      delivery,
      url,
      at,
      status,
      durationMillis,
      response,
      detail: "",
      next: { _tag: "Done" },
      disables: null
    }
    return settled
  }
  const refusal = yield* refusalOf(delivery, exit.cause)
  const { event, failures, organizationId } = delivery
  const { detail, durationMillis, response, status } = refusal
  const { disables, next } = afterRefusal(failures, webhook.failingSince, refusal, at, yield* Random.next)
  yield* Effect.logWarning("delivery refused", {
    organizationId,
    eventId: event.id,
    failures: failures + 1,
    status,
    detail,
    next: next._tag,
    disables
  })
  const settled: SettledAttempt = { delivery, url, at, status, durationMillis, response, detail, next, disables }
  return settled
})

/** Whether it could be recorded. */
const record = Effect.fnUntraced(function* (queue: DeliveryQueue["Service"], settled: SettledAttempt) {
  const { id } = settled.delivery.event
  const exit = yield* Effect.exit(queue.settle(settled))
  if (Exit.isSuccess(exit)) return true
  yield* Effect.logError("attempt not recorded", exit.cause, { eventId: id })
  yield* Effect.sleep(recording.pause)
  return yield* queue.settle(settled).pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logError("attempt not recorded", cause, { eventId: id })),
    Effect.retry(recording),
    Effect.isSuccess
  )
})

/**
 * One attempt and its record. `answered` is told what is about to be recorded as soon as the call is over. Null when it
 * could not be recorded: the delivery is still to be made then, as far as the store knows.
 */
export const deliver = Effect.fnUntraced(function* (
  delivery: QueuedDelivery,
  webhook: Webhook,
  answered: (settled: SettledAttempt) => void
) {
  const queue = yield* DeliveryQueue
  const settled = yield* attempt(yield* WebhookSender, delivery, webhook)
  answered(settled)
  return (yield* record(queue, settled)) ? settled : null
})
