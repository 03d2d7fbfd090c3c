import { Clock, Effect, Layer } from "effect"
import {
  type SignInFailures,
  type SignInRecord,
  TooManySignInFailures,
  secondsUntilNextAttempt,
  withAttempt,
  withEnd
} from "../../../domain/access/SignIn.ts"
import { type AttemptKeys, SignInAttempts } from "../../../ports/access/SignIns.ts"

/**
 * Maximum number of remembered pairs, accounts and origins with failures, and of familiar pairs. Beyond it, the least
 * recently updated one is dropped.
 */
export const maxRemembered = 10_000

/** Values by key; beyond the maximum, the least recently set one is dropped. */
const makeRecent = <A>() => {
  const values = new Map<string, A>()
  return {
    get: (key: string): A | undefined => values.get(key),
    set: (key: string, value: A) => {
      values.delete(key)
      const [oldest] = values.keys()
      if (values.size >= maxRemembered && oldest !== undefined) values.delete(oldest)
      values.set(key, value)
    },
    forget: (key: string) => values.delete(key),
    size: () => values.size
  }
}

const setOrForget = (store: ReturnType<typeof makeRecent<SignInFailures>>, key: string, failures: SignInFailures) => {
  if (failures.length === 0) store.forget(key)
  else store.set(key, failures)
}

export const make = Effect.sync(() => {
  const pairs = makeRecent<SignInFailures>()
  const accounts = makeRecent<SignInFailures>()
  const origins = makeRecent<SignInFailures>()
  const familiar = makeRecent<true>()

  const read = ({ account, origin, pair }: AttemptKeys): SignInRecord => ({
    pair: pairs.get(pair) ?? [],
    account: accounts.get(account) ?? [],
    origin: origins.get(origin) ?? [],
    isFamiliar: familiar.get(pair) === true
  })
  const write = ({ account, origin, pair }: AttemptKeys, record: SignInRecord) => {
    setOrForget(pairs, pair, record.pair)
    setOrForget(accounts, account, record.account)
    setOrForget(origins, origin, record.origin)
    if (record.isFamiliar) familiar.set(pair, true)
  }

  const attempts = SignInAttempts.of({
    waitFor: (keys) => Effect.map(Clock.currentTimeMillis, (at) => secondsUntilNextAttempt(read(keys), at)),
    begin: (keys) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const record = read(keys)
        const seconds = secondsUntilNextAttempt(record, at)
        if (seconds > 0) return new TooManySignInFailures({ retryAfterSeconds: seconds })
        write(keys, withAttempt(record, at))
        return Effect.succeed(at)
      }),
    end: (keys, begunAt, end) => Effect.sync(() => write(keys, withEnd(read(keys), begunAt, end)))
  })
  const stores = [pairs, accounts, origins, familiar]
  return { attempts, remembered: Effect.sync(() => Math.max(...stores.map((store) => store.size()))) }
})

/** Counts attempts in the memory of this process. */
export const layer = Layer.effect(
  SignInAttempts,
  Effect.map(make, ({ attempts }) => attempts)
)
