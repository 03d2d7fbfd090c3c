import { Effect, Layer, Option } from "effect"
import { type Account, Users } from "../../../ports/stores/Users.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

type StoredUser = State["users"][number]

const accountOf = ({ createdAt, email, id, lastSignInAt, name }: StoredUser): Account => ({
  user: { id, email, name, createdAt },
  lastSignInAt: lastSignInAt ?? null
})

const find = ({ users }: State, isThem: (user: StoredUser) => boolean) => Option.fromUndefinedOr(users.find(isThem))

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
