import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer, Redacted, Schedule } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { WrongResult } from "../Comparison.ts"
import { deliveryEngine } from "./deliveryEngine.ts"
import { exactDeliveries } from "../exactDeliveries.ts"
import { graphileDelivery } from "../opponents/graphileDelivery.ts"
import { bodyOf, connections, undiciPool } from "../opponents/undiciPool.ts"
import { receiverAt } from "../receiver.ts"
import { givenSubscribers, sentEvents, someSubscribers, type Subscriber } from "../rows/sentEvents.ts"
import { runContender } from "./runContender.ts"
import { serveRounds } from "./serveRounds.ts"
import { Tally } from "../Tally.ts"

const { DATABASE_URL = "", RECEIVER_URL = "" } = process.env

const organizations = 20

/** At least so many events of all organizations, a list of each. */
const givenBacklog = (subscribers: ReadonlyArray<Subscriber>, events: number) =>
  Effect.forEach(subscribers, (subscriber) => sentEvents(subscriber, Math.ceil(events / subscribers.length)))

const tallyOf = (events: ReadonlyArray<{ readonly id: string }>) => {
  const tally = new Tally(events.length)
  tally.putIn(events)
  return tally
}

const ours = Effect.gen(function* () {
  const to = yield* receiverAt(RECEIVER_URL)
  const subscribers = yield* givenSubscribers(organizations, to.url)
  const { appendAll } = yield* EventLog
  let before = 0
  const round = Effect.fnUntraced(function* (least: number) {
    const events = yield* givenBacklog(subscribers, least)
    const all = events.flat()
    yield* Effect.forEach(subscribers, ({ id }, place) => appendAll(id, events[place] ?? []), { discard: true })
    yield* to.forget
    const tally = tallyOf(all)
    const engine = deliveryEngine(({ delivery, durationMillis }) => {
      tally.taken(delivery.event.id, durationMillis)
      tally.settled()
    })
    yield* Layer.build(engine)
    const figures = yield* tally.round
    before += all.length
    yield* to.exactly(all.length)
    yield* exactDeliveries(before)
    return figures
  }, Effect.scoped)
  return yield* serveRounds(round)
}).pipe(Effect.provide(storesOn(Database.server(Redacted.make(DATABASE_URL)))))

const bare = Effect.gen(function* () {
  const to = yield* receiverAt(RECEIVER_URL)
  const subscribers = yield* someSubscribers(organizations)
  const post = yield* undiciPool(to.url)
  const round = Effect.fnUntraced(function* (least: number) {
    const all = (yield* givenBacklog(subscribers, least)).flat()
    yield* to.forget
    const tally = tallyOf(all)
    const left = all.values()
    const caller = async (): Promise<void> => {
      const { value: event } = left.next()
      if (event === undefined) return
      const begin = performance.now()
      const status = await post(event.id, bodyOf(event))
      if (status === 204) tally.taken(event.id, performance.now() - begin)
      tally.settled()
      return caller()
    }
    yield* Effect.promise(() => Promise.all(Array.from({ length: connections }, caller)))
    const figures = yield* tally.round
    yield* to.exactly(all.length)
    return figures
  })
  return yield* serveRounds(round)
})

const graphile = Effect.gen(function* () {
  const to = yield* receiverAt(RECEIVER_URL)
  const subscribers = yield* someSubscribers(organizations)
  let tally = new Tally(0)
  let before = 0
  const post = yield* undiciPool(to.url)
  const jobs = yield* graphileDelivery(DATABASE_URL, post, (id, millis) => tally.taken(id, millis))
  const round = Effect.fnUntraced(function* (least: number) {
    const events = yield* givenBacklog(subscribers, least)
    const all = events.flat()
    yield* Effect.forEach(events, (some) => jobs.add(some, to.url), { discard: true })
    yield* to.forget
    tally = tallyOf(all)
    yield* jobs.run
    yield* tally.allTaken
    yield* Effect.repeat(jobs.left, { until: (left) => left === 0, schedule: Schedule.spaced("1 millis") })
    tally.settled(all.length)
    const figures = yield* tally.round
    before += all.length
    yield* to.exactly(all.length)
    const attempts = yield* jobs.attempts
    if (attempts === before) return figures
    return yield* new WrongResult({ reason: `${before} delivered, ${attempts} attempts recorded` })
  }, Effect.scoped)
  return yield* serveRounds(round)
})

runContender({ ours, bare, graphile })
