import { DateTime, Schema } from "effect"
import { Month } from "../../src/domain/limits/MonthlyLimit.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** How many of the requested sends fit into a month. */
export type Admitted = (used: number, allowed: number | null, requested: number) => number

/** The month of an instant. */
export type MonthOf = (at: DateTime.Utc) => string

const Count = between(0, 300)

const day = 86_400_000

/** Around the beginning of a month, by as much as a zone is away from UTC, or by a millisecond. */
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
    name: "lets through all that fit, and not one more",
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
    name: "lets as many through one by one as together",
    inputs: inputs({ used: Count, allowed: Count, requested: Count }),
    holds: (admitted: Admitted, { allowed, requested, used }) => {
      let now = used
      for (let turn = 0; turn < requested; turn++) now += admitted(now, allowed, 1)
      return now - used === admitted(used, allowed, requested)
    }
  }),
  law({
    name: "lets everything through where there is no limit",
    inputs: inputs({ used: Count, requested: Count }),
    holds: (admitted: Admitted, { requested, used }) => admitted(used, null, requested) === requested
  })
]

export const monthLaws = [
  law({
    name: "is the UTC calendar month of every instant",
    inputs: inputs({ instant: Instant }),
    holds: (monthOf: MonthOf, { instant }) => {
      const at = instantOf(instant)
      const month = monthOf(at)
      const begins = DateTime.startOf(at, "month").epochMilliseconds
      return isMonth(month) && DateTime.makeUnsafe(month).epochMilliseconds === begins
    }
  })
]
