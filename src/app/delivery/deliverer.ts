import { Cause, Clock, DateTime, Effect, Random, Schedule } from "effect"
import { afterRefusal, type DeliveryAnswer, DeliveryRefused, type QueuedDelivery } from "../../domain/Delivery.ts"
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

/** One attempt, and who is told what is about to be recorded of it. */
interface Attempt {
  readonly delivery: QueuedDelivery
  readonly webhook: Webhook
  readonly answered: (settled: SettledAttempt) => void
}

const success = (
  { delivery, webhook }: Attempt,
  at: DateTime.Utc,
  { durationMillis, response, status }: DeliveryAnswer
): SettledAttempt => ({
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

/** What the attempt leads to that was no success. */
const failure = Effect.fnUntraced(function* (
  { delivery, webhook }: Attempt,
  at: DateTime.Utc,
  cause: Cause.Cause<DeliveryRefused>
) {
  const refusal = yield* refusalOf(delivery, cause)
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
  const { url } = webhook
  const settled: SettledAttempt = { delivery, url, at, status, durationMillis, response, detail, next, disables }
  return settled
})

type Queue = DeliveryQueue["Service"]

/** What was to be recorded; null when it could not be. */
const recordAfterAll = Effect.fnUntraced(function* (queue: Queue, settled: SettledAttempt, cause: Cause.Cause<never>) {
  const { id } = settled.delivery.event
  yield* Effect.logError("attempt not recorded", cause, { eventId: id })
  yield* Effect.sleep(recording.pause)
  const isRecorded = yield* queue.settle(settled).pipe(
    Effect.sandbox,
    Effect.tapError((again) => Effect.logError("attempt not recorded", again, { eventId: id })),
    Effect.retry(recording),
    Effect.isSuccess
  )
  return isRecorded ? settled : null
})

const record = (queue: Queue, { answered }: Attempt, settled: SettledAttempt) => {
  answered(settled)
  return Effect.matchCauseEffect(queue.settle(settled), {
    onSuccess: () => Effect.succeed(settled),
    onFailure: (cause) => recordAfterAll(queue, settled, cause)
  })
}

/**
 * Gives what makes one attempt and records it. `answered` is told what is about to be recorded as soon as the call is
 * over. Null when it could not be recorded: the delivery is still to be made then, as far as the store knows.
 *
 * An attempt that goes well takes few steps of Effect, since each costs time whatever it does, and instants are shared by
 * what happens in the same millisecond.
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
  return (attempt: Attempt): Effect.Effect<SettledAttempt | null> =>
    Effect.suspend(() => {
      const { delivery, webhook } = attempt
      return Effect.matchCauseEffect(sender.send({ ...delivery, webhook }, now()), {
        onSuccess: (answer) => record(queue, attempt, success(attempt, now(), answer)),
        onFailure: (cause) =>
          Effect.flatMap(failure(attempt, now(), cause), (settled) => record(queue, attempt, settled))
      })
    })
})
