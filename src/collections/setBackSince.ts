import type { Clock } from "effect"
import { elapsedMillis } from "./elapsedMillis.ts"

/** Tolerated lag of the wall clock behind elapsed time in milliseconds, beyond which it counts as set back. */
const tolerance = 1_000

/** Creates a function that returns whether the wall clock was set back since its last call. */
export const setBackSince = (): ((clock: Clock.Clock) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (clock) => {
    const ahead = clock.currentTimeMillisUnsafe() - elapsedMillis(clock)
    const isSetBack = ahead < last - tolerance
    last = ahead
    return isSetBack
  }
}
