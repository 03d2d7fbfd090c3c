import { assert, describe, it } from "@effect/vitest"
import { placesOfFirst, turns } from "../../../src/adapters/postgres/batching/places.ts"

describe("keys of a group", () => {
  const keys = ["ann", "bob", "ann", "", "bob", "ann", ""]

  it("lead to the first of their kind", () => {
    assert.deepStrictEqual(placesOfFirst(keys), [1, 2, 1, 4, 2, 1, 4])
    assert.deepStrictEqual(placesOfFirst([]), [])
  })

  it("are counted, each kind by itself", () => {
    assert.deepStrictEqual(turns(keys), [1, 1, 2, 1, 2, 3, 2])
    assert.deepStrictEqual(turns([]), [])
  })
})
