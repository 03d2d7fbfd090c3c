import { Clock, Effect, Option, Ref, Schema, Semaphore } from "effect"
import { importJWK } from "jose"
import { SessionKeysUnavailable } from "../../domain/access/SessionCaller.ts"
import type { HttpAgent } from "../network/HttpAgent.ts"
import { userAgent } from "../network/userAgent.ts"
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
const keysOf = Effect.fnUntraced(function* (text: string) {
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

/** How long keys are believed without asking again, in milliseconds: as long as GoTrue lets them be cached. */
const keptFor = 10 * 60 * 1_000

/** How often a key that is not among them may make us ask again; tokens can name any. */
const askAgainAfter = 30 * 1_000

/** The same while there are no keys at all, and so no token can be verified. */
const askAgainSoon = 5 * 1_000

/** How often, in milliseconds, the log tells of one outage. */
const logAgainAfter = 5 * 60 * 1_000

/** How long the answer may take: requests wait for it. */
const deadline = "5 seconds"

/** A hundred keys with their certificates. */
const maxAnswerBytes = 1_048_576

/** Why the keys cannot be had. */
class JwksUnavailable extends Schema.TaggedError<JwksUnavailable>()("JwksUnavailable", {
  detail: Schema.String
}) {}

interface Known {
  readonly keys: ReadonlyMap<string, VerificationKey>
  /** When they came; null: never. */
  readonly at: number | null
  /** The last time they were asked for, and why they did not come. */
  readonly asked: { readonly at: number; readonly failure: JwksUnavailable | null } | null
  /** When the log last told of the present outage; null while there is none. */
  readonly logged: number | null
}

const nothing: Known = { keys: new Map(), at: null, asked: null, logged: null }

const decoder = new TextDecoder()

const isYoung = (at: number | null, age: number, now: number): boolean => at !== null && Math.abs(now - at) < age

const pauseOf = ({ at }: Known): number => (at === null ? askAgainSoon : askAgainAfter)

/** Asks for the keys once. */
const fetchKeys = (agent: HttpAgent, url: string) =>
  agent
    .request({
      method: "GET",
      url,
      headers: { accept: "application/json", "user-agent": userAgent },
      body: null,
      deadline,
      maxResponseBytes: maxAnswerBytes
    })
    .pipe(
      Effect.mapError(({ _tag }) => new JwksUnavailable({ detail: _tag })),
      Effect.filterOrFail(
        ({ status, truncated }) => status === 200 && !truncated,
        ({ status, truncated }) => new JwksUnavailable({ detail: truncated ? "answer too long" : `status ${status}` })
      ),
      Effect.flatMap(({ body }) =>
        Effect.mapError(keysOf(decoder.decode(body)), () => new JwksUnavailable({ detail: "not a JSON Web Key Set" }))
      )
    )

/**
 * The keys that a URL gives, for as long as they are believed. They are fetched once at a time for all waiting requests; old
 * ones stay in use for as long as there is no answer.
 */
export const make = Effect.fnUntraced(function* (agent: HttpAgent, url: string) {
  const state = yield* Ref.make(nothing)
  const turn = yield* Semaphore.make(1)

  const ask = Effect.fnUntraced(function* (before: Known, now: number) {
    const answer = yield* Effect.result(fetchKeys(agent, url))
    const isLogged = isYoung(before.logged, logAgainAfter, now)
    const after: Known =
      answer._tag === "Success"
        ? { keys: answer.success, at: now, asked: { at: now, failure: null }, logged: null }
        : { ...before, asked: { at: now, failure: answer.failure }, logged: isLogged ? before.logged : now }
    yield* Ref.set(state, after)
    if (answer._tag === "Success") {
      if (before.logged !== null) yield* Effect.logInfo("the keys of session tokens are here again", { url })
    } else if (!isLogged) {
      yield* Effect.logWarning("the keys of session tokens cannot be had", { url, detail: answer.failure.detail })
    }
    return after
  })

  /** The keys as they are after whatever asking is due. */
  const refreshed = turn.withPermit(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const known = yield* Ref.get(state)
      return isYoung(known.asked?.at ?? null, pauseOf(known), now) ? known : yield* ask(known, now)
    })
  )

  return {
    /** The key of that id. Fails when it is not among those we have, and it cannot be asked whether there are others. */
    find: Effect.fnUntraced(function* (kid: string) {
      const now = yield* Clock.currentTimeMillis
      const known = yield* Ref.get(state)
      const { asked, keys } = isYoung(known.at, keptFor, now) && known.keys.has(kid) ? known : yield* refreshed
      const key = Option.fromUndefinedOr(keys.get(kid))
      if (Option.isSome(key) || asked === null || asked.failure === null) return key
      const retryAfterSeconds = Math.ceil(pauseOf(known) / 1_000)
      return yield* new SessionKeysUnavailable({ detail: asked.failure.detail, retryAfterSeconds })
    })
  }
})
