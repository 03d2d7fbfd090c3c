import { DateTime, Schema } from "effect"
import { Month } from "../../src/domain/limits/MonthlyLimit.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** A number of sends. */
export type Sends = number

/** Number of the requested sends that fit into a month. `allowed` is null without a limit. */
export type Admitted = (used: Sends, allowed: Sends | null, requested: Sends) => Sends

/** The month of a time. */
export type MonthOf = (at: DateTime.Utc) => string

const Count = between(0, 300)

const day = 86_400_000

/** Times around the start of a month, by a time zone offset or a millisecond. */
const Border = Schema.Struct({
  year: between(1971, 9998),
  month: between(1, 12),
  offset: Schema.Union([Schema.Literals([-1, 0, 1]), between(-day, day)])
})

/** Milliseconds from 1970 to the end of 9999. */
const Instant = Schema.Union([between(0, 253_402_300_799_999), Border])

const instantOf = (instant: typeof Instant.Type): DateTime.Utc => {
  if (typeof instant === "number") return DateTime.makeUnsafe(instant)
  const { month, offset, year } = instant
  return DateTime.add(DateTime.makeUnsafe({ year, month, day: 1 }), { milliseconds: offset })
}

const isMonth = Schema.is(Month)

export const quotaLaws = [
  law({
    name: "quota: exactly the sends that fit are admitted",
    inputs: inputs({ used: Count, allowed: Count, requested: Count }),
    holds: (admitted: Admitted, { allowed, requested, used }) => {
      const through = admitted(used, allowed, requested)
      return (
        through >= 0 &&
        through <= requested &&
        (through === 0 || used + through <= allowed) &&
        (through === requested || used + through >= allowed)
      )
    }
  }),
  law({
    name: "quota: single sends and a batch have the same total",
    inputs: inputs({ used: Count, allowed: Count, requested: Count }),
    holds: (admitted: Admitted, { allowed, requested, used }) => {
      let now = used
      for (let turn = 0; turn < requested; turn++) now += admitted(now, allowed, 1)
      return now - used === admitted(used, allowed, requested)
    }
  }),
  law({
    name: "quota: without a limit all sends are admitted",
    inputs: inputs({ used: Count, requested: Count }),
    holds: (admitted: Admitted, { requested, used }) => admitted(used, null, requested) === requested
  })
]

export const monthLaws = [
  law({
    name: "quota: the month is the UTC calendar month",
    inputs: inputs({ instant: Instant }),
    holds: (monthOf: MonthOf, { instant }) => {
      const at = instantOf(instant)
      const month = monthOf(at)
      const begins = DateTime.startOf(at, "month").epochMilliseconds
      return isMonth(month) && DateTime.makeUnsafe(month).epochMilliseconds === begins
    }
  })
]
