import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { userIdOf } from "../../src/adapters/identity/subjectUserId.ts"
import { Subject } from "../../src/domain/access/Member.ts"
import {
  ada,
  issuer,
  now,
  serviceKey,
  sessionTokens,
  signed,
  userClaims,
  verdict,
  verdictOf,
  without
} from "./sessionTokens.ts"

const anyIssuer = { issuer: Option.none() }

describe("a session token with the shared secret", () => {
  it.effect("identifies the user", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1_000)
      const { verify } = yield* sessionTokens()
      const token = yield* signed({
        ...userClaims,
        iat: now,
        phone: "",
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: {},
        aal: "aal1",
        amr: [{ method: "password", timestamp: now }],
        session_id: "0d3c5f0e-3c1f-4f49-a6bd-4a3a5a0c9f77",
        is_anonymous: false
      })
      assert.deepStrictEqual(yield* verify(Redacted.make(token)), {
        _tag: "User",
        userId: ada,
        email: "ada@example.com"
      })
    })
  )

  it.effect("requires no address, audience or role", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1_000)
      const { verify } = yield* sessionTokens()
      const token = yield* signed({ iss: issuer, sub: ada.toUpperCase(), exp: now + 1 })
      assert.deepStrictEqual(yield* verify(Redacted.make(token)), { _tag: "User", userId: ada, email: null })
    })
  )

  it.effect.each([
    [["authenticated"], `user ${ada}`],
    [["other", "authenticated"], `user ${ada}`],
    ["other", "invalid: other audience"],
    [["other"], "invalid: other audience"],
    [[], "invalid: other audience"],
    [null, "invalid: other audience"],
    ["Authenticated", "invalid: other audience"]
  ] as const)("for the audience %j is %s", ([aud, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed({ ...userClaims, aud })), expected)
    })
  )

  it.effect.each([
    ["for a year", 31_536_000, `user ${ada}`],
    ["for a second", 1, `user ${ada}`],
    ["within the skew of clocks", -29, `user ${ada}`],
    ["just beyond the skew", -30, "expired"],
    ["no more, since long", -86_400, "expired"]
  ] as const)("that is valid %s (%d) is: %s", ([, left, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed({ ...userClaims, exp: now + left })), expected)
    })
  )

  it.effect("with a subject that is not a UUID identifies that user", () =>
    Effect.gen(function* () {
      const sub = "auth0|64b0c1"
      assert.strictEqual(yield* verdict(signed({ ...userClaims, sub })), `user ${userIdOf(Subject.make(sub))}`)
    })
  )

  it.effect("expires by the provided clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1_000)
      const tokens = yield* sessionTokens()
      const token = yield* signed({ ...userClaims, exp: now + 60 })
      yield* TestClock.adjust("89 seconds")
      assert.strictEqual(yield* verdictOf(tokens, token), `user ${ada}`)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdictOf(tokens, token), "expired")
    })
  )

  it.effect.each([
    ["without an expiry", without(userClaims, "exp"), "not verified"],
    ["with an expiry that is a text", { ...userClaims, exp: String(now + 60) }, "not verified"],
    ["with an expiry that is nothing", { ...userClaims, exp: null }, "not verified"],
    ["that begins after the skew", { ...userClaims, nbf: now + 31 }, "not verified"],
    ["without a subject", without(userClaims, "sub"), "no subject"],
    ["with a subject that is no text", { ...userClaims, sub: 7 }, "no subject"],
    ["with a subject that is too long", { ...userClaims, sub: "x".repeat(256) }, "no subject"],
    ["with an empty subject", { ...userClaims, sub: "" }, "no subject"],
    ["of another issuer", { ...userClaims, iss: "https://other.example/auth/v1" }, "other issuer"],
    ["of an issuer that begins alike", { ...userClaims, iss: `${issuer}/` }, "other issuer"],
    ["without an issuer", without(userClaims, "iss"), "other issuer"],
    ["of several issuers", { ...userClaims, iss: [issuer] }, "other issuer"],
    ["of another issuer, that is expired too", { ...userClaims, iss: "x", exp: 1 }, "other issuer"]
  ] as const)("%s is refused", ([, claims, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed(claims)), `invalid: ${reason}`)
    })
  )

  it.effect("that begins within the clock skew is valid, and with any issuer if none is configured", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed({ ...userClaims, nbf: now + 30 })), `user ${ada}`)
      assert.strictEqual(yield* verdict(signed({ ...userClaims, iss: "x" }), anyIssuer), `user ${ada}`)
      assert.strictEqual(yield* verdict(signed(without(userClaims, "iss")), anyIssuer), `user ${ada}`)
    })
  )
})

describe("the service role", () => {
  const legacy = { iss: "supabase", ref: "project", role: "service_role", iat: now, exp: now + 3_600 }

  it.effect.each([
    ["by its claim, of the issuer that such keys name", legacy, "service"],
    ["by its claim and nothing else but an expiry", { role: "service_role", exp: now + 60 }, "service"],
    ["not when it is expired", { ...legacy, exp: now - 60 }, "expired"],
    ["not without an expiry", without(legacy, "exp"), "invalid: not verified"],
    ["not for the key of anonymous callers", { ...legacy, iss: issuer, role: "anon" }, "invalid: no subject"],
    ["not in a list", { ...userClaims, role: ["service_role"] }, `user ${ada}`],
    ["not in other letters", { ...userClaims, role: "SERVICE_ROLE" }, `user ${ada}`],
    [
      "not inside what users write of themselves",
      { ...userClaims, user_metadata: { role: "service_role" } },
      `user ${ada}`
    ],
    [
      "not inside what applications write of users",
      { ...userClaims, app_metadata: { role: "service_role", claims: { role: "service_role" } } },
      `user ${ada}`
    ],
    [
      "not inside either, without a subject",
      {
        ...without(userClaims, "sub", "role"),
        user_metadata: { role: "service_role" },
        app_metadata: { role: "service_role" }
      },
      "invalid: no subject"
    ]
  ] as const)("is granted %s", ([, claims, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed(claims)), expected)
    })
  )

  it.effect("requires the configured key, and nothing similar", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(serviceKey), "service")
      for (const text of ["", ` ${serviceKey}`, `${serviceKey}x`, serviceKey.slice(0, -1), serviceKey.toUpperCase()]) {
        assert.strictEqual(yield* verdict(text), "invalid: not a token")
      }
      assert.strictEqual(yield* verdict(serviceKey, { serviceKey: Option.none() }), "invalid: not a token")
    })
  )
})
