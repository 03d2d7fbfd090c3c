import { DateTime, Schema } from "effect"
import { Month } from "../../domain/quota/MonthlyLimit.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** How many of the requested sends fit into a month. */
export type Admitted = (used: number, allowed: number | null, requested: number) => number

/** The month of an instant. */
export type MonthOf = (at: DateTime.Utc) => string

const Count = between(0, 300)

/** Milliseconds from 1970 to the end of 9999. */
const Instant = between(0, 253_402_300_799_999)

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
    inputs: inputs({ millis: Instant }),
    holds: (monthOf: MonthOf, { millis }) => {
      const at = DateTime.makeUnsafe(millis)
      const month = monthOf(at)
      const begins = DateTime.startOf(at, "month").epochMilliseconds
      return isMonth(month) && DateTime.makeUnsafe(month).epochMilliseconds === begins
    }
  })
]
