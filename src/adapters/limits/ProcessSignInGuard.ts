import { Clock, Effect, Layer, Option, Semaphore } from "effect"
import {
  secondsUntilNextTry,
  type SignInFailures,
  TooManySignInFailures,
  withFailure
} from "../../domain/SignInFailures.ts"
import { type SignInAttempt, SignInGuard } from "../../ports/SignInGuard.ts"

/** Most addresses, and most origins, whose failures are remembered; beyond it, those who failed longest ago are not. */
export const maxRemembered = 10_000

/** Checks that wait for their turn, a tenth of a second each. */
const maxWaiting = 100

/** Seconds after which there may be a turn again. */
const queueSeconds = 10

/** Failures by what they were made with, the one who failed last at the end. */
const makeFailures = () => {
  const kept = new Map<string, SignInFailures>()
  return {
    of: (key: string): SignInFailures => kept.get(key) ?? [],
    add: (key: string, at: number) => {
      const failures = withFailure(kept.get(key) ?? [], at)
      kept.delete(key)
      const [oldest] = kept.keys()
      if (kept.size >= maxRemembered && oldest !== undefined) kept.delete(oldest)
      kept.set(key, failures)
    },
    forget: (key: string) => kept.delete(key),
    size: () => kept.size
  }
}

/**
 * Counts wrong passwords in the memory of this process: other processes count for themselves. One password is checked
 * at a time, since those who guess many at once would otherwise all be let in before the first is counted.
 */
export const make = Effect.gen(function* () {
  const turn = yield* Semaphore.make(1)
  const byEmail = makeFailures()
  const byOrigin = makeFailures()
  let waiting = 0

  const admit = ({ email, origin }: SignInAttempt) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      const seconds = Math.max(
        secondsUntilNextTry(byEmail.of(email.toLowerCase()), at),
        secondsUntilNextTry(byOrigin.of(origin), at)
      )
      return seconds === 0 ? Effect.void : new TooManySignInFailures({ retryAfterSeconds: seconds })
    })

  const count = ({ email, origin }: SignInAttempt, isRight: boolean) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      // Whoever knows one password goes on with guessing others, so their origin is not forgiven.
      if (isRight) return void byEmail.forget(email.toLowerCase())
      byEmail.add(email.toLowerCase(), at)
      byOrigin.add(origin, at)
    })

  const guard = SignInGuard.of({
    attempt: Effect.fn("ProcessSignInGuard.attempt")(function* (attempt, check) {
      yield* admit(attempt)
      if (waiting >= maxWaiting) return yield* new TooManySignInFailures({ retryAfterSeconds: queueSeconds })
      const counted = Effect.tap(check, (answer) => count(attempt, Option.isSome(answer)))
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => (waiting += 1)),
        () => turn.withPermit(Effect.uninterruptible(Effect.andThen(admit(attempt), counted))),
        () => Effect.sync(() => (waiting -= 1))
      )
    })
  })
  return { guard, remembered: Effect.sync(() => Math.max(byEmail.size(), byOrigin.size())) }
})

export const layer = Layer.effect(
  SignInGuard,
  Effect.map(make, ({ guard }) => guard)
)
