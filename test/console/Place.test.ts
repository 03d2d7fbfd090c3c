import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hrefOf, idsIn, placeOf, withQuery } from "../../console/app/Place.ts"

/** Half a character has no form in an address. */
const Text = Schema.NonEmptyString.check(Schema.makeFilter((text) => text.isWellFormed()))
const Query = Schema.Record(Text, Text)

describe("a place of the console", () => {
  it.prop("is the same after its address", { query: Query }, ({ query }) => {
    const place = { path: "/inbox/1", query }
    assert.deepStrictEqual(placeOf(hrefOf(place)), place)
  })

  it("has one address", () => {
    assert.strictEqual(hrefOf({ path: "/inbox", query: { b: "2", a: "1", c: "" } }), "/inbox?a=1&b=2")
    assert.strictEqual(hrefOf(placeOf("http://x/inbox/?status=&a=1#part")), "/inbox?a=1")
    assert.strictEqual(hrefOf(placeOf("http://x/")), "/")
  })

  it("keeps what is not changed of the query", () => {
    const place = { path: "/inbox", query: { status: "open", search: "a&b" } }
    assert.deepStrictEqual(withQuery(place, { status: null, channel: "whatsapp" }).query, {
      search: "a&b",
      channel: "whatsapp"
    })
    assert.deepStrictEqual(withQuery(place, { search: "" }).query, { status: "open" })
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
  ])("has the ids of %s in %s: %j", (pattern, path, ids) => {
    assert.deepStrictEqual(idsIn(pattern, path), ids)
  })
})
