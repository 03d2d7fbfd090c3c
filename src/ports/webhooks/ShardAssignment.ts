import { Context, type Effect, type Scope } from "effect"
import type { DeliveryShard } from "../../domain/webhooks/DeliveryShard.ts"

/** Which shards of deliveries this process owns. */
export class ShardAssignment extends Context.Service<
  ShardAssignment,
  {
    /**
     * Runs the effect for every shard as long as this process owns it, until the scope ends. No other process runs it for
     * that shard meanwhile. The effect is interrupted when the shard goes to another process, which waits for its end. A
     * process that dies or stands still loses its shards within 8 seconds.
     */
    run<R>(
      runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Number of shards that no process owns now. A process without a shard is idle if it is 0, and stuck otherwise. */
    readonly unowned: Effect.Effect<number>
  }
>()("effect-parley/ports/ShardAssignment") {}
