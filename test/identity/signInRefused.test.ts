import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref, Schema } from "effect"
import { World } from "../../src/adapters/memory/World.ts"
import { Passwords } from "../../src/ports/access/SignIns.ts"
import { ask, email, givenAda, identityWorld, password, seen, signIn } from "./identityProvider.ts"

const invalid = { code: "invalid_credentials", message: "Invalid login credentials" }

describe("a sign-in is refused", () => {
  it.effect.each([
    ["with a wrong password", { email, password: `${password}!` }, 400, invalid],
    ["with no password", { email }, 400, invalid],
    ["with an empty password", { email, password: "" }, 400, invalid],
    ["with an address that nobody has", { email: "nobody@example.com", password }, 400, invalid],
    ["with an address that nobody can have", { email: `${email}\u0000`, password }, 400, invalid],
    ["with an address that is too long", { email: `${"x".repeat(320)}@example.com`, password }, 400, invalid],
    ["without an address", { password }, 400, { code: "validation_failed", message: "missing email or phone" }],
    [
      "with nothing for an address",
      { email: null, password },
      400,
      { code: "validation_failed", message: "missing email or phone" }
    ],
    [
      "with address and phone",
      { email, phone: "15551234567", password },
      400,
      {
        code: "validation_failed",
        message: "Only an email address or phone number should be provided on login."
      }
    ],
    [
      "with a phone",
      { phone: "15551234567", password },
      422,
      { code: "phone_provider_disabled", message: "Phone logins are disabled" }
    ],
    [
      "with what is no JSON",
      '{"email":"ada@example.com"',
      400,
      { code: "bad_json", message: "Could not parse request body as JSON: not valid JSON" }
    ],
    [
      "with what is not UTF-8",
      new Blob([Buffer.from(`{"email":"${email}","password":"Jos\u00e9"}`, "latin1")]),
      400,
      { code: "bad_json", message: "Could not parse request body as JSON: not valid UTF-8" }
    ],
    ["with nothing", "", 400, { code: "bad_json", message: "Could not parse request body as JSON: not valid JSON" }],
    [
      "with a list",
      [email, password],
      400,
      { code: "bad_json", message: "Could not parse request body as JSON: not an object" }
    ],
    [
      "with a password that is no text",
      { email, password: 12_345 },
      400,
      { code: "bad_json", message: "Could not parse request body as JSON: password is not a text" }
    ],
    [
      "with more than is read",
      { email, password, pad: "x".repeat(16_384) },
      413,
      { code: "validation_failed", message: "Request body is too large" }
    ]
  ] as const)("%s", ([, credentials, status, body]) =>
    Effect.gen(function* () {
      yield* givenAda
      const answer = yield* signIn(credentials)
      assert.deepStrictEqual(seen(answer), { status, body })
      assert.strictEqual(answer.text, JSON.stringify(body))
      assert.strictEqual(answer.headers.get("x-sb-error-code"), body.code)
      assert.strictEqual(answer.headers.get("x-supabase-api-version"), "2024-01-01")
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual((yield* (yield* World).state).signIns, [])
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each(["", "?grant_type=", "?grant_type=client_credentials", "?grant_type=PASSWORD"])(
    "with an unsupported grant type (%j)",
    (query) =>
      Effect.gen(function* () {
        const answer = yield* ask(`/auth/v1/token${query}`, { body: { email, password } })
        const body = { code: "invalid_credentials", message: "unsupported_grant_type" }
        assert.deepStrictEqual(seen(answer), { status: 400, body })
      }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each(["2024-01-01", "2024-01-02", "2031-12-31"])("in the newer format for version %s", (version) =>
    Effect.gen(function* () {
      const answer = yield* signIn({ email, password }, { headers: { "x-supabase-api-version": version } })
      assert.strictEqual(answer.text, JSON.stringify(invalid))
      assert.strictEqual(answer.headers.get("x-supabase-api-version"), "2024-01-01")
      assert.strictEqual(answer.headers.get("x-sb-error-code"), "invalid_credentials")
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each(["2023-12-31", "", "2024-13-01", "tomorrow", "9999"])(
    "in the older format for version %j",
    (version) =>
      Effect.gen(function* () {
        const answer = yield* signIn({ email, password }, { headers: { "x-supabase-api-version": version } })
        const body = { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }
        assert.strictEqual(answer.text, JSON.stringify(body))
        assert.isNull(answer.headers.get("x-supabase-api-version"))
        assert.strictEqual(answer.headers.get("x-sb-error-code"), "invalid_credentials")
      }).pipe(Effect.provide(identityWorld))
  )

  it.effect("after the same work for known and unknown addresses", () =>
    Effect.gen(function* () {
      const hashes = yield* Ref.make<ReadonlyArray<string | null>>([])
      const verify = (_: unknown, hash: string | null) =>
        Effect.as(
          Ref.update(hashes, (all) => [...all, hash]),
          false
        )
      const counting = Layer.succeed(Passwords, Passwords.of({ hash: () => Effect.succeed("a hash"), verify }))
      yield* Effect.gen(function* () {
        yield* givenAda
        const known = yield* signIn({ email, password })
        const unknown = yield* signIn({ email: "nobody@example.com", password })
        assert.strictEqual(known.text, unknown.text)
        assert.deepStrictEqual(yield* Ref.get(hashes), ["a hash", null])
      }).pipe(Effect.provide(Layer.merge(identityWorld, counting)))
    })
  )

  it.effect.each([`${email}\u0000`, "\ud800@example.com", `${"x".repeat(309)}@example.com`])(
    "without a query for an invalid address",
    (address) =>
      Effect.gen(function* () {
        yield* (yield* World).failNext("Users.findByEmail")
        assert.deepStrictEqual(seen(yield* signIn({ email: address, password })), { status: 400, body: invalid })
        assert.strictEqual((yield* signIn()).status, 500)
      }).pipe(Effect.provide(identityWorld))
  )

  it.effect("with a 500 without details if the store fails", () =>
    Effect.gen(function* () {
      yield* givenAda
      const world = yield* World
      yield* world.failNext("Users.findByEmail", 2)
      const message = "Unexpected failure, please check server logs for more information"
      assert.deepStrictEqual(seen(yield* signIn()), { status: 500, body: { code: "unexpected_failure", message } })
      assert.deepStrictEqual(seen(yield* signIn(undefined, { headers: { "x-supabase-api-version": "" } })), {
        status: 500,
        body: { code: 500, error_code: "unexpected_failure", msg: message }
      })
      assert.strictEqual((yield* signIn()).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.prop("in the format of this interface, whatever the body", { body: Schema.Json }, ({ body }) =>
    Effect.gen(function* () {
      const answer = yield* signIn(body)
      assert.oneOf(answer.status, [400, 422, 429])
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("with deeply nested JSON", () =>
    Effect.gen(function* () {
      const deep = "[".repeat(8_000) + "]".repeat(8_000)
      assert.strictEqual((yield* signIn(deep)).status, 400)
      assert.strictEqual((yield* signIn(`{"email":${deep}}`)).status, 400)
      assert.deepStrictEqual(seen(yield* signIn(`{"email":"a@b.c","x":${deep}}`)), { status: 400, body: invalid })
    }).pipe(Effect.provide(identityWorld))
  )
})
