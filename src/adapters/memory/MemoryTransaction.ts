import { Effect, Layer } from "effect"
import { Transaction } from "../../ports/process/Transaction.ts"
import { World } from "./World.ts"

export const layer = Layer.effect(
  Transaction,
  Effect.map(World, ({ afterCommit, atomically, open }) =>
    Transaction.of({ atomically, atomicallyInTurn: (_organizationId, effect) => atomically(effect), open, afterCommit })
  )
)
