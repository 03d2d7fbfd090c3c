import { Effect, Layer, Option } from "effect"
import { Memberships } from "../../../ports/stores/Memberships.ts"
import { World } from "../World.ts"

export const layer = Layer.effect(
  Memberships,
  Effect.map(World, ({ read }) =>
    Memberships.of({
      find: (organizationId, userId) =>
        read("Memberships.find", ({ memberships, users }) =>
          Option.all({
            user: Option.map(Option.fromUndefinedOr(users.find(({ id }) => id === userId)), ({ email, id, name }) => ({
              id,
              name,
              email
            })),
            membership: Option.fromUndefinedOr(
              memberships.find((kept) => kept.organizationId === organizationId && kept.userId === userId)
            )
          })
        )
    })
  )
)
