import { DateTime, Effect, Random, Result, Schedule } from "effect"
import { afterRefusal, DeliveryRefused, type QueuedDelivery } from "../../domain/Delivery.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { DeliveryQueue, type SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"

/** How often, and how long, it is tried to record what came of an attempt: a minute, all in all. */
const recording = { times: 9, schedule: Schedule.exponential("100 millis") }

const unexpected = new DeliveryRefused({
  status: null,
  detail: "The attempt failed for a reason of ours",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

/** One call to the receiver, and what comes of it. A bug in our sending is a refusal: it must not be tried on and on. */
const attempt = Effect.fnUntraced(function* (delivery: QueuedDelivery, webhook: Webhook) {
  const sender = yield* WebhookSender
  const { event, failures, organizationId } = delivery
  const sent = sender
    .send({ ...delivery, webhook }, yield* DateTime.now)
    .pipe(
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("delivery died", defect, { eventId: event.id }), Effect.fail(unexpected))
      )
    )
  const outcome = yield* Effect.result(sent)
  const at = yield* DateTime.now
  const { durationMillis, response, status } = Result.isSuccess(outcome) ? outcome.success : outcome.failure
  const answered = { delivery, url: webhook.url, at, status, durationMillis, response }
  if (Result.isSuccess(outcome)) {
    const settled: SettledAttempt = { ...answered, detail: "", next: { _tag: "Done" }, disables: null }
    return settled
  }
  const { detail } = outcome.failure
  const { disables, next } = afterRefusal(failures, webhook.failingSince, outcome.failure, at, yield* Random.next)
  yield* Effect.logWarning("delivery refused", {
    organizationId,
    eventId: event.id,
    failures: failures + 1,
    status,
    detail,
    next: next._tag,
    disables
  })
  const settled: SettledAttempt = { ...answered, detail, next, disables }
  return settled
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
  const settled = yield* attempt(delivery, webhook)
  answered(settled)
  const isRecorded = yield* queue.settle(settled).pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logError("attempt not recorded", cause, { eventId: delivery.event.id })),
    Effect.retry(recording),
    Effect.isSuccess
  )
  return isRecorded ? settled : null
})
