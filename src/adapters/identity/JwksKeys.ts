import { Clock, Effect, Option, Ref, Schema, Semaphore } from "effect"
import { SessionKeysUnavailable } from "../../domain/access/SessionCaller.ts"
import type { HttpAgent } from "../outbound/HttpAgent.ts"
import { userAgent } from "../outbound/userAgent.ts"
import { jsonWebKey, type PublishedKey, type UnusableKey } from "./jsonWebKey.ts"
import { namesOf, type VerificationKey } from "./verifyJwt.ts"

/** More than any issuer has in use at the same time, and in its past. */
const maxKeys = 100

const Document = Schema.fromJsonString(
  Schema.Struct({ keys: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maxKeys)) })
)

/** The header of a token, as far as it names a key. */
export interface KeyName {
  readonly alg: string
  readonly kid?: string
}

/** Keys of a JSON Web Key Set. */
interface KeySet {
  readonly usable: ReadonlyArray<PublishedKey>
  readonly unusable: ReadonlyArray<UnusableKey>
}

/** The keys of a JSON Web Key Set. Keys that share a `kid` are not used: the token does not say which of them is meant. */
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
 * The key that a token names. Without a `kid`, in the token or in the set, it is the only key of its algorithm: the
 * algorithm of a token is compared with those of keys, and never used.
 */
const namedBy = ({ alg, kid }: KeyName, { usable }: KeySet): Option.Option<PublishedKey> => {
  const named = kid === undefined ? undefined : usable.find((key) => key.kid === kid)
  if (named !== undefined) return Option.some(named)
  const [only, ...others] = usable.filter(({ algorithm }) => namesOf(algorithm).includes(alg))
  const isOnly = only !== undefined && others.length === 0 && (kid === undefined || only.kid === null)
  return isOnly ? Option.some(only) : Option.none()
}

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
  readonly keys: KeySet
  /** When they came; null: never. */
  readonly at: number | null
  /** The last time they were asked for, and why they did not come. */
  readonly asked: { readonly at: number; readonly failure: JwksUnavailable | null } | null
  /** When the log last told of the present outage; null while there is none. */
  readonly logged: number | null
}

const nothing: Known = { keys: { usable: [], unusable: [] }, at: null, asked: null, logged: null }

/** Logs the keys that are not used, if they differ from those logged last. */
const logUnusable = (url: string, before: KeySet, { unusable, usable }: KeySet) =>
  unusable.length === 0 || JSON.stringify(unusable) === JSON.stringify(before.unusable)
    ? Effect.void
    : Effect.logWarning("keys of the JSON Web Key Set are not used", { url, usable: usable.length, unusable })

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
      yield* logUnusable(url, before.keys, answer.success)
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
    /** The key that a token names. Fails if it is not among the known keys, and the issuer does not answer. */
    find: Effect.fnUntraced(function* (name: KeyName) {
      const now = yield* Clock.currentTimeMillis
      const known = yield* Ref.get(state)
      const isKnown = isYoung(known.at, keptFor, now) && Option.isSome(namedBy(name, known.keys))
      const { asked, keys } = isKnown ? known : yield* refreshed
      const key = namedBy(name, keys)
      if (Option.isSome(key) || asked === null || asked.failure === null) return key
      const retryAfterSeconds = Math.ceil(pauseOf(known) / 1_000)
      return yield* new SessionKeysUnavailable({ detail: asked.failure.detail, retryAfterSeconds })
    }),

    /** The key that a token names after a refetch, if one is due. None if the known key is still the current one. */
    replacementOf: Effect.fnUntraced(function* (known: VerificationKey, name: KeyName) {
      const { keys } = yield* refreshed
      return Option.filter(namedBy(name, keys), (key) => key !== known)
    })
  }
})
