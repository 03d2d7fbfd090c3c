import { Clock, Context, Effect, FiberSet, Layer, Schedule, Scope } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { GatheredSignals } from "../../../collections/GatheredSignals.ts"
import { type DeliveryShard, shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import type { MayHaveEvents } from "../../../ports/webhooks/EventLog.ts"
import { WakeChannel, type WakeMessage } from "../database/WakeChannel.ts"

/**
 * Signals recorded events to the followers of feeds, in this and in other processes. Without followers a signal costs
 * nothing: processes with followers announce themselves, and only these are notified.
 */
export class FeedSignals extends Context.Service<
  FeedSignals,
  {
    /** Events of these organizations are committed. */
    signal(organizationIds: Iterable<OrganizationId>): Effect.Effect<void>
    /** Implements `listen` of the port `LiveFeed`. */
    readonly listen: Effect.Effect<Effect.Effect<MayHaveEvents>, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/FeedSignals") {}

/** A process with followers announces itself this often, in milliseconds. */
export const announceMillis = 10_000

/** After this time, in milliseconds, without an announcement no other process has followers. */
const watchedMillis = 3 * announceMillis

/** Least time between two notifications, in milliseconds: transactions that notify commit one after the other. */
const notifyPause = 10

/** An organization if this process recorded the event, a shard if another one did. */
type Subject = OrganizationId | DeliveryShard

const mayHaveEvents =
  (signalled: ReadonlySet<Subject>): MayHaveEvents =>
  (organizationId) =>
    signalled.has(organizationId) || signalled.has(shardOf(organizationId))

export const layer = Layer.effect(
  FeedSignals,
  Effect.gen(function* () {
    const channel = yield* WakeChannel
    const clock = yield* Clock.Clock
    const from = yield* (yield* IdSource).uuid
    const run = yield* FiberSet.makeRuntime()
    const followers = new Set<GatheredSignals<Subject>>()
    const pending = new Set<DeliveryShard>()
    let isNotifying = false
    let watchedUntil = Number.NEGATIVE_INFINITY

    const hear = (message: WakeMessage): void => {
      if (message.from === from) return
      if (message.isWatching === true) watchedUntil = elapsedMillis(clock) + watchedMillis
      const shards = [...message.shards, ...(message.recorded ?? [])]
      for (const follower of followers) follower.signal(shards)
    }

    // A process that neither records nor follows needs no connection to listen.
    const hearing = yield* channel
      .listen(hear)
      .pipe(Scope.provide(yield* Effect.scope), Effect.uninterruptible, Effect.cached)
    let isHearing = false

    const notifyAll = Effect.gen(function* () {
      while (pending.size > 0) {
        const recorded = [...pending]
        pending.clear()
        yield* channel.notify({ from, shards: [], recorded })
        yield* Effect.sleep(notifyPause)
      }
    })

    const notifyOthers = (organizationIds: Iterable<OrganizationId>): void => {
      for (const organizationId of organizationIds) pending.add(shardOf(organizationId))
      if (isNotifying || pending.size === 0) return
      isNotifying = true
      run(notifyAll).addObserver(() => {
        isNotifying = false
      })
    }

    const announce = channel.notify({ from, shards: [], isWatching: true })

    return FeedSignals.of({
      signal: (organizationIds) =>
        Effect.suspend(() => {
          for (const follower of followers) follower.signal(organizationIds)
          if (elapsedMillis(clock) < watchedUntil) notifyOthers(organizationIds)
          if (isHearing) return Effect.void
          isHearing = true
          return hearing
        }),
      listen: Effect.gen(function* () {
        const follower = new GatheredSignals<Subject>()
        isHearing = true
        yield* hearing
        yield* Effect.acquireRelease(
          Effect.sync(() => followers.add(follower)),
          () => Effect.sync(() => followers.delete(follower))
        )
        yield* Effect.forkScoped(Effect.repeat(announce, Schedule.spaced(announceMillis)))
        return Effect.map(follower.next, mayHaveEvents)
      })
    })
  })
)
