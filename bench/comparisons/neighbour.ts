import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import * as Child from "../Child.ts"
import { blackHole } from "../blackHole.ts"
import { type Comparison, type Outcome, type Size, WrongResult } from "../Comparison.ts"
import { type FirstBytes, firstBytes, patienceMillis } from "../firstBytes.ts"
import { graphileJobs, pgPool } from "../opponents/graphileWorker.ts"
import { bodyOf } from "../opponents/undiciPool.ts"
import { type Receiver, receiver } from "../receiver.ts"
import { type Round, roundOf } from "../Round.ts"
import { givenSubscriber, sentEvents, type Subscriber } from "../rows/sentEvents.ts"
import { service } from "../servers.ts"

/** Events a second of the quiet organization. */
const rate = 20

const sizes = {
  full: { backlog: 100_000, hole: 2_000, seconds: 4 },
  smoke: { backlog: 500, hole: 20, seconds: 0.3 }
}

/** Events that are recorded at once. */
const batch = 500

/** Records events evenly in time, and gives how long each took to come, in milliseconds. */
const quietTimes = Effect.fnUntraced(function* <E, R>(
  quiet: Subscriber,
  record: (events: ReadonlyArray<Event>) => Effect.Effect<unknown, E, R>,
  arrivals: FirstBytes,
  seconds: number
) {
  const one = Effect.gen(function* () {
    const events = yield* sentEvents(quiet, 1)
    yield* record(events)
    const recorded = performance.now()
    const times = yield* Effect.forEach(events, ({ id }) => arrivals.of(id))
    return Math.max(...times) - recorded
  })
  return yield* Effect.forEach(
    Array.from({ length: rate * seconds }).keys(),
    (tick) => Effect.delay(one, (tick * 1_000) / rate),
    { concurrency: "unbounded" }
  )
})

/** After the busy one is gone, what it had in flight still comes back. */
const settling = "1 second"

const quietName = "nobody beside it"
const busyName = "a backlog beside it"
const holeName = "a backlog and a black hole beside it"

/** What a round is made with. */
interface Setting {
  readonly quiet: Subscriber
  readonly arrivals: FirstBytes
  readonly to: Receiver
  readonly seconds: number
}

/** Times are those of the quiet one; how many and how fast are those of the busy one, when it has something. */
const round = Effect.fnUntraced(function* ({ arrivals, quiet, seconds, to }: Setting, isBusy: boolean) {
  const before = (yield* to.taken).distinct
  const begin = performance.now()
  const { appendAll } = yield* EventLog
  const times = yield* quietTimes(quiet, (events) => appendAll(quiet.id, events), arrivals, seconds)
  const { distinct } = yield* to.taken
  const quietRound = roundOf(times, performance.now() - begin)
  if (!isBusy) return quietRound
  const done = distinct - before
  const figures: Round = { ...quietRound, done, perSecond: (done * 1_000) / (performance.now() - begin) }
  return figures
})

const record = Effect.fnUntraced(function* (subscriber: Subscriber, count: number) {
  const { appendAll } = yield* EventLog
  const sizesOfBatches = Array.from({ length: Math.ceil(count / batch) }, (_, nth) =>
    Math.min(batch, count - nth * batch)
  )
  yield* Effect.forEach(
    sizesOfBatches,
    (some) => Effect.flatMap(sentEvents(subscriber, some), (events) => appendAll(subscriber.id, events)),
    { concurrency: 4, discard: true }
  )
})

const graphileName = "graphile-worker, both backlogs before the quiet one in one queue"

/**
 * The same backlogs as jobs of one queue of graphile-worker, and the quiet organization's jobs behind them. An event that
 * did not come in time counts as long as it was waited for, which is in favour of the opponent.
 */
