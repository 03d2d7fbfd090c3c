import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hueOf, hues, initialsOf } from "../../console/parts/initials.ts"

describe("initials of a name", () => {
  it.each([
    ["Ada Lovelace", "AL"],
    ["Ada King Lovelace", "AL"],
    ["ada", "A"],
    ["محمد علي", "مع"],
    ["+49 30 1234567", "#"],
    ["", "#"]
  ])("of %j are %s", (name, initials) => {
    assert.strictEqual(initialsOf(name), initials)
  })
})

describe("the colour of an id", () => {
  it.prop("is one of the colours", { id: Schema.String }, ({ id }) => {
    assert.isTrue(Number.isInteger(hueOf(id)) && hueOf(id) >= 0 && hueOf(id) < hues)
  })
})
