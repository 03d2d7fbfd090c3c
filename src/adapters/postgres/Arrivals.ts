import { Clock, Context, Effect, FiberSet, Layer, Option, Predicate, Scope } from "effect"
import { type DeliveryShard, deliveryShards, shardOf } from "../../domain/DeliveryShard.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { ArrivalRelay } from "./ArrivalRelay.ts"
import { type HandedTransaction, handedTransactions } from "./HandedTransaction.ts"
import { makeAttended } from "./makeAttended.ts"
import type { Recording } from "./Recording.ts"
import { ShardHand } from "./ShardHand.ts"
import type { Told, ToldAlong } from "./Told.ts"

/** Tells who attends to a shard that something was put into it, after it is committed. */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** Something was put in for these organizations. */
    announce(organizationIds: ReadonlyArray<OrganizationId>): Effect.Effect<void>
    /** What a statement needs that is to tell other processes of these itself; null where they are told afterwards. */
    along(events: Recording["events"]): ToldAlong | null
    /** The same as `announce` where all is known that was put in: who attends to it need not read it. */
    handOver(recording: Recording, isTold: boolean): Effect.Effect<void>
    /** What was handed over of the shard. */
    hand(shard: DeliveryShard): ShardHand
    /** Waits for the next announcement for the shard; one made since the last call counts. Some may get lost. */
    next(shard: DeliveryShard): Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/Arrivals") {}

/** So long, in milliseconds, nothing was told when a statement tells along: commits that do so wait for each other. */
const quietMillis = 20

/** Tells the others of shards: at once when nobody is being told, else all that came together meanwhile. */
const makeTeller = Effect.fnUntraced(function* (from: string) {
  const relay = yield* ArrivalRelay
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const untold = new Set<DeliveryShard>()
  /** All that is untold, when that is one recording. */
  let recording: Recording | null = null
  let isTelling = false
  let toldAt = Number.NEGATIVE_INFINITY
  const tellAll = Effect.gen(function* () {
    while (untold.size > 0) {
      const told = { from, shards: [...untold], recording }
      untold.clear()
      recording = null
      yield* relay.tell(told)
    }
  })
  const tell = (shards: ReadonlyArray<DeliveryShard>, news: Recording | null): void => {
    if (shards.length === 0) return
    recording = untold.size === 0 ? news : null
    for (const shard of shards) untold.add(shard)
    if (isTelling) return
    isTelling = true
    toldAt = clock.currentTimeMillisUnsafe()
    run(tellAll).addObserver(() => {
      isTelling = false
    })
  }
  /** For a statement that tells of events itself: null where it has to be told of afterwards. */
  const along = (shards: ReadonlyArray<DeliveryShard>, events: Recording["events"]): ToldAlong | null => {
    const now = clock.currentTimeMillisUnsafe()
    if (shards.length === 0 || isTelling || Math.abs(now - toldAt) < quietMillis) return null
    toldAt = now
    return relay.along({ from, shards }, events)
  }
  return { tell, along }
})

/** Who attends to a shard in this process is told at once; of other shards the other processes are told. */
export const layer = Layer.effect(
  Arrivals,
  Effect.gen(function* () {
    const relay = yield* ArrivalRelay
    const me = yield* (yield* IdSource).uuid
    const { along, tell } = yield* makeTeller(me)
    const desks = new Map(
      yield* Effect.forEach(deliveryShards, (shard) =>
        Effect.map(makeAttended, (attended) => [shard, { attended, hand: new ShardHand() }] as const)
      )
    )
    const deskOf = (shard: DeliveryShard) => Option.getOrThrow(Option.fromNullishOr(desks.get(shard)))
    const isElsewhere = (shard: DeliveryShard): boolean => !deskOf(shard).attended.isAttended()
    const wake = (shard: DeliveryShard, handed: HandedTransaction | undefined): void => {
      const { attended, hand } = deskOf(shard)
      if (handed === undefined) hand.askForLook()
      else if (attended.isAttended()) hand.give(handed)
      attended.announce()
    }
    const hear = ({ from, recording, shards }: Told): void => {
      if (from === me) return
      const handed = recording === null ? null : handedTransactions(recording)
      for (const shard of shards) wake(shard, handed?.get(shard))
    }
    const shardsOf = (organizationIds: ReadonlyArray<OrganizationId>) => [...new Set(organizationIds.map(shardOf))]
    const announce = (organizationIds: ReadonlyArray<OrganizationId>): void => {
      const shards = shardsOf(organizationIds)
      for (const shard of shards) wake(shard, undefined)
      tell(shards.filter(isElsewhere), null)
    }
    const organizationsOf = (events: Recording["events"]) =>
      events.filter(Predicate.isNotNull).map(({ organizationId }) => organizationId)

    // Who attends to nothing has no use for a connection to listen on.
    const listening = yield* relay
      .hear((told) => Effect.sync(() => hear(told)))
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    return Arrivals.of({
      announce: (organizationIds) => Effect.sync(() => announce(organizationIds)),
      along: (events) => along(shardsOf(organizationsOf(events)).filter(isElsewhere), events),
      handOver: (recording, isTold) =>
        Effect.sync(() => {
          const handed = handedTransactions(recording)
          if (handed === null) return announce(organizationsOf(recording.events))
          for (const [shard, one] of handed) wake(shard, one)
          if (!isTold) tell([...handed.keys()].filter(isElsewhere), recording)
        }),
      hand: (shard) => deskOf(shard).hand,
      next: (shard) => Effect.andThen(listening, deskOf(shard).attended.next)
    })
  })
)
