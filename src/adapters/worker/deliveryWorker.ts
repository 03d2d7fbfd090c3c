import { Effect, Layer, Scheduler } from "effect"
import { attendShard } from "../../app/delivery/attendShard.ts"
import { DeliverySchedule } from "../../app/delivery/DeliverySchedule.ts"
import { DeliveryShards } from "../../ports/DeliveryShards.ts"

/**
 * Delivers what is due in the shards that this process attends to, for as long as the layer lives. What is in memory of
 * all of them is in one schedule, so that the limits are those of the process.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const shards = yield* DeliveryShards
    const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
    const schedule = new DeliverySchedule((task) => dispatcher.scheduleTask(task, 0))
    return yield* shards.attend((shard) => attendShard(schedule, shard))
  })
)
