import { Effect, Layer } from "effect"
import { deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../ports/webhooks/DeliveryQueue.ts"
import { runForever } from "./runForever.ts"

/** Assigns all shards to this process, for a database that no other process uses. */
export const layer = Layer.succeed(
  ShardAssignment,
  ShardAssignment.of({
    unowned: Effect.succeed(0),
    run: (runShard) =>
      Effect.forEach(deliveryShards, (shard) => runForever(shard, runShard), {
        concurrency: "unbounded",
        discard: true
      }).pipe(Effect.forkScoped, Effect.asVoid)
  })
)
