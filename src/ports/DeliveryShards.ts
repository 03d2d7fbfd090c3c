import { Context, type Effect, type Scope } from "effect"
import type { DeliveryShard } from "../domain/DeliveryShard.ts"

/** Which shards of deliveries this process attends to. */
export class DeliveryShards extends Context.Service<
  DeliveryShards,
  {
    /**
     * Attends to every shard for as long as it is this process's turn, until the scope ends. Nobody else attends to it
     * meanwhile; it is interrupted when the shard goes to another process, who waits for its end. A process that dies or
     * stands still gives its shards away within 8 seconds.
     */
    attend<R>(
      attending: (shard: DeliveryShard) => Effect.Effect<void, never, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
  }
>()("effect-parley/ports/DeliveryShards") {}
