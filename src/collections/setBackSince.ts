import type { Clock } from "effect"
import { elapsedMillis } from "./elapsedMillis.ts"

/** By how much, in milliseconds, a wall clock may go slower than time passes before it counts as set back. */
const tolerance = 1_000

/** Gives whether the wall clock was set back since the function was last called. */
export const setBackSince = (): ((clock: Clock.Clock) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (clock) => {
    const ahead = clock.currentTimeMillisUnsafe() - elapsedMillis(clock)
    const isSetBack = ahead < last - tolerance
    last = ahead
    return isSetBack
  }
}
