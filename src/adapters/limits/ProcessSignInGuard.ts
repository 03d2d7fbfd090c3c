import { Clock, Effect, Layer, Option, Semaphore } from "effect"
import {
  accountLimit,
  originLimit,
  pairLimit,
  secondsUntilNextAttempt,
  type SignInFailures,
  type SignInLimit,
  TooManySignInFailures,
  withFailure
} from "../../domain/access/SignInFailures.ts"
import { type SignInAttempt, SignInGuard } from "../../ports/policies/SignInGuard.ts"

/**
 * Most pairs, accounts and origins, each, whose failures are remembered, and most familiar pairs; beyond it, the one
 * that was added to longest ago is forgotten.
 */
export const maxRemembered = 10_000

/** Checks that wait for their turn, a tenth of a second each. */
export const maxWaiting = 100

/** Checks of one origin that wait for their turn: others find room too. */
export const maxWaitingOfOrigin = 50

/** Seconds after which there may be a turn again. */
const queueSeconds = 10

/** Values by key; the one that was set longest ago goes when there are too many. */
const makeRecent = <A>() => {
  const kept = new Map<string, A>()
  return {
    get: (key: string): A | undefined => kept.get(key),
    set: (key: string, value: A) => {
      kept.delete(key)
      const [oldest] = kept.keys()
      if (kept.size >= maxRemembered && oldest !== undefined) kept.delete(oldest)
      kept.set(key, value)
    },
    forget: (key: string) => kept.delete(key),
    size: () => kept.size
  }
}

/** Failures of one kind, by what they were made with. */
const makeFailures = (limit: SignInLimit) => {
  const { forget, get, set, size } = makeRecent<SignInFailures>()
  const of = (key: string): SignInFailures => get(key) ?? []
  return { of, forget, size, add: (key: string, at: number) => set(key, withFailure(limit, of(key), at)) }
}

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

const accountOf = ({ email }: SignInAttempt): string => email.toLowerCase()
const pairOf = (attempt: SignInAttempt): string => JSON.stringify([accountOf(attempt), attempt.origin])

/**
 * Counts wrong passwords in the memory of this process: other processes count for themselves. One password is checked
 * at a time, since those who guess many at once would otherwise all be let in before the first is counted.
 */
export const make = Effect.gen(function* () {
  const turn = yield* Semaphore.make(1)
  const byPair = makeFailures(pairLimit)
  const byAccount = makeFailures(accountLimit)
  const byOrigin = makeFailures(originLimit)
  const familiar = makeRecent<true>()
  const waiting = makeWaiting()

  const admit = (attempt: SignInAttempt) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      const pair = pairOf(attempt)
      const record = {
        pair: byPair.of(pair),
        account: byAccount.of(accountOf(attempt)),
        origin: byOrigin.of(attempt.origin),
        isFamiliar: familiar.get(pair) === true
      }
      const seconds = secondsUntilNextAttempt(record, at)
      return seconds === 0 ? Effect.void : new TooManySignInFailures({ retryAfterSeconds: seconds })
    })

  const count = (attempt: SignInAttempt, isRight: boolean) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      const pair = pairOf(attempt)
      // A right password forgives neither the account, which others may be guessing at, nor the origin, whose owner may
      // know one password and guess others.
      if (isRight) {
        byPair.forget(pair)
        return familiar.set(pair, true)
      }
      byPair.add(pair, at)
      byAccount.add(accountOf(attempt), at)
      byOrigin.add(attempt.origin, at)
    })

  const guard = SignInGuard.of({
    attempt: Effect.fn("ProcessSignInGuard.attempt")(function* (attempt, check) {
      yield* admit(attempt)
      const { origin } = attempt
      if (waiting.isFull(origin)) return yield* new TooManySignInFailures({ retryAfterSeconds: queueSeconds })
      const counted = Effect.tap(check, (answer) => count(attempt, Option.isSome(answer)))
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => waiting.enter(origin)),
        () => turn.withPermit(Effect.uninterruptible(Effect.andThen(admit(attempt), counted))),
        () => Effect.sync(() => waiting.leave(origin))
      )
    })
  })
  const stores = [byPair, byAccount, byOrigin, familiar]
  return { guard, remembered: Effect.sync(() => Math.max(...stores.map((store) => store.size()))) }
})

export const layer = Layer.effect(
  SignInGuard,
  Effect.map(make, ({ guard }) => guard)
)
