import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hrefOf, idsIn, placeOf, withQuery } from "../../console/app/Place.ts"

/** Unpaired surrogates have no form in an address. */
const Text = Schema.NonEmptyString.check(Schema.makeFilter((text) => text.isWellFormed()))
const Query = Schema.Record(Text, Text)

describe("places of the console", () => {
  it.prop("a place survives formatting and parsing of its address", { query: Query }, ({ query }) => {
    const current = { path: "/inbox/1", query }
    assert.deepStrictEqual(placeOf(hrefOf(current)), current)
  })

  it("equal places have one address", () => {
    assert.strictEqual(hrefOf({ path: "/inbox", query: { b: "2", a: "1", c: "" } }), "/inbox?a=1&b=2")
    assert.strictEqual(hrefOf(placeOf("http://x/inbox/?status=&a=1#part")), "/inbox?a=1")
    assert.strictEqual(hrefOf(placeOf("http://x/")), "/")
  })

  it("a change of the query preserves the other fields", () => {
    const current = { path: "/inbox", query: { status: "open", search: "a&b" } }
    assert.deepStrictEqual(withQuery(current, { status: null, channel: "whatsapp" }).query, {
      search: "a&b",
      channel: "whatsapp"
    })
    assert.deepStrictEqual(withQuery(current, { search: "" }).query, { status: "open" })
  })

  it.each([
    ["/inbox/:id", "/inbox/0198", { id: "0198" }],
    ["/inbox/:id", "/inbox", null],
    ["/inbox/:id", "/inbox/", null],
    ["/inbox/:id", "/inbox/1/2", null],
    ["/inbox/:id", "/elsewhere/1", null],
    ["/inbox/:id", "/inbox/a%2Fb+%26c", { id: "a/b+&c" }],
    ["/inbox/:id", "/inbox/%ff%", { id: "\uFFFD%" }],
    ["/developers", "/developers", {}]
  ])("the pattern %s matches %s with the ids %j", (pattern, path, ids) => {
    assert.deepStrictEqual(idsIn(pattern, path), ids)
  })
})
