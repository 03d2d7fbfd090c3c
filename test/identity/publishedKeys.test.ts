import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { exportSPKI, importJWK, type JWK } from "jose"
import * as JoseSessionTokens from "../../src/adapters/identity/JoseSessionTokens.ts"
import { SessionTokens } from "../../src/ports/access/IdentityProvider.ts"
import * as LocalServer from "../network/LocalServer.ts"
import {
  ada,
  issuer,
  jwksUrl,
  keyPair,
  now,
  provider,
  publishes,
  secret,
  sessionTokens,
  signed,
  userClaims,
  verdictOf,
  without,
  written
} from "./sessionTokens.ts"

type Pair = Effect.Success<ReturnType<typeof keyPair>>

/** Keys take a while to make, so all tests have the same. */
class Keys extends Context.Service<Keys, { readonly rsa: Pair; readonly ec: Pair; readonly other: Pair }>()(
  "test/Keys"
) {}
const keys = Layer.effect(
  Keys,
  Effect.all({ rsa: keyPair("RS256", "rsa"), ec: keyPair("ES256", "ec"), other: keyPair("RS256", "rsa") })
)

/** What becomes of a token when these keys are published. */
const verdict = Effect.fnUntraced(function* (
  published: ReadonlyArray<JWK>,
  token: Effect.Effect<string>,
  changes: Parameters<typeof sessionTokens>[0] = {}
) {
  yield* TestClock.setTime(now * 1_000)
  const tokens = yield* sessionTokens(
    { jwksUrl: Option.some(jwksUrl), ...changes },
    provider(publishes(...published)).agent
  )
  return yield* verdictOf(tokens, yield* token)
})

const by = (
  { header, privateKey }: Pair,
  changes: Readonly<Record<string, unknown>> = {},
  claims: object = userClaims
) => signed({ ...claims }, { header: { ...header, ...changes }, key: privateKey })

