import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import { isSameJson } from "../../../src/domain/contacts/ContactChange.ts"

/** Values of which two are often the same. */
const Scalar = Schema.Union([Schema.Null, Schema.Literals([true, 0, 1, "", "a"])])
const Entries = Schema.Array(Schema.Tuple([Schema.Literals(["a", "b", "__proto__"]), Scalar]))
const Drawn = Schema.Union([Scalar, Schema.Array(Scalar), Entries, Schema.Json])

const parsed = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const reversed = (json: Schema.Json): Schema.Json => {
  if (typeof json !== "object" || json === null) return json
  return Array.isArray(json)
    ? json.map(reversed)
    : Object.fromEntries(
        Object.entries(json)
          .toReversed()
          .map(([key, value]) => [key, reversed(value)])
      )
}

/** As it would arrive. A list of entries stands for an object. */
const isEntries = Schema.is(Entries)
const json = (drawn: typeof Drawn.Type): Schema.Json =>
  parsed(JSON.stringify(isEntries(drawn) ? Object.fromEntries(drawn) : drawn))

describe("isSameJson", () => {
  it.prop(
    "has the result of deep equality in Node, with zeros of either sign equal",
    { one: Drawn, other: Drawn },
    (given) => {
      const [one, other] = [json(given.one), json(given.other)]
      assert.strictEqual(isSameJson(one, other), isDeepStrictEqual(one, other))
    }
  )

  it.prop("ignores the order of keys, at any depth", { drawn: Drawn }, ({ drawn }) => {
    assert.isTrue(isSameJson(json(drawn), reversed(json(drawn))))
  })

  it.each([
    ["[1,2]", "[2,1]"],
    ["[1]", "[1,1]"],
    ["[]", "{}"],
    ["{}", "null"],
    ['{"a":null}', "{}"],
    ['{"a":null}', '{"b":null}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"__proto__":{}}', "{}"],
    ['{"toString":1}', "{}"],
    ["1", '"1"'],
    ["[[1]]", '[["1"]]']
  ])("distinguishes %s from %s", (one, other) => {
    assert.isFalse(isSameJson(parsed(one), parsed(other)))
    assert.isFalse(isSameJson(parsed(other), parsed(one)))
  })

  it("treats zeros of either sign as equal, because their JSON is", () => {
    assert.isTrue(isSameJson({ a: -0 }, { a: 0 }))
  })
})
