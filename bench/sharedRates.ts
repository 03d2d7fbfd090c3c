import { Array, Clock, Context, Effect, Layer, type Redacted } from "effect"
import * as ProcessRateLimits from "../src/adapters/limits/ProcessRateLimits.ts"
import * as SharedRateLimits from "../src/adapters/limits/SharedRateLimits.ts"
import * as Database from "../src/adapters/postgres/database/Database.ts"
import { OrganizationId } from "../src/domain/Ids.ts"
import { rateTable, usualRates } from "../src/domain/limits/RateTier.ts"
import { IdSource } from "../src/ports/process/IdSource.ts"
import { RateLimits } from "../src/ports/limits/RateLimits.ts"
import { storesOn } from "../test/support/database/postgresStores.ts"
import { type Size, WrongResult } from "./Comparison.ts"
import { inTurn } from "./inTurn.ts"
import { roundOf } from "./Round.ts"

/** Organizations of a round, and their calls: fewer than the tier, so none is refused. */
const organizations = { full: 100, smoke: 10 }
const callsOfEach = 80

/** Calls of an organization that are spread over the processes. */
const processes = 4

const atOnce = 16
const nanosPerMilli = 1_000_000

/** Calls of many organizations that are new, each through every process in turn; how long each call took. */
const round = (limits: ReadonlyArray<RateLimits["Service"]>, count: number) =>
  Effect.gen(function* () {
    const ids = yield* IdSource
    const clock = yield* Clock.clockWith(Effect.succeed)
    const now = () => Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
    const callers = yield* Effect.replicateEffect(
      Effect.map(ids.uuid, (id) => OrganizationId.make(id)),
      count
    )
    const calls = Array.makeBy(callsOfEach, (call) => callers.map((id) => [id, limits[call % limits.length]] as const))
    const took: globalThis.Array<number> = []
    const begun = now()
    yield* Effect.forEach(
      calls.flat(),
      ([id, process]) =>
        Effect.suspend(() => {
          const before = now()
          if (process === undefined) return Effect.die("no process")
          return Effect.flatMap(process.take(id, "developer", "standard"), (verdict) => {
            took.push(now() - before)
            return verdict?.isAllowed ? Effect.void : new WrongResult({ reason: "a call was refused" })
          })
        }),
      { concurrency: atOnce, discard: true }
    )
    return roundOf(took, now() - begun)
  })

/** The rate limits of a process with connections of its own. */
const limitsOf = <E, R>(layer: Layer.Layer<RateLimits, E, R>, url: Redacted.Redacted) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provide(layer, storesOn(Database.server(url))))), (context) =>
    Context.get(context, RateLimits)
  )

/** What a call costs that is counted over all processes of a server, and one that is counted in its own. */
export const sharedRates = Effect.fnUntraced(function* (url: Redacted.Redacted, size: Size) {
  const count = size.smoke ? organizations.smoke : organizations.full
  const table = rateTable(usualRates)
  const shared = yield* Effect.replicateEffect(limitsOf(SharedRateLimits.layer(table), url), processes)
  const alone = [yield* limitsOf(ProcessRateLimits.layer(table), url)]
  return yield* inTurn(
    {
      heading: `a call in the standard tier, ${count} organizations, ${processes} processes, ${atOnce} at once`,
      unit: "calls/s",
      contenders: [
        { name: "counted over all processes", round: round(shared, count) },
        { name: "counted in one process", round: round(alone, count) }
      ],
      targets: [{ what: "milliseconds", against: null, figure: "p50", must: { atMost: 0.1 } }]
    },
    size
  )
})
