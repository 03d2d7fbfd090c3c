import { Effect, Layer } from "effect"
import { MessageStore } from "../../ports/MessageStore.ts"
import { pick } from "./pick.ts"
import { World } from "./World.ts"

export const layer = Layer.effect(
  MessageStore,
  Effect.map(World, ({ read }) =>
    MessageStore.of({
      find: (organizationId, id) => read("MessageStore.find", ({ messages }) => pick(messages, organizationId, id))
    })
  )
)
