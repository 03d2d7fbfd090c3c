import { Effect } from "effect"
import type { DeliveryShard } from "../../domain/webhooks/DeliveryShard.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

/** Pause before a failed shard runs again. */
const pause = "1 second"

/** Runs a shard until it is interrupted, and restarts it after a failure, since no other process does. */
export const runForever = <R>(
  shard: DeliveryShard,
  runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
): Effect.Effect<never, never, R> => {
  const logged = makeFailureLog("delivery shard")
  return logged(runShard(shard)).pipe(
    Effect.annotateLogs({ shard }),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever
  )
}
