import { DateTime, Effect, Schema } from "effect"
import { decodeProtectedHeader, errors, jwtVerify } from "jose"

/** Algorithms of signatures by a private key. `EdDSA` is Ed25519, the only curve of its family. */
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

/** A key from the configuration, and the only algorithm that it is used with. */
export interface VerificationKey {
  readonly key: Parameters<typeof jwtVerify>[1]
  readonly algorithm: "HS256" | SignatureAlgorithm
}

/** Names of an algorithm in the header of a token: Ed25519 has two (RFC 8037, RFC 9864). */
export const namesOf = (algorithm: VerificationKey["algorithm"]): Array<string> =>
  algorithm === "EdDSA" ? ["EdDSA", "Ed25519"] : [algorithm]

/** How far the clocks of those who sign may be from ours, in seconds (contract C37). */
const clockSkewSeconds = 30

/** The signature is not that of the key, or the token may not be used (yet). */
export class JwtNotVerified extends Schema.TaggedError<JwtNotVerified>()("JwtNotVerified", {}) {}

/** What the signature covers. An expired token is distinguished from an invalid one. */
export interface VerifiedJwt {
  readonly payload: unknown
  readonly isExpired: boolean
}

/** No extension that has to be understood is: a token with critical extensions was made for another service. */
const Header = Schema.Struct({
  alg: Schema.String,
  kid: Schema.optionalKey(Schema.String),
  crit: Schema.optionalKey(Schema.Never)
})
const decodeHeader = Schema.decodeUnknownOption(Header)

/** The text is no token, or one with a header that we do not know. */
export class NotAJwt extends Schema.TaggedError<NotAJwt>()("NotAJwt", {}) {}

/** What the token says about its key. Nothing of it is believed: it only picks one of the keys that we have. */
export const headerOf = (token: string): Effect.Effect<typeof Header.Type, NotAJwt> =>
  Effect.try({ try: () => decodeProtectedHeader(token), catch: () => new NotAJwt() }).pipe(
    Effect.flatMap((header) => Effect.fromOption(decodeHeader(header), () => new NotAJwt()))
  )

/** Checks signature, `exp` (which has to be there) and `nbf` at the instant. */
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
