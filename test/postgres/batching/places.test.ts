import { assert, describe, it } from "@effect/vitest"
import { placesOfFirst } from "../../../src/adapters/postgres/sends/reserveAll.ts"

describe("keys of a group", () => {
  const keys = ["ann", "bob", "ann", "", "bob", "ann", ""]

  it("lead to the first of their kind", () => {
    assert.deepStrictEqual(placesOfFirst(keys), [1, 2, 1, 4, 2, 1, 4])
    assert.deepStrictEqual(placesOfFirst([]), [])
  })
})
