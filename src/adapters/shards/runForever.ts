import { Effect } from "effect"
import type { DeliveryShard } from "../../domain/webhooks/DeliveryShard.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

/** The pause before a shard is run again that died. */
const pause = "1 second"

/** Runs a shard until it is interrupted. A shard that dies is run again, since no other process does. */
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
