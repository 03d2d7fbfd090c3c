import { Effect, Predicate } from "effect"
import { importJWK, type JWK } from "jose"
import type { SignatureAlgorithm, VerificationKey } from "./verifyJwt.ts"

/** A published key that verifies signatures. */
export interface PublishedKey extends VerificationKey {
  /** Null for a key without an id. */
  readonly kid: string | null
  readonly kty: string
}

/** A published key that is not used. */
export interface UnusableKey {
  readonly kid: string | null
  readonly kty: string
  readonly reason: string
}

type Fields = Readonly<Record<string, unknown>>

/** The algorithm of a key and its public parameters, or the reason why there is none. */
type Reading = { readonly algorithm: SignatureAlgorithm; readonly jwk: JWK } | string

/** Minimum length of a modulus: 2048 bits in base64url. RFC 7518 §3.3 forbids shorter ones. */
const shortestModulus = 342

/** Maximum length of a logged id. */
const maxLoggedText = 100

const base64url = /^[A-Za-z0-9_-]+$/

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === "string" ? value : ""
}

const parameter = (fields: Fields, name: string): string => {
  const value = textOf(fields, name)
  return base64url.test(value) ? value : ""
}

const rsaAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  RS256: "RS256",
  RS384: "RS384",
  RS512: "RS512",
  PS256: "PS256",
  PS384: "PS384",
  PS512: "PS512"
}

const curves: Readonly<Record<string, SignatureAlgorithm>> = { "P-256": "ES256", "P-384": "ES384", "P-521": "ES512" }

/** Names of the algorithm: RFC 9864 names the curve, RFC 8037 the family. */
const edwardsNames: ReadonlySet<string> = new Set(["", "EdDSA", "Ed25519"])

const own = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const otherAlgorithm = (alg: string): string => `algorithm ${alg} is not supported with this key`

const readRsa = (fields: Fields, alg: string): Reading => {
  const algorithm = own(rsaAlgorithms, alg === "" ? "RS256" : alg)
  if (algorithm === undefined) return otherAlgorithm(alg)
  const [n, e] = [parameter(fields, "n"), parameter(fields, "e")]
  if (n === "" || e === "") return "n or e is not base64url"
  return n.length < shortestModulus ? "shorter than 2048 bits" : { algorithm, jwk: { kty: "RSA", n, e } }
}

const readEc = (fields: Fields, alg: string): Reading => {
  const crv = textOf(fields, "crv")
  const algorithm = own(curves, crv)
  if (algorithm === undefined) return `curve ${crv} is not supported`
  if (alg !== "" && alg !== algorithm) return otherAlgorithm(alg)
  const [x, y] = [parameter(fields, "x"), parameter(fields, "y")]
  return x === "" || y === "" ? "x or y is not base64url" : { algorithm, jwk: { kty: "EC", crv, x, y } }
}

const readEdwards = (fields: Fields, alg: string): Reading => {
  const crv = textOf(fields, "crv")
  if (crv !== "Ed25519") return `curve ${crv} is not supported`
  if (!edwardsNames.has(alg)) return otherAlgorithm(alg)
  const x = parameter(fields, "x")
  return x === "" ? "x is not base64url" : { algorithm: "EdDSA", jwk: { kty: "OKP", crv, x } }
}

const readers: Readonly<Record<string, (fields: Fields, alg: string) => Reading>> = {
  RSA: readRsa,
  EC: readEc,
  OKP: readEdwards
}

const otherUse = (fields: Fields): string | null => {
  const { key_ops: operations, use } = fields
  if (use !== undefined && use !== "sig") return `use is ${String(use)}, not sig`
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes("verify"))
  return verifies ? null : "key_ops has no verify"
}

const readKey = (fields: Fields): Reading => {
  const { alg, kid, kty } = fields
  if (kid !== undefined && typeof kid !== "string") return "kid is not text"
  if (alg !== undefined && typeof alg !== "string") return "alg is not text"
  const read = own(readers, typeof kty === "string" ? kty : "")
  return otherUse(fields) ?? (read === undefined ? "key type is not supported" : read(fields, alg ?? ""))
}

/**
 * A key of a JSON Web Key Set, or the reason why it is not used. The algorithm is `alg`, else that of the curve, else
 * RS256. Only public parameters are read, so a published private key is used as a public one.
 */
export const jsonWebKey = (value: unknown): Effect.Effect<PublishedKey, UnusableKey> => {
  const fields: Fields = Predicate.isReadonlyObject(value) ? value : {}
  const kid = textOf(fields, "kid")
  const logged = (text: string): string => text.slice(0, maxLoggedText)
  const unusable = (reason: string): UnusableKey => ({
    kid: kid === "" ? null : logged(kid),
    kty: logged(textOf(fields, "kty")),
    reason: logged(reason)
  })
  const reading = readKey(fields)
  if (typeof reading === "string") return Effect.fail(unusable(reading))
  const { algorithm, jwk } = reading
  return Effect.tryPromise({
    try: () => importJWK(jwk, algorithm),
    catch: () => unusable("its parameters are not those of a key")
  }).pipe(Effect.map((key) => ({ kid: kid === "" ? null : kid, kty: textOf(fields, "kty"), key, algorithm })))
}
