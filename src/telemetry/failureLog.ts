import { type Cause, Clock, Context, Effect } from "effect"

/** Shortest time, in milliseconds, between two lines about failures that repeat. */
export const reminderInterval = 60_000

/** Shortest time, in milliseconds, between two lines about a fault that only a person can mend. */
const rareInterval = 60 * 60 * 1_000

/** Most subjects that a rare log remembers, and so most lines in one interval. */
export const maxRemembered = 1_000

/** Levels of failures. */
type FailureLevel = "Error" | "Warn"

/** A line; a function gets the number of lines omitted since the previous one of the subject. */
type Line = Effect.Effect<void> | ((omitted: number) => Effect.Effect<void>)

/** Logs the line of a subject, or omits it. */
export type RareLog = (subject: string, line: Line) => Effect.Effect<void>

/**
 * Logs each subject at most once in `interval` milliseconds, and at most `maxRemembered` subjects in that time. Every read of
 * a row with unreadable data fails in the same way; the log stays small however many rows have it.
 */
export const makeRareLog = (interval: number = rareInterval): RareLog => {
  const logged = new Map<string, { readonly at: number; omitted: number }>()

  // A clock may be set back.
  const isRecent = (at: number, now: number) => Math.abs(now - at) < interval

  /** The number of omitted lines if the subject may be logged, else null. */
  const turnOf = (subject: string, now: number): number | null => {
    const previous = logged.get(subject)
    if (previous !== undefined && isRecent(previous.at, now)) {
      previous.omitted += 1
      return null
    }
    logged.delete(subject)
    if (logged.size >= maxRemembered) {
      // The oldest is first.
      for (const [oldest, { at }] of logged) {
        if (isRecent(at, now)) break
        logged.delete(oldest)
      }
      if (logged.size >= maxRemembered) return null
    }
    logged.set(subject, { at: now, omitted: 0 })
    return previous?.omitted ?? 0
  }

  return (subject, line) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const omitted = turnOf(subject, now)
      if (omitted === null) return Effect.void
      return Effect.isEffect(line) ? line : line(omitted)
    })
}

/** Limits the lines of `logFailure` in this process. */
export const FailureLimit = Context.Reference<RareLog>("effect-parley/telemetry/FailureLimit", {
  defaultValue: () => makeRareLog(reminderInterval)
})

/** A failure that any request, delivery or row may repeat. */
export interface RepeatedFailure {
  readonly level: FailureLevel
  readonly text: string
  /** Distinguishes failures of the same text, such as those of two receivers. */
  readonly subject?: string
}

/**
 * Logs a failure of one item: the first at once, then at most one line a minute, with the number of omitted lines as
 * `omitted`. `details` are fields, errors and causes of this item.
 */
export const logFailure = (
  { level, subject = "", text }: RepeatedFailure,
  ...details: ReadonlyArray<unknown>
): Effect.Effect<void> =>
  Effect.flatMap(FailureLimit, (limited) =>
    limited(`${text} ${subject}`, (omitted) =>
      Effect.logWithLevel(level)(text, ...details, ...(omitted === 0 ? [] : [{ omitted }]))
    )
  )

/** Texts of a failure and of the end of a row of failures. */
export interface FailureLines {
  readonly failed: string
  readonly again: string
  readonly level: FailureLevel
}

/**
 * Logs the failures of repeated work, at most one line a minute with their number in the present row. The end of a row of
 * several failures has a line if one of them had. While the database is away, work fails every second.
 */
export const makeFailureLines = ({ again, failed, level }: FailureLines) => {
  let failures = 0
  let isLogged = false
  const limited = makeRareLog(reminderInterval)
  return {
    failed: (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
      Effect.suspend(() => {
        failures += 1
        return limited(failed, () => {
          isLogged = true
          return Effect.logWithLevel(level)(failed, ...(failures === 1 ? [] : [{ failures }]), cause)
        })
      }),
    succeeded: Effect.suspend(() => {
      const isEnd = isLogged && failures > 1
      const line = isEnd ? Effect.logInfo(again, { failures }) : Effect.void
      failures = 0
      isLogged = false
      return line
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
