import { Effect } from "effect"
import type { DeliveryShard } from "../../domain/DeliveryShard.ts"

/** How long a shard is left alone after who attended to it died. */
const pause = "1 second"

/** Attends to a shard until it is interrupted: what dies begins again, since nobody else will. */
export const attendAlways = <R>(
  shard: DeliveryShard,
  attending: (shard: DeliveryShard) => Effect.Effect<void, never, R>
): Effect.Effect<never, never, R> =>
  attending(shard).pipe(
    Effect.catchCause((cause) => Effect.logError("whoever attended to a shard of deliveries died", { shard }, cause)),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever
  )
