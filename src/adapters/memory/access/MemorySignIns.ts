import { DateTime, Effect, Layer, Option, type Redacted } from "effect"
import { Hex } from "effect/encoding"
import type { SignInId, UserId } from "../../../domain/Ids.ts"
import {
  RefreshTokenReused,
  RefreshTokenUnknown,
  type SignIn,
  SignInExpired,
  SignOut,
  idleLimit,
  judgeRefresh
} from "../../../domain/access/SignIn.ts"
import { SignIns } from "../../../ports/access/SignIns.ts"
import * as RefreshToken from "../../identity/RefreshToken.ts"
import { impossible } from "../Impossible.ts"
import type { StoredRefreshToken, StoredSignIn, State, Step } from "../State.ts"
import { World } from "../World.ts"

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

export const layer = Layer.effect(
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
