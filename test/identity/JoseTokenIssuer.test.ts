import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as JoseTokenIssuer from "../../src/adapters/identity/JoseTokenIssuer.ts"
import { SignInId } from "../../src/domain/Ids.ts"
import { TokenIssuer } from "../../src/ports/access/IdentityProvider.ts"
import { ada, issuer, now, secret, signed, userClaims, without } from "./sessionTokens.ts"

const at = DateTime.makeUnsafe(now * 1_000)
const user = { id: ada, email: "ada@example.com", name: "Ada", createdAt: at }
const signIn = {
  id: SignInId.make("0d3c5f0e-3c1f-4f49-a6bd-4a3a5a0c9f77"),
  userId: ada,
  startedAt: at,
  refreshedAt: at
}

/** Whose token it is at so many seconds after the instant of the tests, or why it is refused. */
const holderOf = Effect.fnUntraced(function* (token: string, later = 0) {
  yield* TestClock.setTime((now + later) * 1_000)
  const { holder } = yield* TokenIssuer
  return yield* holder(Redacted.make(token)).pipe(Effect.catch(({ reason }) => Effect.succeed(reason)))
})

layer(JoseTokenIssuer.layer({ secret: Redacted.make(secret), issuer }))("JoseTokenIssuer", (it) => {
  it.effect("accepts its own tokens for an hour, plus the clock skew", () =>
    Effect.gen(function* () {
      const { accessToken } = yield* TokenIssuer
      const token = Redacted.value(yield* accessToken(user, signIn, at))
      const holder = { userId: ada, signInId: signIn.id }
      assert.deepStrictEqual(yield* holderOf(token), holder)
      assert.deepStrictEqual(yield* holderOf(token, 3_629), holder)
      assert.deepStrictEqual(yield* holderOf(token, 3_630), "expired")
    })
  )

  it.effect.each([
    [
      "of another issuer with the same secret, without a session",
      { ...userClaims, iss: "x" },
      { userId: ada, signInId: null }
    ],
    ["without a subject", without(userClaims, "sub"), "no subject"],
    ["with a session that is no id", { ...userClaims, session_id: "x" }, "no subject"],
    ["without an expiry", without(userClaims, "exp"), "not verified"]
  ] as const)("reads a token %s", ([, claims, holder]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* holderOf(yield* signed(claims)), holder)
    })
  )

  it.effect("rejects tokens of another secret", () =>
    Effect.gen(function* () {
      const key = new TextEncoder().encode(`${secret}!`)
      assert.strictEqual(yield* holderOf(yield* signed(userClaims, { key })), "not verified")
      assert.strictEqual(yield* holderOf("garbage"), "not verified")
    })
  )

  it.effect("generates distinct refresh tokens, and derives the successor of each", () =>
    Effect.gen(function* () {
      const { refreshToken, successorOf } = yield* TokenIssuer
      const first = yield* Effect.replicateEffect(refreshToken, 100)
      const second = yield* Effect.forEach(first, successorOf)
      const third = yield* Effect.forEach(second, successorOf)
      const texts = [...first, ...second, ...third].map(Redacted.value)
      assert.strictEqual(new Set(texts).size, 300)
      for (const text of texts) assert.match(text, /^[a-z2-7]{32}$/)
      assert.deepStrictEqual(
        (yield* Effect.forEach(first, successorOf)).map(Redacted.value),
        second.map(Redacted.value)
      )
    })
  )
})
