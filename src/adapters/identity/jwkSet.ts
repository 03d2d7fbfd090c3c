import { Effect, Option, Schema } from "effect"
import { importJWK } from "jose"
import type { VerificationKey } from "./verifyJwt.ts"

/** More than any issuer has in use at the same time, and in its past. */
const maxKeys = 100

/** 2048 bits in base64url: shorter ones are not safe, and RFC 7518 §3.3 forbids them. */
const shortestModulus = 342

const Base64UrlText = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]+$/))

/** A key that signatures are verified with, and that may be used for it. */
const signing = {
  kid: Schema.NonEmptyString,
  use: Schema.optionalKey(Schema.Literal("sig")),
  key_ops: Schema.optionalKey(
    Schema.Array(Schema.String).check(
      Schema.makeFilter((operations) => operations.includes("verify"), { expected: "verify among them" })
    )
  )
}

const RsaKey = Schema.Struct({
  ...signing,
  kty: Schema.Literal("RSA"),
  alg: Schema.optionalKey(Schema.Literal("RS256")),
  n: Base64UrlText.check(Schema.isMinLength(shortestModulus)),
  e: Base64UrlText
})

const EcKey = Schema.Struct({
  ...signing,
  kty: Schema.Literal("EC"),
  alg: Schema.optionalKey(Schema.Literal("ES256")),
  crv: Schema.Literal("P-256"),
  x: Base64UrlText,
  y: Base64UrlText
})

const Document = Schema.fromJsonString(
  Schema.Struct({ keys: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maxKeys)) })
)
const decodeKey = Schema.decodeUnknownOption(Schema.Union([RsaKey, EcKey]))

/** Only the public parts go in, so a published private key is used as a public one. */
const imported = (jwk: typeof RsaKey.Type | typeof EcKey.Type): Effect.Effect<VerificationKey, unknown> =>
  Effect.tryPromise({
    try: async () =>
      jwk.kty === "RSA"
        ? { key: await importJWK({ kty: jwk.kty, n: jwk.n, e: jwk.e }, "RS256"), algorithm: "RS256" as const }
        : {
            key: await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, "ES256"),
            algorithm: "ES256" as const
          },
    catch: (error) => error
  })

/**
 * The keys of a JSON Web Key Set by their `kid`. Keys of other kinds and for other uses are passed over, and so are
 * those that share a `kid`: the token does not say which of them is meant.
 */
export const keysOf = Effect.fnUntraced(function* (text: string) {
  const { keys } = yield* Schema.decodeUnknownEffect(Document)(text)
  const usable = keys.flatMap((key) => Option.toArray(decodeKey(key)))
  const count = (kid: string) => usable.filter((key) => key.kid === kid).length
  const found = new Map<string, VerificationKey>()
  for (const jwk of usable) {
    const key = yield* Effect.option(imported(jwk))
    if (Option.isSome(key) && count(jwk.kid) === 1) found.set(jwk.kid, key.value)
  }
  if (found.size < keys.length) {
    yield* Effect.logWarning("keys of the JSON Web Key Set cannot be used", { given: keys.length, usable: found.size })
  }
  return found
})
