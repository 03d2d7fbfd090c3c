import { DateTime, Effect } from "effect"

/** Late, so that tens of thousands of eras lie after 1970: ids are not made of times before it. */
const firstEra = DateTime.makeUnsafe("9990-06-15T12:00:00.000Z")
let eras = 0

/**
 * An instant for a test to live around. Each is two months before the one before it, so nothing that earlier tests left
 * in a shared store is due, late or counted in it.
 */
export const nextEra: Effect.Effect<DateTime.Utc> = Effect.sync(() =>
  DateTime.subtract(firstEra, { days: 60 * eras++ })
)

export const seconds = (at: DateTime.Utc, seconds: number): DateTime.Utc => DateTime.add(at, { seconds })
