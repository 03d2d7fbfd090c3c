import { Effect, Predicate, Redacted, Schedule } from "effect"
import * as Database from "../src/adapters/postgres/Database.ts"
import type { Event } from "../src/domain/Event.ts"
import type { OrganizationId } from "../src/domain/Ids.ts"
import { EventLog } from "../src/ports/EventLog.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { BenchServer } from "./BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "./Comparison.ts"
import { exactDeliveries } from "./exactDeliveries.ts"
import { inTurn } from "./inTurn.ts"
import { batched, graphileJobs, graphileRunner, pgPool } from "./opponents/graphileWorker.ts"
import { persistedQueue } from "./opponents/persistedQueue.ts"
import { givenSubscribers, sentEvents, type Subscriber } from "./sentEvents.ts"
import { nowhere, shardOwners } from "./shardOwners.ts"
import { Tally } from "./Tally.ts"

const organizations = 20

/** Events that are put in at once, and how many such batches are on their way. */
const batch = 250
const batchesAtOnce = 4

/** Offers at the same time: PersistedQueue takes them one by one. */
const offersAtOnce = 64

const eventsFor = ({ smoke }: Size) => (smoke ? 500 : 10_000)

interface Batch {
  readonly organizationId: OrganizationId
  readonly events: ReadonlyArray<Event>
}

/** Batches of one organization each, in turn, until there are so many events. */
const batchesOf = Effect.fnUntraced(function* (subscribers: ReadonlyArray<Subscriber>, count: number) {
  const each = Math.min(batch, count / subscribers.length)
  const turns = Array.from({ length: count / each / subscribers.length }, () => subscribers).flat()
  return yield* Effect.forEach(turns, (subscriber) =>
    Effect.map(sentEvents(subscriber, each), (events): Batch => ({ organizationId: subscriber.id, events }))
  )
})

/** Puts all of it in while it is taken out, and waits until everything is settled. */
const pass = Effect.fnUntraced(function* <E, R>(
  given: ReadonlyArray<Batch>,
  tally: Tally,
  putIn: (batch: Batch) => Effect.Effect<unknown, E, R>
) {
  yield* Effect.forEach(
    given,
    (some) => {
      tally.putIn(some.events)
      return putIn(some)
    },
    { concurrency: batchesAtOnce, discard: true }
  )
  return yield* tally.round
})

const nothingLeft = Effect.fnUntraced(function* (count: Effect.Effect<number, unknown>) {
  const left = yield* count
  if (left > 0) return yield* new WrongResult({ reason: `${left} jobs are not done` })
})

/** What a job has to know of an event. */
const jobOf = ({ data, id }: Event) => ({ id, url: nowhere, body: data })

const idOf = (job: unknown): string => (Predicate.hasProperty(job, "id") ? String(job.id) : "")

const ours = Effect.fnUntraced(function* (subscribers: ReadonlyArray<Subscriber>, count: number) {
  const { appendAll } = yield* EventLog
  let tally = new Tally(0)
  let before = 0
  yield* shardOwners({
    taken: ({ event }) => tally.taken(event.id),
    settled: (settled) => tally.settled(settled)
  })
  return Effect.gen(function* () {
    const given = yield* batchesOf(subscribers, count)
    tally = new Tally(count)
    const round = yield* pass(given, tally, ({ events, organizationId }) => appendAll(organizationId, events))
    before += count
    yield* exactDeliveries(before)
    return round
  })
})

const graphile = Effect.fnUntraced(function* (url: string, subscribers: ReadonlyArray<Subscriber>, count: number) {
  const jobs = yield* graphileJobs(yield* pgPool(url, batchesAtOnce))
  let tally = new Tally(0)
  yield* graphileRunner(url, (job) => tally.taken(idOf(job)), batched)
  return Effect.gen(function* () {
    const given = yield* batchesOf(subscribers, count)
    tally = new Tally(count)
    const isDone = tally.allTaken.pipe(
      Effect.andThen(jobs.left),
      Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced("1 millis") }),
      Effect.andThen(Effect.sync(() => tally.settled(count)))
    )
    const round = yield* Effect.all([pass(given, tally, ({ events }) => jobs.add(events.map(jobOf))), isDone], {
      concurrency: "unbounded"
    })
    return round[0]
  })
})

const persisted = Effect.fnUntraced(function* (url: string, subscribers: ReadonlyArray<Subscriber>, count: number) {
  const queue = yield* persistedQueue(url)
  return Effect.gen(function* () {
    const given = yield* batchesOf(subscribers, count)
    const tally = new Tally(count)
    // Idle takers ask the database over and over; they would do so during the turns of the others.
    yield* Effect.forkScoped(
      queue.work(
        (id) => tally.taken(id),
        () => tally.settled()
      )
    )
    const round = yield* pass(given, tally, ({ events }) =>
      Effect.forEach(events, (event) => queue.offer(jobOf(event), { id: event.id }), {
        concurrency: offersAtOnce / batchesAtOnce,
        discard: true
      })
    )
    yield* nothingLeft(queue.left)
    return round
  }).pipe(Effect.scoped)
})

const graphileName = "graphile-worker, batched"
const persistedName = "PersistedQueue"

const compare = Effect.fnUntraced(function* (url: string, size: Size) {
  const count = eventsFor(size)
  const subscribers = yield* givenSubscribers(organizations, nowhere)
  return yield* inTurn(
    {
      heading: `${count} events of ${organizations} organizations, recorded, taken and settled; times are from recording to taking`,
      unit: "events/s",
      contenders: [
        { name: "EventLog and DeliveryQueue", round: yield* ours(subscribers, count) },
        { name: graphileName, round: yield* graphile(url, subscribers, count) },
        { name: persistedName, round: yield* persisted(url, subscribers, count) }
      ],
      targets: [
        { what: "events/s", against: graphileName, figure: "perSecond", must: { atLeast: 1.5 } },
        { what: "events/s", against: persistedName, figure: "perSecond", must: { atLeast: 15 } }
      ]
    },
    { ...size, warmUps: size.smoke ? 0 : 4 }
  )
})

export const queue: Comparison = {
  about: "events on their way to a handler that does nothing, and the record that it did, crash-safe",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
