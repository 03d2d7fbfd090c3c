import { Effect, Layer, Option } from "effect"
import { type Account, Users } from "../../../ports/access/SignIns.ts"
import type { State } from "../State.ts"
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

export const layer = Layer.effect(
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
