import { Clock, Context, Effect, FiberSet, Layer, Scope } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { type DeliveryShard, shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { type StatementNotify, WakeChannel } from "../database/WakeChannel.ts"

/** Wakes the owner of a shard, in this or another process, after deliveries of the shard are committed. */
export class WakeSignals extends Context.Service<
  WakeSignals,
  {
    /** Deliveries of these organizations are committed. `isNotified`: the statement has notified the other processes. */
    signal(organizationIds: ReadonlyArray<OrganizationId>, isNotified?: boolean): Effect.Effect<void>
    /** For a statement that notifies the other processes with its commit; null where `signal` has to do it. */
    inStatement(organizationIds: ReadonlyArray<OrganizationId>): StatementNotify | null
    /** Implements `listen` of the port `DeliveryQueue`. The listener owns the shard. */
    listen(shard: DeliveryShard, wake: () => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/WakeSignals") {}

/**
 * Time without a notification, in milliseconds, after which a statement notifies with its own commit. On one server,
 * transactions that notify commit one after the other.
 */
const quietMillis = 20

/** The owner of a shard in this process. */
interface Owner {
  readonly shard: DeliveryShard
  readonly wake: () => void
}

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
    const owners = new Set<Owner>()
    const wakeOwners = (shards: ReadonlyArray<DeliveryShard>): void => {
      for (const { shard, wake } of owners) if (shards.includes(shard)) wake()
    }
    const shardsOf = (organizationIds: ReadonlyArray<OrganizationId>) => [...new Set(organizationIds.map(shardOf))]
    const elsewhere = (shards: ReadonlyArray<DeliveryShard>): ReadonlyArray<DeliveryShard> => {
      const here = new Set(Array.from(owners, ({ shard }) => shard))
      return shards.filter((shard) => !here.has(shard))
    }

    // A process that owns no shard needs no connection to listen.
    const listening = yield* channel
      .listen(({ from, shards }) => {
        if (from !== ownId) wakeOwners(shards)
      })
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    return WakeSignals.of({
      signal: (organizationIds, isNotified = false) =>
        Effect.sync(() => {
          const shards = shardsOf(organizationIds)
          wakeOwners(shards)
          if (!isNotified) notifier.notify(elsewhere(shards))
        }),
      inStatement: (organizationIds) => notifier.inStatement(elsewhere(shardsOf(organizationIds))),
      listen: (shard, wake) => {
        const owner: Owner = { shard, wake }
        const owning = Effect.acquireRelease(
          Effect.sync(() => void owners.add(owner)),
          () => Effect.sync(() => void owners.delete(owner))
        )
        return Effect.andThen(listening, owning)
      }
    })
  })
)
