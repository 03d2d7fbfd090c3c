import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { mentionOf, withoutMentions } from "../../../src/domain/text/withoutMentions.ts"

const isMention = mentionOf(["4915112345678", "PSID-1"])

describe("without mentions", () => {
  const Leaf = Schema.Literals(["x", "axb", "b", 7])
  const Values = Schema.Array(Schema.Record(Schema.Literals(["a", "x"]), Schema.Union([Leaf, Schema.Array(Leaf)])))

  it.prop("mentions: the rest mentions nothing, and a value without a mention stays", { json: Values }, ({ json }) => {
    const hasX = mentionOf(["x"])
    const rest = withoutMentions(json, hasX)
    if (hasX(JSON.stringify(json))) assert.isFalse(hasX(JSON.stringify(Option.getOrThrow(rest))))
    else assert.deepStrictEqual(rest, Option.some(json))
  })

  it("mentions: of nested lists, the innermost elements go", () => {
    const entry = {
      contacts: [{ wa_id: "4915112345678" }, { wa_id: "2" }],
      messages: [{ from: 4_915_112_345_678, text: "a" }]
    }
    assert.deepStrictEqual(
      withoutMentions({ entry: [entry, { id: "b" }] }, isMention),
      Option.some({ entry: [{ contacts: [{ wa_id: "2" }], messages: [] }, { id: "b" }] })
    )
    assert.deepStrictEqual(withoutMentions({ to: "PSID-1", text: "a" }, isMention), Option.none())
    assert.deepStrictEqual(withoutMentions({ "PSID-1": "a" }, isMention), Option.none())
  })

  it("mentions: numbers are recognized with separators, other terms as they are", () => {
    for (const text of ["+49 151 123-45678", "tel:+49(151)12345678", "a4915112345678b", "x PSID-1 y"])
      assert.isTrue(isMention(text), text)
    for (const text of ["491511234567", "psid-1", "PSID 1", ""]) assert.isFalse(isMention(text), text)
  })
})
