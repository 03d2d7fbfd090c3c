import { Context, Effect, FiberSet, Layer, Option, Scope } from "effect"
import { type DeliveryShard, deliveryShards, shardOf } from "../../domain/DeliveryShard.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { ArrivalRelay } from "./ArrivalRelay.ts"
import { makeAttended } from "./makeAttended.ts"

/** Tells who attends to a shard that something was put into it, after it is committed. */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** Something was put in for these organizations. */
    announce(organizationIds: ReadonlyArray<OrganizationId>): Effect.Effect<void>
    /** Waits for the next announcement for the shard; one made since the last call counts. Some may get lost. */
    next(shard: DeliveryShard): Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/Arrivals") {}

/** Tells the others of shards: at once when nobody is being told, else all that came together meanwhile. */
const makeTeller = Effect.fnUntraced(function* (from: string) {
  const relay = yield* ArrivalRelay
  const run = yield* FiberSet.makeRuntime()
  const untold = new Set<DeliveryShard>()
  let isTelling = false
  const tellAll = Effect.gen(function* () {
    while (untold.size > 0) {
      const shards = [...untold]
      untold.clear()
      yield* relay.tell({ from, shards })
    }
  })
  return (shards: ReadonlyArray<DeliveryShard>): void => {
    for (const shard of shards) untold.add(shard)
    if (isTelling || untold.size === 0) return
    isTelling = true
    run(tellAll).addObserver(() => {
      isTelling = false
    })
  }
})

/** Who attends to a shard in this process is told at once; of other shards the other processes are told. */
export const layer = Layer.effect(
  Arrivals,
  Effect.gen(function* () {
    const relay = yield* ArrivalRelay
    const me = yield* (yield* IdSource).uuid
    const tell = yield* makeTeller(me)
    const arrivals = yield* Effect.forEach(deliveryShards, () => makeAttended)
    const wake = (shards: ReadonlyArray<DeliveryShard>): void => {
      for (const shard of shards) arrivals[shard]?.announce()
    }

    // Who attends to nothing has no use for a connection to listen on.
    const listening = yield* relay
      .hear(({ from, shards }) => Effect.sync(() => (from === me ? undefined : wake(shards))))
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    return Arrivals.of({
      announce: (organizationIds) =>
        Effect.sync(() => {
          const shards = [...new Set(organizationIds.map(shardOf))]
          wake(shards)
          tell(shards.filter((shard) => arrivals[shard]?.isAttended() !== true))
        }),
      next: (shard) =>
        Effect.andThen(
          listening,
          Option.match(Option.fromNullishOr(arrivals[shard]), {
            onNone: () => Effect.never,
            onSome: ({ next }) => next
          })
        )
    })
  })
)
