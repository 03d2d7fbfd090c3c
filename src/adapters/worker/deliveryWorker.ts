import { Effect, Layer, Scheduler } from "effect"
import { Dispatcher } from "../../app/delivery/Dispatcher.ts"
import { runShard } from "../../app/delivery/runShard.ts"
import { ShardAssignment } from "../../ports/policies/ShardAssignment.ts"

/**
 * Delivers the events of the shards that this process owns, for as long as the layer lives. One dispatcher holds the
 * deliveries of all of them, so that its limits are those of the process.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { run } = yield* ShardAssignment
    const scheduler = (yield* Scheduler.Scheduler).makeDispatcher()
    const dispatcher = new Dispatcher((task) => scheduler.scheduleTask(task, 0))
    return yield* run((shard) => runShard(dispatcher, shard))
  })
)
