import { Effect, Latch } from "effect"
import type { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"

/** Listens to the shard from now on. Gives an effect that waits for a wake signal; one since it last ran counts. */
export const wakesOf = Effect.fnUntraced(function* (shard: DeliveryShard) {
  const { listen } = yield* DeliveryQueue
  const latch = Latch.makeUnsafe()
  yield* listen(shard, () => void latch.openUnsafe())
  return Effect.andThen(latch.await, latch.close)
})
