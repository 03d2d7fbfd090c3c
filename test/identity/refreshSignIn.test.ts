import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt } from "jose"
import { adaBody, ask, bearer, givenAda, identityWorld, refresh, seen, signIn, tokensOf } from "./identityProvider.ts"
import { now } from "./sessionTokens.ts"

describe("refreshing a session", () => {
  it.effect("returns new tokens with the time of the sign-in", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const first = yield* tokensOf(yield* signIn())
      yield* TestClock.adjust("50 minutes")
      const answer = yield* refresh(first.refresh_token)
      const second = yield* tokensOf(answer)
      assert.notStrictEqual(second.refresh_token, first.refresh_token)
      assert.strictEqual(
        answer.text,
        JSON.stringify({
          access_token: second.access_token,
          token_type: "bearer",
          expires_in: 3600,
          expires_at: now + 6_600,
          refresh_token: second.refresh_token,
          user: adaBody(userId)
        })
      )
      const claims = decodeJwt(second.access_token)
      assert.deepStrictEqual(claims, { ...decodeJwt(first.access_token), iat: now + 3_000, exp: now + 6_600 })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("is refused, and the session ends, if a token is reused after more than ten seconds", () =>
    Effect.gen(function* () {
      yield* givenAda
      const first = yield* tokensOf(yield* signIn())
      const second = yield* tokensOf(yield* refresh(first.refresh_token))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* tokensOf(yield* refresh(first.refresh_token))).refresh_token, second.refresh_token)
      yield* TestClock.adjust("1 millis")
      const used = {
        status: 400,
        body: { code: "refresh_token_already_used", message: "Invalid Refresh Token: Already Used" }
      }
      assert.deepStrictEqual(seen(yield* refresh(first.refresh_token)), used)
      assert.deepStrictEqual(seen(yield* refresh(second.refresh_token)), used)
      assert.deepStrictEqual(seen(yield* ask("/auth/v1/user", { headers: bearer(second.access_token) })), {
        status: 403,
        body: { code: "session_not_found", message: "Session from session_id claim in JWT does not exist" }
      })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("is refused for a session without a refresh for 30 days", () =>
    Effect.gen(function* () {
      yield* givenAda
      const { refresh_token: token } = yield* tokensOf(yield* signIn())
      yield* TestClock.adjust("30 days")
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(seen(yield* refresh(token)), {
        status: 400,
        body: { code: "session_expired", message: "Invalid Refresh Token: Session Expired" }
      })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each([
    ["x".repeat(32), "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
    ["abcdefghijkl", "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
    ["\u0000\ud800 and some more", "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
    ["abcdefghijk", "validation_failed", "Refresh token is not valid"],
    [12, "bad_json", "Could not parse request body as JSON: refresh_token is not a text"]
  ] as const)("is refused with %j: %s", ([token, code, message]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* refresh(token)), { status: 400, body: { code, message } })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each([undefined, null, ""])("is refused in OAuth's format without a token (%j)", (token) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* refresh(token)), {
        status: 400,
        body: { error: "invalid_request", error_description: "refresh_token required" }
      })
    }).pipe(Effect.provide(identityWorld))
  )
})

describe("signing out", () => {
  const signedIn = Effect.gen(function* () {
    yield* givenAda
    return [yield* tokensOf(yield* signIn()), yield* tokensOf(yield* signIn())] as const
  })

  const isIn = (token: string) =>
    Effect.map(ask("/auth/v1/user", { headers: bearer(token) }), ({ status }) => status === 200)

  it.effect.each([
    ["", false, false],
    ["?scope=global", false, false],
    ["?scope=local", false, true],
    ["?scope=others", true, false]
  ] as const)("with %j ends the sessions in its scope", ([query, isHere, isElsewhere]) =>
    Effect.gen(function* () {
      const [here, elsewhere] = yield* signedIn
      const answer = yield* ask(`/auth/v1/logout${query}`, { method: "POST", headers: bearer(here.access_token) })
      assert.deepStrictEqual(seen(answer), { status: 204, body: null })
      assert.strictEqual(yield* isIn(here.access_token), isHere)
      assert.strictEqual(yield* isIn(elsewhere.access_token), isElsewhere)
      assert.strictEqual((yield* refresh(here.refresh_token)).status, isHere ? 200 : 400)
      assert.strictEqual((yield* refresh(elsewhere.refresh_token)).status, isElsewhere ? 200 : 400)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("ends nothing with an invalid scope", () =>
    Effect.gen(function* () {
      const [here, elsewhere] = yield* signedIn
      const headers = bearer(here.access_token)
      assert.deepStrictEqual(seen(yield* ask("/auth/v1/logout?scope=all", { method: "POST", headers })), {
        status: 400,
        body: { code: "validation_failed", message: "Unsupported logout scope" }
      })
      assert.isTrue(yield* isIn(here.access_token))
      assert.isTrue(yield* isIn(elsewhere.access_token))
    }).pipe(Effect.provide(identityWorld))
  )
})
