import { type Cause, Clock, Effect } from "effect"

/** Interval of log lines about repeated failures, in milliseconds. */
export const reminderInterval = 60_000

/** Log texts of a failure and of the end of consecutive failures. */
export interface FailureLines {
  readonly failed: string
  readonly again: string
  readonly level: "Error" | "Warn"
}

/**
 * Logs the failures of repeated work: the first one, then one line a minute with their number, and the end after
 * several. While the database is unavailable, work fails every second.
 */
export const makeFailureLines = ({ again, failed, level }: FailureLines) => {
  let failures = 0
  let loggedAt = 0
  const log = Effect.logWithLevel(level)
  return {
    failed: (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        failures += 1
        // A clock may be set back.
        if (failures > 1 && Math.abs(now - loggedAt) < reminderInterval) return Effect.void
        loggedAt = now
        return failures === 1 ? log(failed, cause) : log(failed, { failures }, cause)
      }),
    succeeded: Effect.suspend(() => {
      const before = failures
      failures = 0
      return before > 1 ? Effect.logInfo(again, { failures: before }) : Effect.void
    })
  }
}

/** Logs the failures of a pass by the rule of `makeFailureLines`. */
export const makeFailureLog = (name: string) => {
  const { failed, succeeded } = makeFailureLines({
    failed: `${name} pass failed`,
    again: `${name} pass succeeds again`,
    level: "Error"
  })

  /** Runs the pass; after a failure, logs it and runs `pause`. */
  return <A, E, R>(
    pass: Effect.Effect<A, E, R>,
    pause: Effect.Effect<void> = Effect.void
  ): Effect.Effect<void, never, R> =>
    Effect.matchCauseEffect(pass, {
      onFailure: (cause) => Effect.andThen(failed(cause), pause),
      onSuccess: () => succeeded
    })
}
