import { Array, Boolean, Context, Effect, Layer, Option, Ref, Scope } from "effect"
import { type DeliveryShard, deliveryShards, shardOf } from "../../domain/DeliveryShard.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { ArrivalRelay } from "./ArrivalRelay.ts"
import { makeArrival } from "./makeArrival.ts"
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

/** Tells the others of shards, all that came together since the last time at once. */
const makeTeller = Effect.fnUntraced(function* (from: string) {
  const relay = yield* ArrivalRelay
  const something = yield* makeArrival
  const untold = yield* Ref.make<ReadonlySet<DeliveryShard>>(new Set())
  yield* something.next.pipe(
    Effect.andThen(Ref.getAndSet(untold, new Set())),
    Effect.flatMap((shards) => relay.tell({ from, shards: [...shards] })),
    Effect.forever,
    Effect.forkScoped
  )
  return (shards: ReadonlyArray<DeliveryShard>) =>
    Effect.andThen(
      Ref.update(untold, (before) => new Set([...before, ...shards])),
      something.announce
    )
})

/** Who attends to a shard in this process is told at once; of other shards the other processes are told. */
export const layer = Layer.effect(
  Arrivals,
  Effect.gen(function* () {
    const relay = yield* ArrivalRelay
    const me = yield* (yield* IdSource).uuid
    const tell = yield* makeTeller(me)
    const arrivals = yield* Effect.forEach(deliveryShards, () => makeAttended)
    const of = (shard: DeliveryShard) => Option.fromNullishOr(arrivals[shard])
    const wake = (shards: ReadonlyArray<DeliveryShard>) =>
      Effect.forEach(Array.getSomes(shards.map(of)), ({ announce }) => announce, { discard: true })
    const isElsewhere = (shard: DeliveryShard) =>
      Option.match(of(shard), {
        onNone: () => Effect.succeed(true),
        onSome: ({ isAttended }) => Effect.map(isAttended, Boolean.not)
      })

    // Who attends to nothing has no use for a connection to listen on.
    const listening = yield* relay
      .hear(({ from, shards }) => (from === me ? Effect.void : wake(shards)))
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    return Arrivals.of({
      announce: Effect.fnUntraced(function* (organizationIds) {
        const shards = [...new Set(organizationIds.map(shardOf))]
        yield* wake(shards)
        const others = yield* Effect.filter(shards, isElsewhere)
        if (others.length > 0) yield* tell(others)
      }),
      next: (shard) =>
        Effect.andThen(listening, Option.match(of(shard), { onNone: () => Effect.never, onSome: ({ next }) => next }))
    })
  })
)
