import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { maxTokenLength } from "../../src/adapters/identity/JoseSessionTokens.ts"
import { ada, keyPair, secret, signed, userClaims, verdict, written } from "./sessionTokens.ts"

describe("a token of another origin", () => {
  const other = new TextEncoder().encode(`${secret}!`)

  it.effect.each([
    ["without a signature", written({ alg: "none" }, userClaims), "unknown key"],
    ["with an algorithm `None`", written({ alg: "None", typ: "JWT" }, userClaims), "unknown key"],
    ["with HS256 and an empty signature", written({ alg: "HS256" }, userClaims), "not verified"],
    ["with a signature of something else", written({ alg: "HS256" }, userClaims, "AAAA"), "not verified"],
    ["with a header that is no object", written("HS256", userClaims), "not a token"],
    ["with an algorithm that is no text", written({ alg: 256 }, userClaims), "not a token"],
    ["with no algorithm", written({ typ: "JWT" }, userClaims), "not a token"]
  ] as const)("is refused %s", ([, token, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(token), `invalid: ${reason}`)
    })
  )

  it.effect.each(["", ".", "..", "a.b.c", "Bearer x", "\u0000", "é.é.é", "eyJhbGciOiJIUzI1NiJ9", "{}.{}.{}"])(
    "is refused if it is %j",
    (text) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* verdict(text), "invalid: not a token")
      })
  )

  it.effect.each(["HS384", "HS512"])("is refused with the right secret and %s", (alg) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed(userClaims, { header: { alg } })), "invalid: unknown key")
    })
  )

  it.effect("is refused with another secret, or without a key to verify it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict(signed(userClaims, { key: other })), "invalid: not verified")
      assert.strictEqual(yield* verdict(signed(userClaims), { secret: Option.none() }), "invalid: unknown key")
    })
  )

  it.effect("is refused with any critical header, also one that the library supports", () =>
    Effect.gen(function* () {
      const b64 = signed(userClaims, { header: { crit: ["b64"], b64: true } })
      assert.strictEqual(yield* verdict(b64), "invalid: not a token")
      assert.strictEqual(
        yield* verdict(written({ alg: "HS256", crit: ["x"], x: 1 }, userClaims)),
        "invalid: not a token"
      )
    })
  )

  it.effect("is refused if it contains its own key", () =>
    Effect.gen(function* () {
      const { header, jwk, privateKey } = yield* keyPair("RS256", "mine")
      for (const more of [{ jwk }, { jku: "https://evil.example/jwks.json" }, { x5u: "https://evil.example/x.pem" }]) {
        const token = yield* signed(userClaims, { header: { ...header, ...more }, key: privateKey })
        assert.strictEqual(yield* verdict(token), "invalid: unknown key")
        const alone = yield* signed(userClaims, { header: { alg: "HS256", ...more }, key: other })
        assert.strictEqual(yield* verdict(alone), "invalid: not verified")
      }
    })
  )

  it.effect("is refused over the length limit before it is parsed", () =>
    Effect.gen(function* () {
      const empty = (yield* signed({ ...userClaims, pad: "" })).length
      // Three bytes are four characters.
      const longest = { ...userClaims, pad: "x".repeat(Math.floor(((maxTokenLength - empty) / 4) * 3)) }
      assert.strictEqual(yield* verdict(signed(longest)), `user ${ada}`)
      assert.strictEqual(yield* verdict(signed({ ...longest, pad: `${longest.pad}1234` })), "invalid: too long")
      assert.strictEqual(yield* verdict("x".repeat(1_000_000)), "invalid: too long")
    })
  )

  it.effect.prop("is refused with one changed character", { place: Schema.Natural }, ({ place }) =>
    Effect.gen(function* () {
      const token = yield* signed(userClaims)
      const at = place % token.length
      const changed = token.slice(0, at) + (token.charAt(at) === "A" ? "B" : "A") + token.slice(at + 1)
      // The last character of a signature has bits that mean nothing.
      if (at < token.length - 1)
        assert.match(yield* verdict(changed), /^invalid: (?:not verified|not a token|unknown key)$/)
    })
  )

  it.effect.prop("is refused, whatever its text", { text: Schema.String }, ({ text }) =>
    Effect.gen(function* () {
      assert.match(yield* verdict(text), /^invalid: /)
    })
  )
})
