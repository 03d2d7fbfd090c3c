import { Effect, Layer } from "effect"
import { Notifier } from "../../ports/Notifier.ts"
import { newest } from "./newest.ts"
import { World } from "./World.ts"

export const layer = Layer.effect(
  Notifier,
  Effect.map(World, ({ read, step }) =>
    Notifier.of({
      notify: (notification) =>
        step("Notifier.notify", (state) => [
          Effect.void,
          { ...state, notifications: [...state.notifications, notification] }
        ]),
      list: (organizationId, userId, limit) =>
        read("Notifier.list", ({ notifications }) =>
          notifications
            .filter((kept) => kept.organizationId === organizationId && kept.userId === userId)
            .toSorted(newest(({ createdAt }) => createdAt))
            .slice(0, limit)
        )
    })
  )
)
