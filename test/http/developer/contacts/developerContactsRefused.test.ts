import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TagSyncLog } from "../../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenBackend, missingPhone, refused } from "./developerContactsBackend.ts"

const phone = "15551234567"
const unstorable = "Expected text without NUL characters and unpaired surrogates"
const notJson = refused("Request body is not valid JSON")

/** What neither a new contact nor a change takes, whatever is beside it. */
const fields: ReadonlyArray<readonly [field: object, message: string]> = [
  [{ name: "x".repeat(513) }, "Invalid field name: Expected at most 512 characters"],
  [{ name: "x".repeat(10_000) }, "Invalid field name: Expected at most 512 characters"],
  [{ name: 5 }, "Invalid field name: Expected string | null"],
  [{ name: "a\0" }, `Invalid field name: ${unstorable}`],
  [{ name: "\ud800" }, `Invalid field name: ${unstorable}`],
  [{ email: "ada" }, "Invalid field email: Expected an e-mail address"],
  [{ email: "ada @example.com" }, "Invalid field email: Expected an e-mail address"],
  [{ email: `${"a".repeat(320)}@b` }, "Invalid field email: Expected at most 320 characters"],
  [{ email: true }, "Invalid field email: Expected string | null"],
  [{ tags: "vip" }, "Invalid field tags: Expected array | null"],
  [{ tags: ["vip", 5] }, "Invalid field tags[1]: Expected string"],
  [{ tags: ["a\0"] }, `Invalid field tags[0]: ${unstorable}`],
  [{ tags: [""] }, "Invalid field tags: Expected tags of 1 to 128 characters"],
  [{ tags: ["x".repeat(129)] }, "Invalid field tags: Expected tags of 1 to 128 characters"],
  [{ tags: Array.from({ length: 101 }, (_, n) => `tag ${n}`) }, "Invalid field tags: Expected at most 100 tags"],
  [{ attributes: [] }, "Invalid field attributes: Expected object | null"],
  [{ attributes: "gold" }, "Invalid field attributes: Expected object | null"],
  [{ attributes: { "a\0": 1 } }, `Invalid field attributes: ${unstorable}`],
  [{ attributes: { a: [{ b: "\udfff" }] } }, `Invalid field attributes: ${unstorable}`],
  [{ attributes: { a: "x".repeat(16_384) } }, "Invalid field attributes: Expected at most 16 KiB of JSON"],
  [
    { attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n])) },
    "Invalid field attributes: Expected at most 100 keys"
  ]
]

const codeMessage = "Invalid field countryCode: not the calling code of a country"
const codeFix = "Give the calling code in digits, for example 1 or 44"

describe("POST /v1/contacts", () => {
  it.effect("requires the number", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      for (const body of [{}, { phone: null }, { phone: "" }, { phone: " \t\u00a0" }, { name: "Ada", to: phone }]) {
        assert.deepStrictEqual(yield* post(body), missingPhone)
      }
      assert.deepStrictEqual(yield* kept, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses values that are not a phone number", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      const fix = "Give the number in E.164 without +, for example 15551234567"
      for (const text of ["call me", "12", "1".repeat(16), "1".repeat(10_000), phone + " ext. 3"]) {
        assert.deepStrictEqual(yield* post({ phone: text }), refused("Invalid field phone: not a phone number", fix))
      }
      const withCode = "Write the number with + and its country code, for example +15551234567"
      for (const text of ["020 7946 0958", "11988887777", "612345678"]) {
        const problem = "Invalid field phone: no country code; write the number with + and its country code"
        assert.deepStrictEqual(yield* post({ phone: text }), refused(problem, withCode))
      }
      assert.deepStrictEqual(yield* post({ phone: 15551234567 }), refused("Invalid field phone: Expected string"))
      assert.deepStrictEqual(yield* post({ phone: `${phone}\0` }), refused(`Invalid field phone: ${unstorable}`))
      assert.deepStrictEqual(yield* kept, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(fields)("refuses %o", ([field, message]) =>
    Effect.gen(function* () {
      const { events, kept, post } = yield* givenBackend
      assert.deepStrictEqual(yield* post({ phone, ...field }), refused(message))
      assert.deepStrictEqual([yield* kept, yield* events], [[], []])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses bodies that are not a JSON object", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend
      assert.deepStrictEqual(yield* post(""), notJson)
      assert.deepStrictEqual(yield* post('{"phone":'), notJson)
      for (const body of ["[]", "null", '"15551234567"', "5"]) {
        assert.deepStrictEqual(yield* post(body), refused("Request body must be a JSON object"))
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("PATCH /v1/contacts/:id", () => {
  it.effect.each(fields)("refuses %o and changes no other field", ([field, message]) =>
    Effect.gen(function* () {
      const { added, events, kept, patch } = yield* givenBackend
      const id = yield* added({ phone, name: "Ada", tags: ["vip"] })
      const before = yield* kept
      assert.deepStrictEqual(yield* patch(id, { name: "Eve", countryCode: "44", ...field }), refused(message))
      assert.deepStrictEqual(yield* kept, before)
      assert.lengthOf(yield* events, 1)
      assert.lengthOf(yield* (yield* TagSyncLog).offered, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses values that are not a calling code", () =>
    Effect.gen(function* () {
      const { added, kept, patch } = yield* givenBackend
      const id = yield* added({ phone })
      const before = yield* kept
      for (const countryCode of ["999", "800", "US", "1246", "0", "+", " 1", "x".repeat(10_000)]) {
        assert.deepStrictEqual(yield* patch(id, { name: "Eve", countryCode }), refused(codeMessage, codeFix))
      }
      assert.deepStrictEqual(
        yield* patch(id, { countryCode: 1 }),
        refused("Invalid field countryCode: Expected string | null")
      )
      assert.deepStrictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts merged attributes up to the limit, and refuses them beyond it", () =>
    Effect.gen(function* () {
      const { added, get, patch } = yield* givenBackend
      const id = yield* added({ phone, attributes: { a: "x".repeat(10_000) } })
      const tooLarge = refused("Invalid field attributes: Expected at most 16 KiB of JSON")
      assert.deepStrictEqual(yield* patch(id, { attributes: { b: "x".repeat(10_000) } }), tooLarge)
      assert.strictEqual((yield* patch(id, { attributes: { a: null, b: "x".repeat(10_000) } })).status, 200)
      const { body } = yield* get(id)
      assert.deepStrictEqual(Object.keys(JSON.parse(JSON.stringify(body)).data.params), ["b"])
    }).pipe(Effect.provide(httpWorld))
  )
})
