import { Effect, Layer } from "effect"
import { deliveryShards } from "../../domain/DeliveryShard.ts"
import { DeliveryShards } from "../../ports/DeliveryShards.ts"
import { attendAlways } from "./attendAlways.ts"

/** All shards are this process's, always: for a database that no other process is on. */
export const layer = Layer.succeed(
  DeliveryShards,
  DeliveryShards.of({
    attend: (attending) =>
      Effect.forEach(deliveryShards, (shard) => attendAlways(shard, attending), {
        concurrency: "unbounded",
        discard: true
      }).pipe(Effect.forkScoped, Effect.asVoid)
  })
)
