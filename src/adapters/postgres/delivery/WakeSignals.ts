import { Clock, Context, Effect, FiberSet, Layer, Option, Scope } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { type DeliveryShard, deliveryShards, shardOf } from "../../../domain/delivery/DeliveryShard.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdSource } from "../../../ports/policies/IdSource.ts"
import { type StatementNotify, WakeChannel } from "./WakeChannel.ts"

/** Wakes the owner of a shard, in this or another process, after deliveries of the shard are committed. */
export class WakeSignals extends Context.Service<
  WakeSignals,
  {
    /** Deliveries of these organizations are committed. `isNotified`: the statement has notified the other processes. */
    signal(organizationIds: ReadonlyArray<OrganizationId>, isNotified?: boolean): Effect.Effect<void>
    /** For a statement that notifies the other processes with its commit; null where `signal` has to do it. */
    inStatement(organizationIds: ReadonlyArray<OrganizationId>): StatementNotify | null
    /** Waits for the next signal of the shard; one since the last call counts. A signal may be lost. */
    next(shard: DeliveryShard): Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/WakeSignals") {}

/**
 * A statement notifies by itself only after this time, in milliseconds, without another notification: on one server,
 * transactions that notify commit one after the other.
 */
const quietMillis = 20

/** An owner that has not waited for this long, in milliseconds, has gone: owners poll every two seconds. */
const ownerMillis = 5_000

/** The signals of one shard, and whether its owner is in this process. Without fibers, which would slow down the wake-up. */
const makeShardSignal = Effect.map(Clock.Clock, (clock) => {
  const waiting = new Set<() => void>()
  let isSignalled = false
  let ownedUntil = Number.NEGATIVE_INFINITY
  return {
    signal: (): void => {
      if (waiting.size === 0) isSignalled = true
      for (const wake of waiting) wake()
    },
    next: Effect.callback<void>((resume) => {
      const leave = () => {
        waiting.delete(wake)
        ownedUntil = elapsedMillis(clock) + ownerMillis
      }
      const wake = () => {
        leave()
        resume(Effect.void)
      }
      waiting.add(wake)
      if (isSignalled) wake()
      isSignalled = false
      return Effect.sync(leave)
    }),
    isOwned: (): boolean => waiting.size > 0 || elapsedMillis(clock) < ownedUntil
  }
})

/** Notifies the other processes of shards: at once, or together with what gathers while a notification is under way. */
const makeNotifier = Effect.fnUntraced(function* (from: string) {
  const channel = yield* WakeChannel
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const pending = new Set<DeliveryShard>()
  let isNotifying = false
  let notifiedAt = Number.NEGATIVE_INFINITY
  const notifyAll = Effect.gen(function* () {
    while (pending.size > 0) {
      const shards = [...pending]
      pending.clear()
      yield* channel.notify({ from, shards })
    }
  })
  return {
    notify: (shards: ReadonlyArray<DeliveryShard>): void => {
      for (const shard of shards) pending.add(shard)
      if (isNotifying || pending.size === 0) return
      isNotifying = true
      notifiedAt = elapsedMillis(clock)
      run(notifyAll).addObserver(() => {
        isNotifying = false
      })
    },
    inStatement: (shards: ReadonlyArray<DeliveryShard>): StatementNotify | null => {
      const now = elapsedMillis(clock)
      if (shards.length === 0 || isNotifying || now - notifiedAt < quietMillis) return null
      notifiedAt = now
      return channel.inStatement({ from, shards })
    }
  }
})

/** An owner in this process is woken directly. Of shards without an owner here, the other processes are notified. */
export const layer = Layer.effect(
  WakeSignals,
  Effect.gen(function* () {
    const channel = yield* WakeChannel
    const ownId = yield* (yield* IdSource).uuid
    const notifier = yield* makeNotifier(ownId)
    const signals = new Map(
      yield* Effect.forEach(deliveryShards, (shard) =>
        Effect.map(makeShardSignal, (signal) => [shard, signal] as const)
      )
    )
    const signalOf = (shard: DeliveryShard) => Option.getOrThrow(Option.fromNullishOr(signals.get(shard)))
    const shardsOf = (organizationIds: ReadonlyArray<OrganizationId>) => [...new Set(organizationIds.map(shardOf))]
    const isElsewhere = (shard: DeliveryShard): boolean => !signalOf(shard).isOwned()

    // A process that owns no shard needs no connection to listen.
    const listening = yield* channel
      .listen(({ from, shards }) => {
        if (from !== ownId) for (const shard of shards) signalOf(shard).signal()
      })
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    return WakeSignals.of({
      signal: (organizationIds, isNotified = false) =>
        Effect.sync(() => {
          const shards = shardsOf(organizationIds)
          for (const shard of shards) signalOf(shard).signal()
          if (!isNotified) notifier.notify(shards.filter(isElsewhere))
        }),
      inStatement: (organizationIds) => notifier.inStatement(shardsOf(organizationIds).filter(isElsewhere)),
      next: (shard) => Effect.andThen(listening, signalOf(shard).next)
    })
  })
)
