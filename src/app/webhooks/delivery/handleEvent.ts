import { Cause, DateTime, type Duration, Effect, Random, Schedule } from "effect"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import { type ConsumerName, holdsBack, maxErrorLength } from "../../../domain/webhooks/EventConsumer.ts"
import { nextAttempt } from "../../../domain/webhooks/afterRefusal.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import type { EventConsumers } from "../../../ports/webhooks/EventConsumers.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"

/** A function of the program that handles an event. */
export type EventHandler = (delivery: QueuedDelivery) => Effect.Effect<void, unknown>

/** Dependencies of handling an event. */
export interface Handling {
  readonly name: ConsumerName
  readonly handler: EventHandler
  /** How long the handler may take. A later end counts as a failure. */
  readonly timeout: Duration.Duration
  readonly consumers: EventConsumers["Service"]
  /** Runs the writes of a consumer one after the other: an event is deferred by what the previous write left. */
  readonly inTurn: <A>(write: Effect.Effect<A>) => Effect.Effect<A>
}

/** Pauses between the attempts to record an outcome. The lease ends them if the database stays away. */
const recording = Schedule.spaced("1 second")

/** The failure in the words of the handler, in a form that every store accepts. */
const errorOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return truncate(text.replaceAll("\0", "").toWellFormed(), maxErrorLength)
}

/** Calls the handler and records the outcome. Returns whether the event blocks others of its conversation. */
export const handleEvent = Effect.fnUntraced(function* (handling: Handling, delivery: QueuedDelivery) {
  const { consumers, handler, inTurn, name, timeout } = handling
  const { isOn, record } = yield* Meter
  const note = (outcome: "handled" | "failed" | "dead") => {
    if (isOn) record(metrics.consumerEvents, 1, { consumer: name, outcome })
  }
  const recorded = (write: Effect.Effect<void>) =>
    inTurn(write).pipe(
      Effect.sandbox,
      Effect.tapError((cause) =>
        logFailure({ level: "Error", text: "the outcome of an event was not recorded", subject: name }, cause)
      ),
      Effect.retry(recording),
      Effect.orDie
    )

  const failed = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
    const { event, failures, organizationId } = delivery
    const at = yield* DateTime.now
    const next = nextAttempt(failures, at, yield* Random.next)
    yield* recorded(consumers.fail(name, { delivery, at, error: errorOf(cause), next }))
    note(next._tag === "Retry" ? "failed" : "dead")
    yield* logFailure(
      { level: "Warn", text: "the handler of an event failed", subject: name },
      { consumer: name, organizationId, eventId: event.id, failures: failures + 1, next: next._tag },
      cause
    )
    return holdsBack(next, failures + 1)
  })

  const succeeded = Effect.gen(function* () {
    if (delivery.isDeferred) yield* recorded(consumers.finish(name, delivery, yield* DateTime.now))
    note("handled")
    return false
  })

  const handled = Effect.suspend(() => handler(delivery)).pipe(Effect.timeout(timeout))
  return yield* Effect.matchCauseEffect(handled, { onFailure: failed, onSuccess: () => succeeded })
})
