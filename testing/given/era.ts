import { DateTime, Effect } from "effect"

/**
 * Late, so that twenty thousand eras lie after 1970: ids are not made of times before it. The driver encodes
 * milliseconds exactly up to the year 4283.
 */
const firstEra = DateTime.makeUnsafe("4200-06-15T12:00:00.000Z")
let eras = 0

/**
 * An instant for a test to live around. Each is forty days before the one before it, so nothing that earlier tests left
 * in a shared store is due, late or counted in it.
 */
export const nextEra: Effect.Effect<DateTime.Utc> = Effect.sync(() =>
  DateTime.subtract(firstEra, { days: 40 * eras++ })
)

export const seconds = (at: DateTime.Utc, seconds: number): DateTime.Utc => DateTime.add(at, { seconds })
