import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenDashboard, kept, refused } from "../sessionDashboard.ts"

const userNumber = "+15551234567"
const unstorable = "Expected text without NUL characters and unpaired surrogates"
const notFound = refused(404, "Contact not found")
const many = Array.from({ length: 101 }, (_, count) => count)
const noCountry = "Expected a country code of ISO 3166-1 alpha-2"

/** Fields that neither a new contact nor a change takes, named as each of the two names them. */
const fields: ReadonlyArray<readonly [create: string, change: string, value: unknown, problem: string]> = [
  ["userName", "name", "x".repeat(513), "Expected at most 512 characters"],
  ["userName", "name", 5, "Expected string | null"],
  ["userName", "name", "a\0", unstorable],
  ["email", "email", "ada", "Expected an e-mail address"],
  ["email", "email", `${"a".repeat(320)}@b`, "Expected at most 320 characters"],
  ["email", "email", true, "Expected string | null"],
  ["countryCode", "country_code", "ZZ", noCountry],
  ["countryCode", "country_code", "U", noCountry],
  ["countryCode", "country_code", "USA", noCountry],
  ["countryCode", "country_code", "1", noCountry],
  ["countryCode", "country_code", "ß", noCountry],
  ["countryCode", "country_code", 1, "Expected string | null"],
  ["tags", "tags", "vip", "Expected array | null"],
  ["tags", "tags", "", "Expected array | null"],
  ["tags", "tags", [""], "Expected tags of 1 to 128 characters"],
  ["tags", "tags", many.map(String), "Expected at most 100 tags"],
  ["params", "params", [], "Expected object | null"],
  ["params", "params", { "a\0": 1 }, unstorable],
  ["params", "params", { a: "x".repeat(16_384) }, "Expected at most 16 KiB of JSON"],
  ["params", "params", Object.fromEntries(many.map((key) => [key, key])), "Expected at most 100 keys"]
]

const ofChange: ReadonlyArray<readonly [field: string, value: unknown, problem: string]> = [
  ["is_blocked", "true", "Expected boolean | null"],
  ["is_blocked", "", "Expected boolean | null"],
  ["opted_in", 1, "Expected boolean | null"],
  ["source", {}, "Expected string | null"],
  ["source", "x".repeat(129), "Expected at most 128 characters"]
]

describe("POST /contacts", () => {
  it.effect("requires the number", () =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      const before = yield* kept
      for (const body of [{}, { userNumber: null }, { userNumber: "" }, { userNumber: "   " }, { phone: userNumber }]) {
        assert.deepStrictEqual(yield* post("/contacts", body), refused(400, "Phone number (userNumber) is required"))
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses values that are not a phone number", () =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      const before = yield* kept
      for (const text of ["call me", "+12", "1".repeat(16), `${userNumber} ext. 3`]) {
        const answer = yield* post("/contacts", { userNumber: text })
        assert.deepStrictEqual(answer, refused(400, "Invalid field userNumber: not a phone number"))
      }
      assert.deepStrictEqual(
        yield* post("/contacts", { userNumber: 15551234567 }),
        refused(400, "Invalid field userNumber: Expected string")
      )
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(fields)("%s: refuses what a change refuses in %s: %o", ([field, , value, problem]) =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      const before = yield* kept
      const answer = yield* post("/contacts", { userNumber, [field]: value })
      assert.deepStrictEqual(answer, refused(400, `Invalid field ${field}: ${problem}`))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("PATCH /contacts/:contactId", () => {
  it.effect.each([...fields.map(([, field, value, problem]) => [field, value, problem] as const), ...ofChange])(
    "refuses %s of %o, and changes no other field",
    ([field, value, problem]) =>
      Effect.gen(function* () {
        const { added, patch } = yield* givenDashboard()
        const id = yield* added({ userNumber, userName: "Ada" })
        const before = yield* kept
        const answer = yield* patch(`/contacts/${id}`, { name: "Eve", opted_in: true, [field]: value })
        assert.deepStrictEqual(answer, refused(400, `Invalid field ${field}: ${problem}`))
        assert.strictEqual(yield* kept, before)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires at least one known field", () =>
    Effect.gen(function* () {
      const { added, patch } = yield* givenDashboard()
      const id = yield* added({ userNumber, userName: "Ada" })
      const before = yield* kept
      const unknown = { phone: "+442079460958", userName: "Eve", countryCode: "GB", isBlocked: true, labels: ["x"] }
      for (const body of [{}, unknown, { name: null, tags: null, params: null, is_blocked: null }]) {
        assert.deepStrictEqual(yield* patch(`/contacts/${id}`, body), refused(400, "No valid fields to update"))
        assert.deepStrictEqual(yield* patch("/contacts/x", body), refused(400, "No valid fields to update"))
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("an id of a contact", () => {
  it.effect("that is unknown, invalid, or of another organization is not found", () =>
    Effect.gen(function* () {
      const { get, patch } = yield* givenDashboard()
      const another = yield* givenDashboard()
      const theirs = yield* another.added({ userNumber, userName: "Ada" })
      const { body } = yield* another.get(`/contacts/${theirs}`)
      const { vendorContactId } = JSON.parse(JSON.stringify(body)).data
      const before = yield* kept
      for (const id of [
        theirs,
        vendorContactId,
        "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71",
        "11111111-1111-1111-1111-111111111111",
        "ct_aaaaaaaaaaaaaaaaaaaaaaaa",
        "bulk",
        "%00",
        "%F0%9F%98%80",
        "x".repeat(100)
      ]) {
        assert.deepStrictEqual(yield* get(`/contacts/${id}`), notFound, id)
        assert.deepStrictEqual(yield* patch(`/contacts/${id}`, { name: "Eve" }), notFound, id)
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
