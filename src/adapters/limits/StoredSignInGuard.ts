import { Effect, Layer, Option, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { makeFairShares } from "../../collections/fairShares.ts"
import { TooManySignInFailures } from "../../domain/access/SignInFailures.ts"
import { type SignInAttempt, SignInGuard } from "../../ports/access/SignInGuard.ts"
import { type AttemptKeys, SignInAttempts } from "../../ports/access/SignInAttempts.ts"

/** Checks that wait for their turn, a tenth of a second each. */
export const maxWaiting = 100

/** Checks of one origin that wait for their turn: others find room too. */
export const maxWaitingOfOrigin = 50

/** Longest wait of a check for its turn. */
const patience = "1 minute"

/** Seconds after which there may be a turn again. */
const queueSeconds = 10

/** Counts waiting checks, in total and by origin. */
const makeWaiting = () => {
  const byOrigin = new Map<string, number>()
  let all = 0
  const of = (origin: string): number => byOrigin.get(origin) ?? 0
  return {
    isFull: (origin: string): boolean => all >= maxWaiting || of(origin) >= maxWaitingOfOrigin,
    enter: (origin: string) => {
      all += 1
      byOrigin.set(origin, of(origin) + 1)
    },
    leave: (origin: string) => {
      all -= 1
      if (of(origin) > 1) byOrigin.set(origin, of(origin) - 1)
      else byOrigin.delete(origin)
    }
  }
}

/** The secret protects the hashes: there are so few IPv4 addresses that all of them can be hashed. */
const keysOf = (secret: Redacted.Redacted, { email, origin }: SignInAttempt): AttemptKeys => {
  const account = email.toLowerCase()
  const hash = (...words: ReadonlyArray<string>) =>
    createHmac("sha256", Redacted.value(secret)).update(JSON.stringify(words)).digest("hex")
  return {
    pair: hash("pair", account, origin),
    account: hash("account", account),
    origin: hash("origin", origin)
  }
}

/**
 * Counts wrong passwords in the store, so that the limits hold over all processes. An attempt counts as wrong before its
 * password is checked: those who guess many at once would otherwise all be let in before the first is counted. A process
 * checks one password at a time, since each check takes all of a core. Origins take turns, and the limits are asked again at
 * the turn: many guesses at once, from one origin or for one account, delay others by few checks.
 */
export const make = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const { begin, end, waitFor } = yield* SignInAttempts
  const inTurn = makeFairShares<string>({ capacity: 1, share: 1, maxWaiting: maxWaitingOfOrigin, patience })
  const waiting = makeWaiting()

  const admit = (keys: AttemptKeys) =>
    Effect.flatMap(waitFor(keys), (seconds) =>
      seconds === 0 ? Effect.void : new TooManySignInFailures({ retryAfterSeconds: seconds })
    )

  /** The check of an attempt that is counted, to its end. */
  const counted = <A, E, R>(keys: AttemptKeys, check: Effect.Effect<Option.Option<A>, E, R>) =>
    Effect.flatMap(begin(keys), (begunAt) =>
      check.pipe(
        Effect.onError(() => end(keys, begunAt, "unchecked")),
        Effect.tap((answer) => (Option.isSome(answer) ? end(keys, begunAt, "right") : Effect.void))
      )
    )

  return SignInGuard.of({
    attempt: Effect.fn("StoredSignInGuard.attempt")(function* (attempt, check) {
      const keys = keysOf(secret, attempt)
      yield* admit(keys)
      const { origin } = attempt
      if (waiting.isFull(origin)) return yield* new TooManySignInFailures({ retryAfterSeconds: queueSeconds })
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => waiting.enter(origin)),
        () => inTurn(origin, Effect.uninterruptible(Effect.andThen(admit(keys), counted(keys, check)))),
        () => Effect.sync(() => waiting.leave(origin))
      )
    })
  })
})

/** The secret hashes addresses; every process has the same. */
export const layer = (secret: Redacted.Redacted) => Layer.effect(SignInGuard, make(secret))
