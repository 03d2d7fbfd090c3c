import { DateTime, Effect } from "effect"

/**
 * Late enough for twenty thousand eras after 1970, because ids need later times. The driver encodes milliseconds
 * exactly up to the year 4283.
 */
const firstEra = DateTime.makeUnsafe("4200-06-15T12:00:00.000Z")
let eras = 0

/**
 * The base time of a test. Each one is forty days before the previous one, so that data of earlier tests in a shared
 * store is neither due, late nor counted.
 */
export const nextEra: Effect.Effect<DateTime.Utc> = Effect.sync(() =>
  DateTime.subtract(firstEra, { days: 40 * eras++ })
)

export const seconds = (at: DateTime.Utc, seconds: number): DateTime.Utc => DateTime.add(at, { seconds })
