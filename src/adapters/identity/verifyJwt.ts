import { DateTime, Effect, Schema } from "effect"
import { decodeProtectedHeader, errors, jwtVerify } from "jose"

/** Algorithms of signatures by a private key. `EdDSA` is Ed25519, the only supported curve of its family. */
export type SignatureAlgorithm =
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA"

/** A configured key, and its only algorithm. */
export interface VerificationKey {
  readonly key: Parameters<typeof jwtVerify>[1]
  readonly algorithm: "HS256" | SignatureAlgorithm
}

/** Names of an algorithm in the header of a token: Ed25519 has two (RFC 8037, RFC 9864). */
export const namesOf = (algorithm: VerificationKey["algorithm"]): Array<string> =>
  algorithm === "EdDSA" ? ["EdDSA", "Ed25519"] : [algorithm]

/** Tolerated clock difference of issuers in seconds (contract: Session tokens). */
const clockSkewSeconds = 30

/** The signature does not match the key, or the token is not valid (yet). */
export class JwtNotVerified extends Schema.TaggedError<JwtNotVerified>()("JwtNotVerified", {}) {}

/** The signed claims. An expired token is distinguished from an invalid one. */
export interface VerifiedJwt {
  readonly payload: unknown
  readonly isExpired: boolean
}

/** The supported header. A token with critical extensions was made for another service. */
const Header = Schema.Struct({
  alg: Schema.String,
  kid: Schema.optionalKey(Schema.String),
  crit: Schema.optionalKey(Schema.Never)
})
const decodeHeader = Schema.decodeUnknownOption(Header)

/** The text is no token, or its header is not supported. */
export class NotAJwt extends Schema.TaggedError<NotAJwt>()("NotAJwt", {}) {}

/** The token's header. It is untrusted, and only selects a configured key. */
export const headerOf = (token: string): Effect.Effect<typeof Header.Type, NotAJwt> =>
  Effect.try({ try: () => decodeProtectedHeader(token), catch: () => new NotAJwt() }).pipe(
    Effect.flatMap((header) => Effect.fromOption(decodeHeader(header), () => new NotAJwt()))
  )

/** Verifies the signature, `exp` (required) and `nbf` at the time. */
export const verifyJwt = (
  token: string,
  { algorithm, key }: VerificationKey,
  at: DateTime.Utc
): Effect.Effect<VerifiedJwt, JwtNotVerified> =>
  Effect.tryPromise({
    try: () =>
      jwtVerify(token, key, {
        algorithms: namesOf(algorithm),
        requiredClaims: ["exp"],
        clockTolerance: clockSkewSeconds,
        currentDate: DateTime.toDateUtc(at)
      }),
    catch: (error) => error
  }).pipe(
    Effect.map(({ payload }): VerifiedJwt => ({ payload, isExpired: false })),
    Effect.catch((error) =>
      error instanceof errors.JWTExpired
        ? Effect.succeed<VerifiedJwt>({ payload: error.payload, isExpired: true })
        : new JwtNotVerified()
    )
  )
