import { Effect, Layer, Scheduler } from "effect"
import { runShard } from "../../app/delivery/runShard.ts"
import { Dispatcher } from "../../app/delivery/Dispatcher.ts"
import { DeliveryShards } from "../../ports/DeliveryShards.ts"

/**
 * Delivers what is due in the shards that this process attends to, for as long as the layer lives. What is in memory of
 * all of them is in one schedule, so that the limits are those of the process.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const shards = yield* DeliveryShards
    const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
    const schedule = new Dispatcher((task) => dispatcher.scheduleTask(task, 0))
    return yield* shards.attend((shard) => runShard(schedule, shard))
  })
)
