import { Clock, Effect } from "effect"

/** Interval of log lines about the same subject, in milliseconds. */
const rareInterval = 60 * 60 * 1_000

/** Maximum number of stored subjects, and so of log lines in one interval. */
export const maxRemembered = 1_000

/**
 * Logs each subject at most once in `interval` milliseconds, and at most `maxRemembered` subjects in that time. Every
 * read of a row with unreadable data has the same fault; the log stays small for any number of such rows.
 */
export const makeRareLog = (interval: number = rareInterval) => {
  const logged = new Map<string, number>()

  const mayLog = (thing: string, now: number): boolean => {
    // The oldest is first. A clock may be set back.
    for (const [oldest, at] of logged) {
      if (Math.abs(now - at) < interval) break
      logged.delete(oldest)
    }
    if (logged.has(thing) || logged.size >= maxRemembered) return false
    logged.set(thing, now)
    return true
  }

  return (thing: string, line: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => (mayLog(thing, now) ? line : Effect.void))
}
