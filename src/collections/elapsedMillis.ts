import type { Clock } from "effect"

/**
 * Milliseconds of a monotonic clock with an arbitrary origin. It measures waits and ages in the memory of a process: a
 * wall clock set forward would end them at once, and one set back would prolong them.
 */
export const elapsedMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