layer(keys)("published keys", (it) => {
  it.effect("verify their signatures, with RS256 and ES256", () =>
    Effect.gen(function* () {
      const { ec, rsa } = yield* Keys
      const published = [rsa.jwk, ec.jwk]
      assert.strictEqual(yield* verdict(published, by(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict(published, by(ec)), `user ${ada}`)
      assert.strictEqual(yield* verdict(published, signed(userClaims)), `user ${ada}`)
    })
  )

  it.effect("verify without a declared use, and if more than the public part is published", () =>
    Effect.gen(function* () {
      const { ec, rsa } = yield* Keys
      const plain = [without(rsa.jwk, "alg", "use"), { ...ec.jwk, ...ec.privateJwk, key_ops: ["verify"] }]
      assert.strictEqual(yield* verdict(plain, by(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict(plain, by(ec)), `user ${ada}`)
    })
  )

  it.effect("distinguish an expired token from an invalid one", () =>
    Effect.gen(function* () {
      const { other, rsa } = yield* Keys
      const expired = { ...userClaims, exp: now - 30 }
      assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, {}, expired)), "expired")
      assert.strictEqual(yield* verdict([rsa.jwk], by(other, {}, expired)), "invalid: not verified")
    })
  )

  it.effect("grant the service role to tokens of the issuer only, unlike the shared secret", () =>
    Effect.gen(function* () {
      const { rsa } = yield* Keys
      const service = { role: "service_role", exp: now + 60 }
      assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, {}, { ...service, iss: issuer })), "service")
      assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, {}, service)), "invalid: other issuer")
      assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, {}, { ...service, iss: "x" })), "invalid: other issuer")
      assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, {}, service), { issuer: Option.none() }), "service")
    })
  )

  it.effect("are not secrets: HS256 with the public key is refused, in every form of that key", () =>
    Effect.gen(function* () {
      const { rsa } = yield* Keys
      const key = yield* Effect.promise(() => importJWK(rsa.jwk, "RS256"))
      const pem = key instanceof Uint8Array ? "" : yield* Effect.promise(() => exportSPKI(key))
      assert.include(pem, "BEGIN PUBLIC KEY")
      for (const text of [pem, pem.trim(), JSON.stringify(rsa.jwk), rsa.jwk.n ?? ""]) {
        for (const kid of [{ kid: "rsa" }, {}]) {
          const token = signed(userClaims, { header: { alg: "HS256", ...kid }, key: new TextEncoder().encode(text) })
          assert.strictEqual(yield* verdict([rsa.jwk], token), "invalid: not verified")
          const noSecret = { secret: Option.none() }
          assert.strictEqual(yield* verdict([rsa.jwk], token, noSecret), "invalid: unknown key")
        }
      }
    })
  )

  it.effect.each(["RS384", "RS512", "PS256", "PS384", "PS512"])(
    "session tokens: %s is accepted from a key that names it, and from no other",
    (alg) =>
      Effect.gen(function* () {
        const { rsa } = yield* Keys
        const jwk = { ...rsa.privateJwk, alg }
        const key = yield* Effect.promise(() => importJWK(jwk, alg))
        const token = signed(userClaims, { header: { alg, kid: "rsa" }, key })
        assert.strictEqual(yield* verdict([rsa.jwk], token), "invalid: not verified")
        assert.strictEqual(yield* verdict([without(rsa.jwk, "alg")], token), "invalid: not verified")
        assert.strictEqual(yield* verdict([{ ...rsa.jwk, alg }], token), `user ${ada}`)
      })
  )

  it.effect.each(["ES256", "none", "EdDSA", "PS256", "toString", "__proto__"])(
    "are not used with %s if they are for RS256",
    (alg) =>
      Effect.gen(function* () {
        const { rsa } = yield* Keys
        const token = Effect.succeed(written({ alg, kid: "rsa" }, userClaims, "AAAA"))
        assert.strictEqual(yield* verdict([rsa.jwk], token), "invalid: not verified")
      })
  )

  it.effect("verify no signature of another key with the same id", () =>
    Effect.gen(function* () {
      const { ec, other, rsa } = yield* Keys
      assert.strictEqual(yield* verdict([rsa.jwk], by(other)), "invalid: not verified")
      assert.strictEqual(yield* verdict([rsa.jwk, ec.jwk], by(rsa, { kid: "ec" })), "invalid: not verified")
    })
  )

  it.effect.each(["ES384", "ES512", "EdDSA", "Ed25519"])("session tokens: %s is accepted", (alg) =>
    Effect.gen(function* () {
      const { ec, rsa } = yield* Keys
      const pair = yield* keyPair(alg, "new")
      const published = [rsa.jwk, ec.jwk, pair.jwk]
      assert.strictEqual(yield* verdict(published, by(pair)), `user ${ada}`)
      assert.strictEqual(yield* verdict([without(pair.jwk, "alg", "use")], by(pair)), `user ${ada}`)
      assert.strictEqual(yield* verdict(published, by(pair, { kid: "ec" })), "invalid: not verified")
    })
  )

  it.effect("session tokens: both names of Ed25519 are accepted from a key with either name", () =>
    Effect.gen(function* () {
      const pair = yield* keyPair("EdDSA", "new")
      for (const published of ["EdDSA", "Ed25519"]) {
        for (const alg of ["EdDSA", "Ed25519"]) {
          assert.strictEqual(yield* verdict([{ ...pair.jwk, alg: published }], by(pair, { alg })), `user ${ada}`)
        }
      }
    })
  )

  it.effect("session tokens: without a kid, the only key of the algorithm verifies", () =>
    Effect.gen(function* () {
      const { ec, other, rsa } = yield* Keys
      const unknown = "invalid: unknown key"
      const withoutKid = (pair: Pair) => signed(userClaims, { header: { alg: pair.header.alg }, key: pair.privateKey })
      assert.strictEqual(yield* verdict([rsa.jwk, ec.jwk], withoutKid(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict([without(rsa.jwk, "kid"), ec.jwk], withoutKid(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict([without(rsa.jwk, "kid"), ec.jwk], by(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict([rsa.jwk, { ...ec.jwk, use: "enc" }], withoutKid(ec)), unknown)
      assert.strictEqual(yield* verdict([rsa.jwk, { ...other.jwk, use: "enc" }], withoutKid(rsa)), `user ${ada}`)
      assert.strictEqual(yield* verdict([rsa.jwk, { ...other.jwk, kid: "other" }], withoutKid(rsa)), unknown)
      assert.strictEqual(yield* verdict([without(rsa.jwk, "kid"), without(other.jwk, "kid")], by(rsa)), unknown)
      assert.strictEqual(yield* verdict([without(other.jwk, "kid")], withoutKid(rsa)), "invalid: not verified")
      const forged = signed(userClaims, { header: { alg: "HS256" }, key: new TextEncoder().encode(rsa.jwk.n) })
      assert.strictEqual(yield* verdict([without(rsa.jwk, "kid")], forged), "invalid: not verified")
    })
  )

  it.effect("are found by their id only, and not at all if two have the same id", () =>
    Effect.gen(function* () {
      const { ec, other, rsa } = yield* Keys
      const unknown = "invalid: unknown key"
      for (const kid of ["", "RSA", "rsa ", "constructor"]) {
        assert.strictEqual(yield* verdict([rsa.jwk], by(rsa, { kid })), unknown)
      }
      assert.strictEqual(yield* verdict([rsa.jwk, other.jwk], by(rsa)), unknown)
      assert.strictEqual(yield* verdict([rsa.jwk, rsa.jwk], by(rsa)), unknown)
      assert.strictEqual(yield* verdict([rsa.jwk, { ...ec.jwk, kid: "rsa" }], by(rsa)), unknown)
    })
  )

  it.effect("are ignored if they are secret, too short, invalid or for another use, and others are still used", () =>
    Effect.gen(function* () {
      const { ec, rsa } = yield* Keys
      const k = Buffer.from(secret).toString("base64url")
      for (const jwk of [
        { kty: "oct", kid: "rsa", alg: "HS256", k },
        { kty: "oct", kid: "rsa", alg: "RS256", k },
        { ...rsa.jwk, use: "enc" },
        { ...rsa.jwk, key_ops: ["encrypt"] },
        { ...rsa.jwk, n: rsa.jwk.n?.slice(0, 171) ?? "" },
        { ...rsa.jwk, e: "" },
        { ...ec.jwk, kid: "rsa", x: "AAAA" },
        { ...ec.jwk, kid: "rsa", crv: "P-384" },
        { ...ec.jwk, kid: "rsa", crv: "secp256k1", alg: "ES256K" },
        { ...rsa.jwk, alg: "RSA-OAEP" },
        { kty: "OKP", kid: "rsa", crv: "Ed448", alg: "EdDSA", x: "AAAA" }
      ]) {
        assert.strictEqual(yield* verdict([jwk, ec.jwk], by(rsa)), "invalid: unknown key")
        assert.strictEqual(yield* verdict([jwk, ec.jwk], by(ec)), `user ${ada}`)
      }
    })
  )

  it.effect("are fetched from the configured address, whatever address a token names", () =>
    Effect.gen(function* () {
      const { other, rsa } = yield* Keys
      yield* TestClock.setTime(now * 1_000)
      const idp = provider(publishes(rsa.jwk))
      const tokens = yield* sessionTokens({ jwksUrl: Option.some(jwksUrl) }, idp.agent)
      for (const more of [
        { jku: "https://evil.example/jwks.json" },
        { x5u: "https://evil.example/x.pem" },
        { jwk: other.jwk },
        { x5c: ["MIIB"] }
      ]) {
        assert.strictEqual(yield* verdictOf(tokens, yield* by(rsa, more)), `user ${ada}`)
        assert.strictEqual(yield* verdictOf(tokens, yield* by(other, more)), "invalid: not verified")
      }
      assert.deepStrictEqual(idp.calls, [jwksUrl])
    })
  )

  it.effect("are fetched over HTTP", () =>
    Effect.gen(function* () {
      const { ec } = yield* Keys
      yield* TestClock.setTime(now * 1_000)
      const server = yield* LocalServer.http((_, response) => response.end(JSON.stringify({ keys: [ec.jwk] })))
      const tokens = JoseSessionTokens.layer({
        secret: Option.none(),
        jwksUrl: Option.some(`http://127.0.0.1:${server.port}/jwks.json`),
        serviceKey: Option.none(),
        issuer: Option.none()
      })
      const token = yield* by(ec)
      const caller = yield* Effect.provide(
        Effect.flatMap(SessionTokens, ({ verify }) => verify(Redacted.make(token))),
        tokens
      )
      assert.strictEqual(caller._tag, "User")
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /jwks.json"])
    })
  )
})
