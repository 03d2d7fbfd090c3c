import { assert, describe, it } from "@effect/vitest"
import { findMutation, mutations } from "../../scripts/mutate.ts"

/** Rules that the first seeds find. `npm run mutate` breaks all of them. */
const quick = new Set(["A rejected send returns its unit", "A contact belongs to one organization"])

describe("simulation", () => {
  it.each(mutations.filter(({ rule }) => quick.has(rule)))(
    "simulation: finds the broken rule: $rule",
    (mutation) => {
      assert.isNotNull(findMutation(mutation, 20))
    },
    300_000
  )

  it("simulation: eleven rules can be broken, one line each", () => {
    assert.lengthOf(mutations, 11)
    assert.lengthOf([...new Set(mutations.map(({ rule }) => rule))], 10)
  })
})
