import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { findMutation, mutations } from "../../scripts/mutate.ts"

/** Rules that the first seeds find. `npm run mutate` breaks all of them. */
const quick = new Set([
  "A policy chooses available members",
  "A rejected send returns its unit",
  "A contact belongs to one organization"
])

describe("simulation", () => {
  it.each(mutations.filter(({ rule }) => quick.has(rule)))(
    "simulation: finds the broken rule: $rule",
    (mutation) => {
      assert.isNotNull(findMutation(mutation, 20))
    },
    300_000
  )

  it.each(mutations)("simulation: the sources have the line of the broken rule once: $rule", ({ file, line }) => {
    const code = readFileSync(join(import.meta.dirname, "../..", file), "utf8")
    assert.lengthOf(code.split(line), 2)
  })

  it("simulation: fifteen rules can be broken, one line each", () => {
    assert.lengthOf(mutations, 15)
    assert.lengthOf([...new Set(mutations.map(({ rule }) => rule))], 15)
  })
})
