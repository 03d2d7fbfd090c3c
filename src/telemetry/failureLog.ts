import { type Cause, Clock, Effect } from "effect"

/** Longest silence, in milliseconds, about a pass that fails again and again. */
export const reminderInterval = 60_000

/**
 * Logs the failures of a pass: the first of a row, then one line a minute with their number, and the end of a row of several.
 * A pass fails every second while the database is away.
 */
export const makeFailureLog = (name: string) => {
  let failures = 0
  let loggedAt = 0

  const failed = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      failures += 1
      // A clock may be set back.
      if (failures > 1 && Math.abs(now - loggedAt) < reminderInterval) return Effect.void
      loggedAt = now
      const line = `${name} pass failed`
      return failures === 1 ? Effect.logError(line, cause) : Effect.logError(line, { failures }, cause)
    })

  const succeeded: Effect.Effect<void> = Effect.suspend(() => {
    const before = failures
    failures = 0
    return before > 1 ? Effect.logInfo(`${name} pass succeeds again`, { failures: before }) : Effect.void
  })

  /** Runs the pass; after a failure, which is logged, `pause` too. */
  return <A, E, R>(
    pass: Effect.Effect<A, E, R>,
    pause: Effect.Effect<void> = Effect.void
  ): Effect.Effect<void, never, R> =>
    Effect.matchCauseEffect(pass, {
      onFailure: (cause) => Effect.andThen(failed(cause), pause),
      onSuccess: () => succeeded
    })
}
