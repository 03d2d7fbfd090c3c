import { Effect, Layer, Random, Redacted } from "effect"

import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { uuid } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import * as Child from "../Child.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { deliveryEngine } from "../processes/deliveryEngine.ts"
import { type FirstBytes, firstBytes } from "../firstBytes.ts"
import { inTurn } from "../inTurn.ts"
import { graphileJobs, pgPool } from "../opponents/graphileWorker.ts"
import { bodyOf } from "../opponents/undiciPool.ts"
import { roundOf } from "../Round.ts"
import { givenSubscribers, sentEvents, someSubscriber, type Subscriber } from "../rows/sentEvents.ts"
import { service } from "../servers.ts"

const organizations = 16

/** Events of a round, one after the other, and the pauses before each of them, in milliseconds. */
const eventsFor = ({ smoke }: Size) => (smoke ? 1 : 12)
const pauses = { from: 100, to: 500 }

/**
 * Events that are delivered before, one after the other like those that count: who has just started has not compiled what
 * it runs, and what runs for a batch is not what runs for a single one.
 */
const eventsBefore = ({ smoke }: Size) => (smoke ? 16 : 2_000)

/** Ends when it is committed. */
type Recorder<E, R> = (subscriber: Subscriber, events: ReadonlyArray<Event>) => Effect.Effect<unknown, E, R>

/** One event, until it came; gives the milliseconds that this took from its commit on. */
const wakeOnce = Effect.fnUntraced(function* <E, R>(
  subscriber: Subscriber,
  record: Recorder<E, R>,
  arrivals: FirstBytes
) {
  const events = yield* sentEvents(subscriber, 1)
  yield* record(subscriber, events)
  const committed = performance.now()
  let came = committed
  for (const { id } of events) came = yield* arrivals.of(id)
  return came - committed
})

/** Has so many delivered, each as soon as the last one came. */
const warmUp = Effect.fnUntraced(function* <E, R>(
  subscribers: ReadonlyArray<Subscriber>,
  record: Recorder<E, R>,
  arrivals: FirstBytes,
  count: number
) {
  for (let nth = 0; nth < count; nth++) {
    const subscriber = subscribers[nth % subscribers.length]
    if (subscriber !== undefined) yield* wakeOnce(subscriber, record, arrivals)
  }
})

/** One event after the other, each some time after the last one came. */
const wakes = Effect.fnUntraced(function* <E, R>(
  subscribers: ReadonlyArray<Subscriber>,
  record: Recorder<E, R>,
  arrivals: FirstBytes,
  count: number
) {
  const took: Array<number> = []
  const begin = performance.now()
  while (took.length < count) {
    const subscriber = subscribers[yield* Random.nextIntBetween(0, subscribers.length)]
    if (subscriber === undefined) continue
    yield* Effect.sleep(yield* Random.nextIntBetween(pauses.from, pauses.to))
    took.push(yield* wakeOnce(subscriber, record, arrivals))
  }
  return roundOf(took, performance.now() - begin)
})

const ours = Effect.fnUntraced(function* (arrivals: FirstBytes, size: Size) {
  const { appendAll } = yield* EventLog
  const subscribers = yield* givenSubscribers(organizations, arrivals.url)
  const record = ({ id }: Subscriber, events: ReadonlyArray<Event>) => appendAll(id, events)
  yield* warmUp(subscribers, record, arrivals, eventsBefore(size))
  return wakes(subscribers, record, arrivals, eventsFor(size))
})

/** The service in a process of its own, on the database that this process records in. */
const acrossProcesses = Effect.fnUntraced(function* (databaseUrl: string, arrivals: FirstBytes, size: Size) {
  const stores = yield* Layer.build(storesOn(Database.server(Redacted.make(databaseUrl))))
  yield* service({ databaseUrl, graphUrl: "http://127.0.0.1:9" }, { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" })
  return Effect.provide(yield* Effect.provide(ours(arrivals, size), stores), stores)
})

/** Recorded and delivered by this process. */
const withinOne = Effect.fnUntraced(function* (databaseUrl: string, arrivals: FirstBytes, size: Size) {
  const stores = yield* Layer.build(storesOn(Database.server(Redacted.make(databaseUrl))))
  yield* Effect.provide(Layer.build(deliveryEngine(() => {})), stores)
  return Effect.provide(yield* Effect.provide(ours(arrivals, size), stores), stores)
})

/** The same with graphile-worker in a process of its own. */
const graphile = Effect.fnUntraced(function* (databaseUrl: string, arrivals: FirstBytes, size: Size) {
  const jobs = yield* graphileJobs(yield* pgPool(databaseUrl, 1))
  yield* Child.start({
    script: "bench/opponents/graphileChild.ts",
    env: { DATABASE_URL: databaseUrl, RECEIVER_URLS: arrivals.url }
  })
  const someone = yield* someSubscriber(OrganizationId.make(yield* uuid))
  const record = (_: Subscriber, events: ReadonlyArray<Event>) =>
    jobs.add(events.map((event) => ({ id: event.id, body: bodyOf(event), url: arrivals.url })))
  yield* warmUp([someone], record, arrivals, eventsBefore(size))
  return wakes([someone], record, arrivals, eventsFor(size))
}, Effect.provide(RandomIds.layer))

const graphileName = "graphile-worker, across processes"

const compare = Effect.fnUntraced(function* (size: Size) {
  const { database } = yield* BenchServer
  const arrivals = yield* firstBytes
  const shared = yield* database
  const acrossName = "effect-parley, across processes"
  const [across, within, theirs] = yield* Effect.all(
    [
      acrossProcesses(shared, arrivals, size),
      withinOne(yield* database, arrivals, size),
      Effect.map(graphile(shared, arrivals, size), Effect.provide(RandomIds.layer))
    ],
    { concurrency: "unbounded" }
  )
  return yield* inTurn(
    {
      heading: "an event of an idle service, from its commit to the first byte at the receiver",
      unit: "events/s",
      contenders: [
        { name: acrossName, round: across },
        { name: "effect-parley, within one process", round: within },
        { name: graphileName, round: theirs }
      ],
      targets: [
        { what: "p50", against: graphileName, figure: "p50", must: { atMost: 1 } },
        { what: "p50 in milliseconds", against: null, figure: "p50", must: { atMost: 50 } }
      ]
    },
    { ...size, warmUps: size.smoke ? 0 : 1 }
  )
})

export const wake: Comparison = {
  about: "how soon an event of an idle service is on its way",
  run: Effect.fnUntraced(function* (size) {
    return [yield* compare(size)]
  })
}
