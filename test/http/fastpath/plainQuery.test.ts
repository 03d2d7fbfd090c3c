import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { plainQuery } from "../../../src/adapters/http/fastpath/fastRoutes.ts"

const Piece = Schema.Union([
  Schema.String,
  Schema.Literals(["a", "page", "limit", "=", "&", "?", "%41", "+", "1", "-2.5", "#"])
])

describe("plainQuery", () => {
  it.prop(
    "agrees with the standard parser on every query that it reads",
    { pieces: Schema.Array(Piece) },
    ({ pieces }) => {
      const query = pieces.join("")
      const read = plainQuery(`/v1/contacts?${query}`)
      if (Option.isNone(read)) return
      assert.deepStrictEqual(Object.entries(read.value), [...new URLSearchParams(query)])
    }
  )

  it.each([
    ["/v1/contacts", {}],
    ["/v1/contacts?", {}],
    ["/v1/contacts?limit=20&page=2", { limit: "20", page: "2" }],
    ["/v1/contacts?search=ada_l.-x", { search: "ada_l.-x" }],
    ["/v1/contacts?search=", { search: "" }]
  ])("reads %s", (url, query) => {
    assert.deepStrictEqual(plainQuery(url), Option.some(query))
  })

  it.each([
    "?a",
    "?a=1&",
    "?a=1&a=2",
    "?a=%41",
    "?a=b+c",
    "?a=1;b=2",
    "?a[]=1",
    "?a=1#b",
    "?=1",
    "?a=ä",
    "?__proto__=1"
  ])("leaves %s to the standard parser", (query) => {
    assert.deepStrictEqual(plainQuery(`/v1/contacts${query}`), Option.none())
  })
})
