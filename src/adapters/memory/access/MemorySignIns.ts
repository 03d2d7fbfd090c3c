import * as RefreshToken from "../../identity/RefreshToken.ts"
import { Clock, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import {
  RefreshTokenReused,
  RefreshTokenUnknown,
  type SignIn,
  SignInExpired,
  type SignInFailures,
  type SignInRecord,
  SignOut,
  TooManySignInFailures,
  idleLimit,
  judgeRefresh,
  secondsUntilNextAttempt,
  withAttempt,
  withEnd
} from "../../../domain/access/SignIn.ts"
import { type Account, type AttemptKeys, SignInAttempts, SignIns, Users } from "../../../ports/access/SignIns.ts"
import { type State, type Step, type StoredRefreshToken, type StoredSignIn, impossible } from "../State.ts"
import { World } from "../World.ts"
import { Hex } from "effect/encoding"
import type { SignInId, UserId } from "../../../domain/Ids.ts"

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

export const makeSignInAttempts = Effect.sync(() => {
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
const signInAttempts = Layer.effect(
  SignInAttempts,
  Effect.map(makeSignInAttempts, ({ attempts }) => attempts)
)

/** A user with a password. */
type StoredUser = State["users"][number] & { readonly passwordHash: string }

const hasPassword = (user: State["users"][number]): user is StoredUser => user.passwordHash !== null

const accountOf = ({ createdAt, email, id, lastSignInAt, name }: StoredUser): Account => ({
  user: { id, email, name, createdAt },
  lastSignInAt: lastSignInAt ?? null
})

const find = ({ users }: State, isThem: (user: StoredUser) => boolean) =>
  Option.fromUndefinedOr(users.filter(hasPassword).find(isThem))

const users = Layer.effect(
  Users,
  Effect.map(World, ({ read }) =>
    Users.of({
      find: (userId) =>
        read("Users.find", (state) =>
          Option.map(
            find(state, ({ id }) => id === userId),
            accountOf
          )
        ),
      findByEmail: (email) =>
        read("Users.findByEmail", (state) =>
          Option.map(
            find(state, (user) => user.email.toLowerCase() === email.toLowerCase()),
            (user) => ({ ...accountOf(user), passwordHash: user.passwordHash })
          )
        )
    })
  )
)

const hashOf = (token: Redacted.Redacted) => Hex.encode(RefreshToken.hash(token))

const view = ({ id, refreshedAt, startedAt, userId }: StoredSignIn): SignIn => ({ id, userId, startedAt, refreshedAt })

const isLongAgo = (then: DateTime.Utc, at: DateTime.Utc): boolean =>
  DateTime.isLessThan(DateTime.addDuration(then, idleLimit), at)

const isOver = ({ endedAt, refreshedAt }: StoredSignIn, at: DateTime.Utc): boolean =>
  endedAt !== null || isLongAgo(refreshedAt, at)

const begin =
  (signIn: SignIn, token: Redacted.Redacted): Step<void> =>
  (state) => {
    if (!state.users.some(({ id }) => id === signIn.userId)) return impossible(state, "the user does not exist")
    const at = signIn.startedAt
    const first: StoredRefreshToken = { hash: hashOf(token), parent: null, usedAt: null }
    const others = state.signIns.filter((stored) => stored.userId !== signIn.userId || !isOver(stored, at))
    return [
      Effect.void,
      {
        ...state,
        users: state.users.map((user) => (user.id === signIn.userId ? { ...user, lastSignInAt: at } : user)),
        signIns: [...others, { ...signIn, endedAt: null, tokens: [first] }]
      }
    ]
  }

const replaced = (state: State, signIn: StoredSignIn): State => ({
  ...state,
  signIns: state.signIns.map((stored) => (stored.id === signIn.id ? signIn : stored))
})

const rotated = (signIn: StoredSignIn, used: StoredRefreshToken, next: string, at: DateTime.Utc): StoredSignIn => {
  const others = signIn.tokens.filter(
    (token) => token !== used && !(token.usedAt !== null && isLongAgo(token.usedAt, at))
  )
  return {
    ...signIn,
    refreshedAt: at,
    tokens: [...others, { ...used, usedAt: at }, { hash: next, parent: used.hash, usedAt: null }]
  }
}

const exchange =
  (
    token: Redacted.Redacted,
    successor: Redacted.Redacted,
    at: DateTime.Utc
  ): Step<SignIn, RefreshTokenUnknown | RefreshTokenReused | SignInExpired> =>
  (state) => {
    const hash = hashOf(token)
    const signIn = state.signIns.find(({ tokens }) => tokens.some((stored) => stored.hash === hash))
    const used = signIn?.tokens.find((stored) => stored.hash === hash)
    if (signIn === undefined || used === undefined) return [new RefreshTokenUnknown(), state]
    const next = hashOf(successor)
    const isNext = (stored: StoredRefreshToken) =>
      stored.hash === next && stored.parent === hash && stored.usedAt === null
    const facts = {
      isSignInEnded: signIn.endedAt !== null,
      refreshedAt: signIn.refreshedAt,
      usedAt: used.usedAt,
      isParentOfNext: signIn.tokens.some(isNext)
    }
    switch (judgeRefresh(facts, at)) {
      case "exchange": {
        const after = rotated(signIn, used, next, at)
        return [Effect.succeed(view(after)), replaced(state, after)]
      }
      case "repeat":
        return [Effect.succeed(view(signIn)), state]
      case "expired":
        return [new SignInExpired(), state]
      case "reused":
        return [
          new RefreshTokenReused({ signInId: signIn.id }),
          replaced(state, { ...signIn, endedAt: signIn.endedAt ?? at })
        ]
    }
  }

const end =
  (userId: UserId, which: SignOut): Step<void> =>
  (state) => {
    const ends = (id: SignInId) =>
      SignOut.match(which, {
        Everywhere: () => true,
        Here: ({ signInId }) => id === signInId,
        Elsewhere: ({ signInId }) => id !== signInId
      })
    const remaining = state.signIns.filter((stored) => stored.userId !== userId || !ends(stored.id))
    return [Effect.void, { ...state, signIns: remaining }]
  }

const signIns = Layer.effect(
  SignIns,
  Effect.map(World, ({ read, step }) =>
    SignIns.of({
      begin: (signIn, token) => step("SignIns.begin", begin(signIn, token)),
      exchange: (token, successor, at) => step("SignIns.exchange", exchange(token, successor, at)),
      find: (signInId) =>
        read("SignIns.find", ({ signIns }) =>
          Option.map(
            Option.fromUndefinedOr(signIns.find(({ endedAt, id }) => id === signInId && endedAt === null)),
            view
          )
        ),
      end: (userId, which) => step("SignIns.end", end(userId, which))
    })
  )
)

export const layer = Layer.mergeAll(signInAttempts, signIns, users)
