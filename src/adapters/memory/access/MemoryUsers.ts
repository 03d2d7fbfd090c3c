import * as RefreshToken from "../../identity/RefreshToken.ts"
import { DateTime, Effect, Layer, Option, type Redacted, Struct } from "effect"
import { Hex } from "effect/encoding"
import type { UserId } from "../../../domain/Ids.ts"
import { type Account, Users } from "../../../ports/access/SignIns.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

/** A user with a password. */
type StoredUser = State["users"][number] & { readonly passwordHash: string }

const hasPassword = (user: State["users"][number]): user is StoredUser => user.passwordHash !== null

const accountOf = ({ createdAt, email, id, lastSignInAt, name }: StoredUser): Account => ({
  user: { id, email, name, createdAt },
  lastSignInAt: lastSignInAt ?? null
})

const find = ({ users }: State, isThem: (user: StoredUser) => boolean) =>
  Option.fromUndefinedOr(users.filter(hasPassword).find(isThem))

const hashOf = (token: Redacted.Redacted) => Hex.encode(RefreshToken.hash(token))

/** Changes the user with this id, who has a password. */
const change =
  (userId: UserId, changed: (user: StoredUser) => State["users"][number]): Step<void> =>
  (state) => [
    Effect.void,
    { ...state, users: state.users.map((user) => (user.id === userId && hasPassword(user) ? changed(user) : user)) }
  ]

export const layer = Layer.effect(
  Users,
  Effect.map(World, ({ read, step }) =>
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
        ),
      rename: (userId, name) =>
        step(
          "Users.rename",
          change(userId, (user) => ({ ...user, name }))
        ),
      setPassword: (userId, passwordHash) =>
        step(
          "Users.setPassword",
          change(userId, (user) => ({ ...Struct.omit(user, ["reset"]), passwordHash }))
        ),
      startReset: (userId, token, expiresAt) =>
        step(
          "Users.startReset",
          change(userId, (user) => ({ ...user, reset: { hash: hashOf(token), expiresAt } }))
        ),
      findByReset: (token, at) =>
        read("Users.findByReset", (state) =>
          Option.map(
            find(state, ({ reset }) => reset?.hash === hashOf(token) && DateTime.isLessThan(at, reset.expiresAt)),
            accountOf
          )
        )
    })
  )
)
