import { Clock, Deferred, Effect, Layer } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import { type Pulse, WorkStandsStill, WorkerHealth } from "../../ports/process/WorkerHealth.ts"

/** Milliseconds without progress after which a process is not ready. */
export const notReadyAfter = 60_000

/** Milliseconds without progress after which a process ends with an error. */
export const endsAfter = 300_000

/** Pause between two checks, in milliseconds. */
export const checkInterval = 10_000

/** Delay of a check in milliseconds from which the process counts as suspended; its observations are reset. */
const suspendedAfter = 2 * checkInterval

interface Loop {
  readonly name: string
  readonly isShard: boolean
  /** Start of the pass; null while the loop waits for work. */
  since: number | null
}

/** The time without progress, in milliseconds, and its text for operators. */
interface Standstill {
  readonly millis: number
  readonly reason: () => string
}

const none: Standstill = { millis: 0, reason: () => "" }

const seconds = (millis: number): number => Math.floor(millis / 1_000)

/** Observes the loops of this process. */
export const make: Effect.Effect<WorkerHealth> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const ended = yield* Deferred.make<never, WorkStandsStill>()
  const loops = new Set<Loop>()
  let checkedAt = elapsedMillis(clock)
  /** Time since which shards have no owner and this process owns none; null otherwise. */
  let withoutShardsSince: number | null = null
  let unowned = 0
  let isLost = false

  /** The longest standstill. Its text is made on demand: a check every few seconds finds none. */
  const longest = (now: number): Standstill => {
    let found = none
    for (const { name, since } of loops) {
      if (since === null || now - since <= found.millis) continue
      const millis = now - since
      found = { millis, reason: () => `the loop "${name}" has stood still for ${seconds(millis)} seconds` }
    }
    if (withoutShardsSince === null || now - withoutShardsSince <= found.millis) return found
    const millis = now - withoutShardsSince
    return {
      millis,
      reason: () =>
        `this worker owns no delivery shard for ${seconds(millis)} seconds, and ${unowned} shards have no owner`
    }
  }

  const restart = (now: number) => {
    for (const loop of loops) if (loop.since !== null) loop.since = now
    if (withoutShardsSince !== null) withoutShardsSince = now
  }

  const health: WorkerHealth = {
    watch: (name, isShard = false) =>
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => {
            const loop: Loop = { name, isShard, since: null }
            loops.add(loop)
            return loop
          }),
          (loop) => Effect.sync(() => void loops.delete(loop))
        ),
        (loop): Pulse => ({
          run: () => void (loop.since = elapsedMillis(clock)),
          rest: () => void (loop.since = null)
        })
      ),
    check: ({ isDatabaseLost, unownedShards }) =>
      Effect.suspend(() => {
        const now = elapsedMillis(clock)
        isLost = isDatabaseLost
        if (isDatabaseLost || now - checkedAt > suspendedAfter) restart(now)
        checkedAt = now
        unowned = unownedShards ?? 0
        const ownsOne = Array.from(loops).some(({ isShard }) => isShard)
        withoutShardsSince = ownsOne || unowned === 0 ? null : (withoutShardsSince ?? now)
        const { millis, reason } = longest(now)
        if (millis < endsAfter) return Effect.void
        return Effect.asVoid(Deferred.fail(ended, new WorkStandsStill({ reason: reason() })))
      }),
    obstacle: Effect.sync(() => {
      const { millis, reason } = longest(elapsedMillis(clock))
      return isLost || millis < notReadyAfter ? null : reason()
    }),
    ended: Deferred.await(ended)
  }
  return health
})

export const layer = Layer.effect(WorkerHealth, make)
