import { Clock, Effect, Option, Ref, Schema, Semaphore } from "effect"
import { SessionKeysUnavailable } from "../../domain/access/SessionAccess.ts"
import type { HttpAgent } from "../outbound/HttpAgent.ts"
import { userAgent } from "../outbound/userAgent.ts"
import { jsonWebKey, type PublishedKey, type UnusableKey } from "./jsonWebKey.ts"
import { namesOf, type VerificationKey } from "./verifyJwt.ts"

/** Maximum number of keys, more than an issuer has in use. */
const maxKeys = 100

const Document = Schema.fromJsonString(
  Schema.Struct({ keys: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maxKeys)) })
)

/** The part of a token's header that names a key. */
export interface KeyName {
  readonly alg: string
  readonly kid?: string
}

/** Keys of a JSON Web Key Set. */
interface KeySet {
  readonly usable: ReadonlyArray<PublishedKey>
  readonly unusable: ReadonlyArray<UnusableKey>
}

/** The keys of a JSON Web Key Set. Keys that share a `kid` are not used, because a token cannot distinguish them. */
const keysOf = Effect.fnUntraced(function* (text: string) {
  const { keys } = yield* Schema.decodeUnknownEffect(Document)(text)
  const [readable, unusable] = yield* Effect.partition(keys, jsonWebKey)
  const shared = ({ kid }: PublishedKey): boolean =>
    kid !== null && readable.filter((other) => other.kid === kid).length > 1
  const doubled = readable
    .filter(shared)
    .map(({ kid, kty }): UnusableKey => ({ kid, kty, reason: "other keys have the same kid" }))
  const set: KeySet = { usable: readable.filter((key) => !shared(key)), unusable: [...unusable, ...doubled] }
  return set
})

/**
 * The key that a token names. Without a `kid` in the token or the set, it is the only key of its algorithm. The
 * algorithm of a token is only compared with those of keys, and never used.
 */
const namedBy = ({ alg, kid }: KeyName, { usable }: KeySet): Option.Option<PublishedKey> => {
  const match = kid === undefined ? undefined : usable.find((key) => key.kid === kid)
  if (match !== undefined) return Option.some(match)
  const [only, ...others] = usable.filter(({ algorithm }) => namesOf(algorithm).includes(alg))
  const isOnly = only !== undefined && others.length === 0 && (kid === undefined || only.kid === null)
  return isOnly ? Option.some(only) : Option.none()
}

/** Lifetime of cached keys in milliseconds, equal to GoTrue's cache lifetime. */
const lifetime = 10 * 60 * 1_000

/** Minimum interval of refetches for unknown keys; tokens can name any. */
const refetchAfter = 30 * 1_000

/** Minimum interval of refetches while there are no keys, so that no token can be verified. */
const refetchSoon = 5 * 1_000

/** Interval of log lines about one outage, in milliseconds. */
const logAgainAfter = 5 * 60 * 1_000

/** Deadline of the answer, because requests wait for it. */
const deadline = "5 seconds"

/** Maximum size of the answer: a hundred keys with their certificates. */
const maxAnswerBytes = 1_048_576

/** The reason why the keys are unavailable. */
class JwksUnavailable extends Schema.TaggedError<JwksUnavailable>()("JwksUnavailable", {
  detail: Schema.String
}) {}

interface Known {
  readonly keys: KeySet
  /** Time of the last successful fetch; null for none. */
  readonly at: number | null
  /** The last fetch, and its failure. */
  readonly lastFetch: { readonly at: number; readonly failure: JwksUnavailable | null } | null
  /** Time of the last log line about the current outage; null if there is none. */
  readonly logged: number | null
}

const nothing: Known = { keys: { usable: [], unusable: [] }, at: null, lastFetch: null, logged: null }

/** Logs unusable keys, if they differ from those logged last. */
const logUnusable = (url: string, before: KeySet, { unusable, usable }: KeySet) =>
  unusable.length === 0 || JSON.stringify(unusable) === JSON.stringify(before.unusable)
    ? Effect.void
    : Effect.logWarning("keys of the JSON Web Key Set are not used", { url, usable: usable.length, unusable })

const decoder = new TextDecoder()

const isYoung = (at: number | null, age: number, now: number): boolean => at !== null && Math.abs(now - at) < age

const pauseOf = ({ at }: Known): number => (at === null ? refetchSoon : refetchAfter)

/** Fetches the keys once. */
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
 * The keys from a URL, cached for their lifetime. One fetch at a time serves all waiting requests; old keys stay in use
 * while there is no answer.
 */
export const make = Effect.fnUntraced(function* (agent: HttpAgent, url: string) {
  const state = yield* Ref.make(nothing)
  const turn = yield* Semaphore.make(1)

  const refetch = Effect.fnUntraced(function* (before: Known, now: number) {
    const answer = yield* Effect.result(fetchKeys(agent, url))
    const isLogged = isYoung(before.logged, logAgainAfter, now)
    const after: Known =
      answer._tag === "Success"
        ? { keys: answer.success, at: now, lastFetch: { at: now, failure: null }, logged: null }
        : { ...before, lastFetch: { at: now, failure: answer.failure }, logged: isLogged ? before.logged : now }
    yield* Ref.set(state, after)
    if (answer._tag === "Success") {
      yield* logUnusable(url, before.keys, answer.success)
      if (before.logged !== null) yield* Effect.logInfo("the keys of session tokens are here again", { url })
    } else if (!isLogged) {
      yield* Effect.logWarning("the keys of session tokens cannot be had", { url, detail: answer.failure.detail })
    }
    return after
  })

  /** The keys after a refetch, if one is due. */
  const refreshed = turn.withPermit(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const known = yield* Ref.get(state)
      return isYoung(known.lastFetch?.at ?? null, pauseOf(known), now) ? known : yield* refetch(known, now)
    })
  )

  return {
    /** The key that a token names. Fails if it is unknown and the issuer does not answer. */
    find: Effect.fnUntraced(function* (name: KeyName) {
      const now = yield* Clock.currentTimeMillis
      const known = yield* Ref.get(state)
      const isKnown = isYoung(known.at, lifetime, now) && Option.isSome(namedBy(name, known.keys))
      const { lastFetch, keys } = isKnown ? known : yield* refreshed
      const key = namedBy(name, keys)
      if (Option.isSome(key) || lastFetch === null || lastFetch.failure === null) return key
      const retryAfterSeconds = Math.ceil(pauseOf(known) / 1_000)
      return yield* new SessionKeysUnavailable({ detail: lastFetch.failure.detail, retryAfterSeconds })
    }),

    /** The key that a token names after a refetch, if one is due. None if the known key is still the current one. */
    replacementOf: Effect.fnUntraced(function* (known: VerificationKey, name: KeyName) {
      const { keys } = yield* refreshed
      return Option.filter(namedBy(name, keys), (key) => key !== known)
    })
  }
})
