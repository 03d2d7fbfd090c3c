import type { Clock } from "effect"

/**
 * Milliseconds of a clock that is never set, from an arbitrary origin. Waits and ages in the memory of a process are
 * measured by it: a wall clock that is set forward would end them at once, and one that is set back would prolong them.
 */
export const elapsedMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
