import { Effect } from "effect"
import type { DeliveryShard } from "../../domain/webhooks/DeliveryShard.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** The pause before a shard is run again that died. */
const pause = "1 second"

/** Runs a shard until it is interrupted. A shard that dies is run again, since no other process does. */
export const runForever = <R>(
  shard: DeliveryShard,
  runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
): Effect.Effect<never, never, R> =>
  runShard(shard).pipe(
    Effect.catchCause((cause) => logFailure({ level: "Error", text: "a delivery shard died" }, { shard }, cause)),
    Effect.annotateLogs({ shard }),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever
  )
