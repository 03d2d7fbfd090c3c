import { Cause, Clock, DateTime, Effect, Random, Schedule } from "effect"
import { type QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import { afterRefusal, type DeliveryAnswer, DeliveryRefused } from "../../../domain/webhooks/afterRefusal.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../../ports/webhooks/DeliveryQueue.ts"
import { WebhookSender } from "../../../ports/webhooks/WebhookStore.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** How often an outcome is recorded again that could not be recorded: for a minute in all. */
const recording = { pause: "100 millis", times: 8, schedule: Schedule.exponential("200 millis") } as const

const unexpected = new DeliveryRefused({
  status: null,
  detail: "The attempt failed for a reason of ours",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

/** Why there was no success. A defect in our sending counts as a refusal: it must not be repeated for ever. */
const refusalOf = Effect.fnUntraced(function* ({ event }: QueuedDelivery, cause: Cause.Cause<DeliveryRefused>) {
  for (const reason of cause.reasons) if (Cause.isFailReason(reason)) return reason.error
  for (const reason of cause.reasons) {
    if (!Cause.isDieReason(reason)) continue
    yield* logFailure({ level: "Error", text: "delivery died" }, reason.defect, { eventId: event.id })
    return unexpected
  }
  return yield* Effect.interrupt
})

/** An attempt. `answered` is called with the outcome before it is recorded. */
interface Attempt {
  readonly delivery: QueuedDelivery
  readonly webhook: Webhook
  readonly answered: (outcome: AttemptOutcome) => void
}

const success = (
  { delivery, webhook }: Attempt,
  at: DateTime.Utc,
  { durationMillis, response, status }: DeliveryAnswer
): AttemptOutcome => ({
  delivery,
  url: webhook.url,
  at,
  status,
  durationMillis,
  response,
  detail: "",
  next: { _tag: "Done" },
  disables: null
})

/** The outcome of an attempt that was no success. */
const failure = Effect.fnUntraced(function* (
  { delivery, webhook }: Attempt,
  at: DateTime.Utc,
  cause: Cause.Cause<DeliveryRefused>
) {
  const refusal = yield* refusalOf(delivery, cause)
  const { event, failures, organizationId } = delivery
  const { detail, durationMillis, response, status } = refusal
  const { disables, next } = afterRefusal(failures, webhook.failingSince, refusal, at, yield* Random.next)
  yield* logFailure(
    { level: "Warn", text: "delivery refused", subject: webhook.id },
    {
      organizationId,
      webhookId: webhook.id,
      eventId: event.id,
      failures: failures + 1,
      status,
      detail,
      next: next._tag,
      disables
    }
  )
  const { url } = webhook
  const outcome: AttemptOutcome = { delivery, url, at, status, durationMillis, response, detail, next, disables }
  return outcome
})

type Queue = DeliveryQueue["Service"]

/** The outcome; null when it could not be recorded. */
const recordAfterAll = Effect.fnUntraced(function* (queue: Queue, outcome: AttemptOutcome, cause: Cause.Cause<never>) {
  const { id } = outcome.delivery.event
  yield* logFailure({ level: "Error", text: "attempt not recorded" }, cause, { eventId: id })
  yield* Effect.sleep(recording.pause)
  const isRecorded = yield* queue.recordAttempt(outcome).pipe(
    Effect.sandbox,
    Effect.tapError((again) => logFailure({ level: "Error", text: "attempt not recorded" }, again, { eventId: id })),
    Effect.retry(recording),
    Effect.isSuccess
  )
  return isRecorded ? outcome : null
})

const record = (queue: Queue, { answered }: Attempt, outcome: AttemptOutcome) => {
  answered(outcome)
  return Effect.matchCauseEffect(queue.recordAttempt(outcome), {
    onSuccess: () => Effect.succeed(outcome),
    onFailure: (cause) => recordAfterAll(queue, outcome, cause)
  })
}

/**
 * Returns a function that makes an attempt and records its outcome. It returns null if the outcome could not be
 * recorded: the delivery is still pending in the store. A successful attempt takes few steps of Effect, because each
 * costs time. Attempts of the same millisecond share one instant.
 */
export const deliverer = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const sender = yield* WebhookSender
  const clock = yield* Clock.Clock
  let last = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
  const now = () => {
    const millis = clock.currentTimeMillisUnsafe()
    if (millis !== last.epochMilliseconds) last = DateTime.makeUnsafe(millis)
    return last
  }
  return (attempt: Attempt): Effect.Effect<AttemptOutcome | null> =>
    Effect.suspend(() => {
      const { delivery, webhook } = attempt
      return Effect.matchCauseEffect(sender.send({ ...delivery, webhook }, now()), {
        onSuccess: (answer) => record(queue, attempt, success(attempt, now(), answer)),
        onFailure: (cause) =>
          Effect.flatMap(failure(attempt, now(), cause), (outcome) => record(queue, attempt, outcome))
      })
    })
})
