import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ask,
  type Asked,
  bearer,
  email,
  givenAda,
  identityWorld,
  password,
  publicKey,
  seen,
  signIn,
  tokensOf
} from "./identityProvider.ts"
import { now, signed, userClaims, without } from "./sessionTokens.ts"

const passwordPath = "/auth/v1/token?grant_type=password"

describe("the gateway of the identity provider", () => {
  const calls: ReadonlyArray<readonly [path: string, asked: Asked]> = [
    [passwordPath, { body: { email, password } }],
    ["/auth/v1/token", { body: {} }],
    ["/auth/v1/user", {}],
    ["/auth/v1/logout", { method: "POST" }]
  ]

  it.effect.each(calls)("refuses %s without the public key", ([path, asked]) =>
    Effect.gen(function* () {
      const missing = yield* ask(path, { ...asked, headers: { apikey: "" } })
      assert.deepStrictEqual(seen(missing), {
        status: 401,
        body: {
          message: "No API key found in request",
          hint: "No `apikey` request header or url param was found."
        }
      })
      const wrong = yield* ask(path, { ...asked, headers: { apikey: `${publicKey}x` } })
      assert.deepStrictEqual(seen(wrong), {
        status: 401,
        body: { message: "Invalid API key", hint: "Double check your API key." }
      })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("accepts the key in the query as well", () =>
    Effect.gen(function* () {
      yield* givenAda
      const answer = yield* ask(`${passwordPath}&apikey=${publicKey}`, {
        body: { email, password },
        headers: { apikey: "" }
      })
      assert.strictEqual(answer.status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each(["/auth/v1/.well-known/jwks.json", "/.well-known/jwks.json"])(
    "does not offer %s, which would publish secrets",
    (path) =>
      Effect.gen(function* () {
        const answer = yield* ask(path, { headers: { apikey: "" } })
        assert.deepStrictEqual(seen(answer), { status: 200, body: { keys: [] } })
        assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=600")
      }).pipe(Effect.provide(identityWorld))
  )
})

describe("GET /auth/v1/user", () => {
  const show = (headers: Record<string, string>) => Effect.map(ask("/auth/v1/user", { headers }), seen)

  it.effect.each([{}, { authorization: "" }, { authorization: "Bearer" }, { authorization: "Basic eA==" }])(
    "requires a token (%j)",
    (headers) =>
      Effect.gen(function* () {
        const body = { code: "no_authorization", message: "This endpoint requires a valid Bearer token" }
        assert.deepStrictEqual(yield* show({ ...headers }), { status: 401, body })
      }).pipe(Effect.provide(identityWorld))
  )

  const unverified = "invalid JWT: unable to parse or verify signature"
  const notSigned = `${unverified}, token signature is invalid: signature is invalid`

  it.effect.each([
    ["garbage", Effect.succeed("garbage"), "bad_jwt", notSigned],
    [
      "a token of somebody else",
      signed(userClaims, { key: new TextEncoder().encode("another secret that is as long as ours") }),
      "bad_jwt",
      notSigned
    ],
    [
      "an expired token",
      signed({ ...userClaims, exp: now - 30 }),
      "bad_jwt",
      `${unverified}, token has invalid claims: token is expired`
    ],
    ["a token of nobody", signed(without(userClaims, "sub")), "bad_jwt", "invalid claim: missing sub claim"],
    [
      "the service role",
      signed({ role: "service_role", exp: now + 60 }),
      "bad_jwt",
      "invalid claim: missing sub claim"
    ],
    [
      "a token of somebody who is gone",
      signed(userClaims),
      "user_not_found",
      "User from sub claim in JWT does not exist"
    ]
  ] as const)("refuses %s", ([, token, code, message]) =>
    Effect.gen(function* () {
      yield* givenAda
      assert.deepStrictEqual(yield* show(bearer(yield* token)), { status: 403, body: { code, message } })
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("returns the user of a token without a session, whose sign-out ends all sessions", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const { access_token: inSession } = yield* tokensOf(yield* signIn())
      const token = yield* signed({ ...userClaims, sub: userId })
      assert.strictEqual((yield* show(bearer(token))).status, 200)
      const path = "/auth/v1/logout?scope=local"
      assert.strictEqual((yield* ask(path, { method: "POST", headers: bearer(token) })).status, 204)
      assert.strictEqual((yield* show(bearer(inSession))).status, 403)
    }).pipe(Effect.provide(identityWorld))
  )
})
