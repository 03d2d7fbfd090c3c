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

  const standing = (now: number): ReadonlyArray<{ readonly reason: string; readonly millis: number }> => [
    ...Array.from(loops, ({ name, since }) => ({
      reason: `the loop "${name}" has stood still for ${seconds(now - (since ?? now))} seconds`,
      millis: now - (since ?? now)
    })),
    ...(withoutShardsSince === null
      ? []
      : [
          {
            reason: `this worker owns no delivery shard for ${seconds(now - withoutShardsSince)} seconds, and ${unowned} shards have no owner`,
            millis: now - withoutShardsSince
          }
        ])
  ]
  const longest = (now: number) => standing(now).reduce((one, other) => (other.millis > one.millis ? other : one), none)

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
        return Effect.asVoid(Deferred.fail(ended, new WorkStandsStill({ reason })))
      }),
    obstacle: Effect.sync(() => {
      const { millis, reason } = longest(elapsedMillis(clock))
      return isLost || millis < notReadyAfter ? null : reason
    }),
    ended: Deferred.await(ended)
  }
  return health
})

const none = { reason: "", millis: 0 }

export const layer = Layer.effect(WorkerHealth, make)
