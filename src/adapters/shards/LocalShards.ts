import { Effect, Layer } from "effect"
import { deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../ports/webhooks/ShardAssignment.ts"
import { runForever } from "./runForever.ts"

/** This process always owns all shards: for a database that no other process uses. */
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
