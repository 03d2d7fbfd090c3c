import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Predicate, Redacted, Schedule } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { exactDeliveries } from "../exactDeliveries.ts"
import { batched, graphileJobs, graphileRunner, pgPool } from "../opponents/graphileWorker.ts"
import { givenSubscribers, sentEvents, someSubscribers, type Subscriber } from "../rows/sentEvents.ts"
import { runContender } from "./runContender.ts"
import { serveRounds } from "./serveRounds.ts"
import { nowhere, shardOwners } from "../shardOwners.ts"
import { Tally } from "../Tally.ts"

const { DATABASE_URL = "" } = process.env

const organizations = 20

/** Events that are put in at once, and how many such batches are on their way. */
const batch = 250
const batchesAtOnce = 4

interface Batch {
  readonly organizationId: OrganizationId
  readonly events: ReadonlyArray<Event>
}

/** Batches of one organization each, in turn, until there are at least so many events. */
const batchesOf = Effect.fnUntraced(function* (subscribers: ReadonlyArray<Subscriber>, events: number) {
  const each = Math.min(batch, Math.ceil(events / subscribers.length))
  const turns = Array.from({ length: Math.ceil(events / each / subscribers.length) }, () => subscribers).flat()
  const batches = yield* Effect.forEach(turns.slice(0, Math.ceil(events / each)), (subscriber) =>
    Effect.map(sentEvents(subscriber, each), (some): Batch => ({ organizationId: subscriber.id, events: some }))
  )
  return { batches, count: batches.length * each }
})

/** Puts all of it in while it is taken out, and waits until everything is settled. */
const pass = Effect.fnUntraced(function* <E, R>(
  batches: ReadonlyArray<Batch>,
  tally: Tally,
  putIn: (batch: Batch) => Effect.Effect<unknown, E, R>
) {
  yield* Effect.forEach(
    batches,
    (some) => {
      tally.putIn(some.events)
      return putIn(some)
    },
    { concurrency: batchesAtOnce, discard: true }
  )
  return yield* tally.round
})

/** What a job has to know of an event. */
const jobOf = ({ data, id }: Event) => ({ id, url: nowhere, body: data })

const idOf = (job: unknown): string => (Predicate.hasProperty(job, "id") ? String(job.id) : "")

const ours = Effect.gen(function* () {
  const subscribers = yield* givenSubscribers(organizations, nowhere)
  const { appendAll } = yield* EventLog
  let tally = new Tally(0)
  let before = 0
  yield* shardOwners({
    taken: ({ event }) => tally.taken(event.id),
    settled: (settled) => tally.settled(settled)
  })
  const round = Effect.fnUntraced(function* (events: number) {
    const { batches, count } = yield* batchesOf(subscribers, events)
    tally = new Tally(count)
    const figures = yield* pass(batches, tally, ({ events, organizationId }) => appendAll(organizationId, events))
    before += count
    yield* exactDeliveries(before)
    return figures
  })
  return yield* serveRounds(round)
}).pipe(Effect.provide(storesOn(Database.server(Redacted.make(DATABASE_URL)))))

const graphile = Effect.gen(function* () {
  const subscribers = yield* someSubscribers(organizations)
  const jobs = yield* graphileJobs(yield* pgPool(DATABASE_URL, batchesAtOnce))
  let tally = new Tally(0)
  yield* graphileRunner(DATABASE_URL, (job) => tally.taken(idOf(job)), batched)
  const round = Effect.fnUntraced(function* (events: number) {
    const { batches, count } = yield* batchesOf(subscribers, events)
    tally = new Tally(count)
    const isDone = tally.allTaken.pipe(
      Effect.andThen(jobs.left),
      Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced("1 millis") }),
      Effect.andThen(Effect.sync(() => tally.settled(count)))
    )
    const [figures] = yield* Effect.all([pass(batches, tally, ({ events }) => jobs.add(events.map(jobOf))), isDone], {
      concurrency: "unbounded"
    })
    return figures
  })
  return yield* serveRounds(round)
})

runContender({ ours, graphile })
