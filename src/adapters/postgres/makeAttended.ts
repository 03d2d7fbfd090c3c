import { Clock, Effect } from "effect"

/** Who has not waited for so long, in milliseconds, is gone: those who attend to something look at it every second. */
const patience = 5_000

/** An arrival that knows whether somebody in this process attends to it. Plain, as most of a wake-up would be hops. */
export const makeAttended = Effect.map(Clock.Clock, (clock) => {
  const waiting = new Set<() => void>()
  let isAnnounced = false
  let until = Number.NEGATIVE_INFINITY
  return {
    announce: (): void => {
      if (waiting.size === 0) isAnnounced = true
      for (const wake of waiting) wake()
    },
    /** Waits for the next announcement; one made since the last call counts. */
    next: Effect.callback<void>((resume) => {
      const leave = () => {
        waiting.delete(wake)
        until = clock.currentTimeMillisUnsafe() + patience
      }
      const wake = () => {
        leave()
        resume(Effect.void)
      }
      waiting.add(wake)
      if (isAnnounced) wake()
      isAnnounced = false
      return Effect.sync(leave)
    }),
    isAttended: (): boolean => waiting.size > 0 || clock.currentTimeMillisUnsafe() < until
  }
})
