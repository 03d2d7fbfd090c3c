import { Effect, Layer, Option, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { makeFairShares } from "../../collections/fairShares.ts"
import { TooManySignInFailures } from "../../domain/access/SignIn.ts"
import { type AttemptKeys, type SignInAttempt, SignInAttempts, SignInGuard } from "../../ports/access/SignIns.ts"

/** Maximum number of waiting checks, of a tenth of a second each. */
export const maxWaiting = 100

/** Maximum number of waiting checks of one origin, so that others find room. */
export const maxWaitingOfOrigin = 50

/** Longest wait of a check. */
const patience = "1 minute"

/** Seconds after which a retry may succeed. */
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

/** The keys of an attempt, protected by the secret: there are so few IPv4 addresses that all of them can be hashed. */
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
 * Counts wrong passwords in the store, so that the limits hold across processes. An attempt counts as wrong before its
 * check; otherwise many concurrent guesses would pass before the first one is counted. A process checks one password at
 * a time, because each check uses a whole core. Origins take turns, and the limits are checked again at the turn. So
 * many concurrent guesses from one origin or for one account delay others by few checks.
 */
export const make = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const { begin, end, waitFor } = yield* SignInAttempts
  const inTurn = makeFairShares<string>({ capacity: 1, share: 1, maxWaiting: maxWaitingOfOrigin, patience })
  const waiting = makeWaiting()

  const admit = (keys: AttemptKeys) =>
    Effect.flatMap(waitFor(keys), (seconds) =>
      seconds === 0 ? Effect.void : new TooManySignInFailures({ retryAfterSeconds: seconds })
    )

  /** Completes the check of a counted attempt. */
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

/** The guard. The secret hashes addresses; every process has the same one. */
export const layer = (secret: Redacted.Redacted) => Layer.effect(SignInGuard, make(secret))
