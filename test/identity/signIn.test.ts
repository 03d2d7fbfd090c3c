import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt, decodeProtectedHeader } from "jose"
import { World } from "../../src/adapters/memory/World.ts"
import {
  adaBody,
  ask,
  bearer,
  email,
  givenAda,
  identityWorld,
  password,
  seen,
  signIn,
  tokensOf
} from "./identityProvider.ts"
import { issuer, now, sessionTokens } from "./sessionTokens.ts"

describe("signing in with a password", () => {
  it.effect("returns a session, with its fields in GoTrue's order", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const answer = yield* signIn({ email, password, gotrue_meta_security: {} })
      const tokens = yield* tokensOf(answer)
      assert.match(tokens.refresh_token, /^[a-z2-7]{32}$/)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(
        answer.text,
        JSON.stringify({
          access_token: tokens.access_token,
          token_type: "bearer",
          expires_in: 3600,
          expires_at: now + 3_600,
          refresh_token: tokens.refresh_token,
          user: adaBody(userId)
        })
      )
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.isNull(answer.headers.get("x-sb-error-code"))
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("has an entry in the audit log of each organization, and so has a wrong password", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const entries = Effect.map((yield* World).state, ({ auditEntries }) =>
        auditEntries.filter(({ action }) => action.startsWith("sign_in."))
      )
      yield* signIn({ email, password: "a wrong password" })
      yield* signIn({ email: "nobody@example.com", password: "a wrong password" })
      yield* signIn()
      // The entry of a wrong password is stored after the answer.
      yield* Effect.repeat(Effect.andThen(Effect.yieldNow, entries), { until: (all) => all.length > 1, times: 10_000 })
      const found = (yield* entries).toSorted((one, other) => one.action.localeCompare(other.action))
      assert.deepStrictEqual<unknown>(
        found.map(({ action, actor, changes, subject }) => ({ action, actor, changes, subject })),
        ["sign_in.failed", "sign_in.succeeded"].map((action) => ({
          action,
          actor: { _tag: "Member", userId },
          changes: [],
          subject: { id: userId, name: email }
        }))
      )
      for (const hidden of [password, "a wrong password"]) assert.notInclude(JSON.stringify(found), hidden)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("returns an access token with the claims of GoTrue, which the service accepts", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const { access_token: token } = yield* tokensOf(yield* signIn())
      const [signedIn] = (yield* (yield* World).state).signIns
      assert.strictEqual(JSON.stringify(decodeProtectedHeader(token)), '{"alg":"HS256","typ":"JWT"}')
      assert.strictEqual(
        JSON.stringify(decodeJwt(token)),
        JSON.stringify({
          iss: issuer,
          sub: userId,
          aud: "authenticated",
          exp: now + 3_600,
          iat: now,
          email,
          phone: "",
          app_metadata: { provider: "email", providers: ["email"] },
          user_metadata: {},
          role: "authenticated",
          aal: "aal1",
          amr: [{ method: "password", timestamp: now }],
          session_id: signedIn?.id ?? "",
          is_anonymous: false
        })
      )
      const { verify } = yield* sessionTokens()
      assert.deepStrictEqual(yield* verify(Redacted.make(token)), { _tag: "User", userId, email })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("accepts the address in any letter case, and begins another session each time", () =>
    Effect.gen(function* () {
      yield* givenAda
      const one = yield* tokensOf(yield* signIn({ email: email.toUpperCase(), password }))
      const other = yield* tokensOf(yield* signIn({ email: email.toLowerCase(), phone: null, password }))
      assert.notStrictEqual(one.refresh_token, other.refresh_token)
      assert.notStrictEqual(decodeJwt(one.access_token)["session_id"], decodeJwt(other.access_token)["session_id"])
      const kept = JSON.stringify((yield* (yield* World).state).signIns)
      assert.notInclude(kept, one.refresh_token)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("returns the user with the time of the latest sign-in", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const first = yield* tokensOf(yield* signIn())
      yield* TestClock.adjust("90 seconds")
      yield* signIn()
      const user = yield* ask("/auth/v1/user", { headers: bearer(first.access_token) })
      assert.deepStrictEqual(seen(user), { status: 200, body: adaBody(userId, "2026-11-20T12:01:30.000Z") })
      assert.strictEqual(user.text, JSON.stringify(adaBody(userId, "2026-11-20T12:01:30.000Z")))
      assert.strictEqual(user.headers.get("cache-control"), "no-store")
    }).pipe(Effect.provide(identityWorld))
  )
})
