import { PgClient } from "@effect/sql-pg"
import { Effect, Latch, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Outcome, Size } from "../Comparison.ts"
import { exactDeliveries } from "../exactDeliveries.ts"
import { type Round, roundOf } from "../Round.ts"
import { givenSubscribers, sentEvents, type Subscriber } from "../rows/sentEvents.ts"
import { nowhere, shardOwners } from "../shardOwners.ts"

const organizations = 20

/** Deliveries of a run, as far as there is time for them. */
const sizes = { full: { deliveries: 1_000_000, seconds: 45 }, smoke: { deliveries: 1_000, seconds: 2 } }

/** Events that are recorded at once, and how many such batches are on their way. */
const batch = 500
const batchesAtOnce = 4

/** Recorded and not settled; who records waits while there are more. */
const maxAhead = 10_000

const parts = 10

/** How many were settled, and when. */
interface Mark {
  readonly settled: number
  readonly at: number
  /** How long it took to process the first batch. */
  readonly millis: number
}

/** Another session that looks at the database as it is now, until the scope ends. */
const snapshot = Effect.fnUntraced(function* (url: string) {
  const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
  const connection = yield* sql.reserve
  yield* connection.executeUnprepared("begin isolation level repeatable read", [], undefined)
  yield* connection.executeUnprepared("select count(*) from events", [], undefined)
}, Effect.provide(Reactivity.layer))

/** Records and settles, both at the same time, until there are so many or the time is over. */
const marks = Effect.fnUntraced(function* (
  subscribers: ReadonlyArray<Subscriber>,
  { deliveries, seconds }: (typeof sizes)["full"]
) {
  const { appendAll } = yield* EventLog
  const found: Array<Mark> = []
  const moved = Latch.makeUnsafe()
  let recorded = 0
  let settled = 0
  yield* shardOwners({
    taken: () => {},
    settled: (count, millis) => {
      settled += count
      found.push({ settled, at: performance.now(), millis })
      moved.openUnsafe()
    }
  })
  const begin = performance.now()
  found.push({ settled: 0, at: begin, millis: 0 })
  const untilRoom = (most: number) =>
    Effect.whileLoop({
      while: () => recorded - settled > most,
      body: () =>
        Effect.andThen(
          Effect.sync(() => moved.closeUnsafe()),
          moved.await
        ),
      step: () => {}
    })
  const recorder = (nth: number) =>
    Effect.gen(function* () {
      for (
        let turn = nth;
        recorded < deliveries && performance.now() - begin < seconds * 1_000;
        turn += batchesAtOnce
      ) {
        const subscriber = subscribers[turn % subscribers.length]
        if (subscriber === undefined) return
        recorded += batch
        yield* appendAll(subscriber.id, yield* sentEvents(subscriber, batch))
        yield* untilRoom(maxAhead)
      }
    })
  yield* Effect.forEach(Array.from({ length: batchesAtOnce }).keys(), recorder, {
    concurrency: "unbounded",
    discard: true
  })
  yield* untilRoom(0)
  yield* exactDeliveries(recorded)
  return found
}, Effect.scoped)

/** When so many were settled. */
const momentOf = (found: ReadonlyArray<Mark>, settled: number): number => {
  const after = found.findIndex((mark) => mark.settled >= settled)
  const [one, other] = [found[after - 1], found[after]]
  if (other === undefined) return NaN
  if (one === undefined) return other.at
  return one.at + ((other.at - one.at) * (settled - one.settled)) / (other.settled - one.settled)
}

/** How fast each tenth was. */
const tenthsOf = (found: ReadonlyArray<Mark>): ReadonlyArray<Round> => {
  const all = found.at(-1)?.settled ?? 0
  return Array.from({ length: parts }, (_, nth) => {
    const [before, until] = [(nth * all) / parts, ((nth + 1) * all) / parts]
    const slices = found.filter(({ settled }) => settled > before && settled <= until).map(({ millis }) => millis)
    const millis = momentOf(found, until) - momentOf(found, before)
    return { ...roundOf(slices, millis), done: until - before, perSecond: ((until - before) * 1_000) / millis }
  })
}

const lastName = "last tenth"
const firstName = "first tenth"

const run = Effect.fnUntraced(function* (url: string, isHeld: boolean, size: Size) {
  const subscribers = yield* givenSubscribers(organizations, nowhere)
  if (isHeld) yield* snapshot(url)
  const tenths = tenthsOf(yield* marks(subscribers, size.smoke ? sizes.smoke : sizes.full))
  const [first, last] = [tenths.slice(0, 1), tenths.slice(-1)]
  const all = tenths.reduce((sum, { done }) => sum + done, 0)
  const outcome: Outcome = {
    heading: `${all} deliveries recorded and settled${isHeld ? ", while another session holds a snapshot" : ""}; times are of settling what was read at once`,
    unit: "deliveries/s",
    results: [
      { name: lastName, rounds: last },
      { name: firstName, rounds: first }
    ],
    targets: [{ what: "deliveries/s", against: firstName, figure: "perSecond", must: { atLeast: 0.95 } }],
    notes: [`each tenth: ${tenths.map(({ perSecond }) => perSecond.toFixed(0)).join(", ")} deliveries/s`]
  }
  return outcome
})

export const horizon: Comparison = {
  about: "the rate of deliveries as their number grows, also when nothing may be cleaned up",
  run: (size) =>
    Effect.forEach([false, true], (isHeld) =>
      Effect.gen(function* () {
        const url = yield* (yield* BenchServer).database
        return yield* Effect.provide(run(url, isHeld, size), storesOn(Database.server(Redacted.make(url))))
      }).pipe(Effect.scoped)
    )
}
