import { assert, describe, it } from "@effect/vitest"
import { placesOfFirst } from "../../../src/adapters/postgres/sends/reserveAll.ts"

describe("placesOfFirst", () => {
  const keys = ["ann", "bob", "ann", "", "bob", "ann", ""]

  it("maps each key to the first position of an equal key", () => {
    assert.deepStrictEqual(placesOfFirst(keys), [1, 2, 1, 4, 2, 1, 4])
    assert.deepStrictEqual(placesOfFirst([]), [])
  })
})