const graphileRound = Effect.fnUntraced(function* (
  databaseUrl: string,
  { arrivals, quiet, seconds, to }: Setting,
  hole: string,
  counts: { readonly backlog: number; readonly hole: number }
) {
  const { add } = yield* graphileJobs(yield* pgPool(databaseUrl, 4))
  const addTo = (url: string) => (events: ReadonlyArray<Event>) =>
    add(events.map((event) => ({ id: event.id, body: bodyOf(event), url })))
  const addBacklog = (url: string, count: number) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(count / batch) }),
      () => Effect.flatMap(sentEvents(quiet, Math.min(batch, count)), addTo(url)),
      { concurrency: 4, discard: true }
    )
  yield* addBacklog(to.url, counts.backlog)
  yield* addBacklog(hole, counts.hole)
  const urls = [to.url, hole, arrivals.url].join(" ")
  yield* Child.start({
    script: "bench/opponents/graphileChild.ts",
    env: { DATABASE_URL: databaseUrl, RECEIVER_URLS: urls, FETCH: "batched" }
  })
  const begin = performance.now()
  const inTime: FirstBytes = {
    ...arrivals,
    of: (id) => Effect.catchTag(arrivals.of(id), "WrongResult", () => Effect.sync(() => performance.now()))
  }
  const times = yield* quietTimes(quiet, addTo(arrivals.url), inTime, seconds)
  return roundOf(times, performance.now() - begin)
}, Effect.scoped)

const compare = Effect.fnUntraced(function* (databaseUrl: string, otherUrl: string, { rounds, smoke }: Size) {
  const { backlog, hole, seconds } = smoke ? sizes.smoke : sizes.full
  const arrivals = yield* firstBytes
  const to = yield* receiver
  // The three of them are as near to each other as can be: in one shard.
  const shard = DeliveryShard.make(0)
  const quiet = yield* givenSubscriber(arrivals.url, shard)
  const busy = yield* givenSubscriber(to.url, shard)
  const { remove } = yield* WebhookStore
  yield* service({ databaseUrl, graphUrl: "http://127.0.0.1:9" }, { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" })
  // Ends before the service does, which would wait for the calls that nobody answers.
  const holeUrl = yield* blackHole
  const lost = yield* givenSubscriber(holeUrl, shard)

  let recorded = 0
  const topUp = Effect.gen(function* () {
    const more = backlog - (recorded - (yield* to.taken).distinct)
    yield* record(busy, more)
    recorded += more
  })
  const alone = round({ quiet, arrivals, to, seconds }, false)
  const beside = Effect.andThen(topUp, round({ quiet, arrivals, to, seconds }, true))
  const some = Math.ceil(rounds / 2)
  const others = rounds - some

  // Neighbours cannot be told to wait, so nobody takes turns: what comes first comes again at the end.
  yield* alone
  const before = yield* Effect.replicateEffect(alone, some)
  yield* beside
  const busyBefore = yield* Effect.replicateEffect(beside, some)
  yield* record(lost, hole)
  const withHole = yield* Effect.replicateEffect(beside, rounds)
  yield* remove(lost.id)
  const busyAfter = yield* Effect.replicateEffect(beside, others)
  yield* remove(busy.id)
  if (others > 0) yield* Effect.sleep(settling)
  const after = yield* Effect.replicateEffect(alone, others)
  const { distinct, received } = yield* to.taken
  if (distinct !== received)
    return yield* new WrongResult({ reason: `${received} received, ${distinct} different ones` })
  const graphile = yield* graphileRound(otherUrl, { quiet, arrivals, to, seconds }, holeUrl, { backlog, hole })
  const outcome: Outcome = {
    heading: `${rate} events/s of a quiet organization, from recording to the first byte; beside it ${backlog} deliveries, and ${hole} that nobody answers`,
    unit: "deliveries/s",
    results: [
      { name: holeName, rounds: withHole },
      { name: busyName, rounds: [...busyBefore, ...busyAfter] },
      { name: quietName, rounds: [...before, ...after] },
      { name: graphileName, rounds: withHole.map(() => graphile) }
    ],
    targets: [
      { what: "p99 of the quiet one", against: graphileName, figure: "p99", must: { atMost: 0.05 } },
      { what: "deliveries/s of the busy one", against: busyName, figure: "perSecond", must: { atLeast: 0.85 } }
    ],
    notes: [`An event of the last one counts ${patienceMillis / 1_000} s at most.`]
  }
  return outcome
})

export const neighbour: Comparison = {
  about: "a quiet organization beside one with a backlog and one whose receiver never answers",
  run: Effect.fnUntraced(function* (size) {
    const { database } = yield* BenchServer
    const url = yield* database
    return [yield* Effect.provide(compare(url, yield* database, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
