import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { openText, opaqueText } from "../../emulator/graph/page.ts"

describe("an opaque text", () => {
  it.effect.each([
    ["0", "MAZDZD"],
    // The ids of real messages and conversations begin so.
    ["ig_dm_item:1:IGMessageID:17841", "aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3ODQx"],
    ["ig_dm:340", "aWdfZAG06MzQw"]
  ] as const)("of %s is %s", ([text, opaque]) =>
    Effect.sync(() => {
      assert.strictEqual(opaqueText(text), opaque)
      assert.deepStrictEqual(openText(opaque), Option.some(text))
    })
  )

  it.prop("can stand in an address, and tells the text again", { text: Schema.String }, ({ text }) => {
    const opaque = opaqueText(text)
    assert.match(opaque, /^[A-Za-z0-9]*$/)
    assert.deepStrictEqual(openText(opaque), Option.some(text.toWellFormed()))
  })
})
