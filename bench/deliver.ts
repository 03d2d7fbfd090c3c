import { Effect, Layer, Redacted, Schedule } from "effect"
import * as Database from "../src/adapters/postgres/Database.ts"
import { EventLog } from "../src/ports/EventLog.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { BenchServer } from "./BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "./Comparison.ts"
import { deliveryEngine } from "./deliveryEngine.ts"
import { exactDeliveries } from "./exactDeliveries.ts"
import { inTurn } from "./inTurn.ts"
import { graphileDelivery } from "./opponents/graphileDelivery.ts"
import { bodyOf, connections, undiciPool } from "./opponents/undiciPool.ts"
import { type Receiver, receiver } from "./receiver.ts"
import { givenSubscribers, sentEvents, type Subscriber } from "./sentEvents.ts"
import { Tally } from "./Tally.ts"

const organizations = 20

const eventsFor = ({ smoke }: Size) => (smoke ? 500 : 10_000)

/** Events of all organizations, a list of each, and a tally of them that begins when they are there. */
const givenBacklog = Effect.fnUntraced(function* (subscribers: ReadonlyArray<Subscriber>, count: number) {
  return yield* Effect.forEach(subscribers, (subscriber) => sentEvents(subscriber, count / subscribers.length))
})

const tallyOf = (events: ReadonlyArray<{ readonly id: string }>) => {
  const tally = new Tally(events.length)
  tally.putIn(events)
  return tally
}

const ours = (to: Receiver, subscribers: ReadonlyArray<Subscriber>, count: number) => {
  let before = 0
  return Effect.gen(function* () {
    const { appendAll } = yield* EventLog
    const events = yield* givenBacklog(subscribers, count)
    yield* Effect.forEach(subscribers, ({ id }, place) => appendAll(id, events[place] ?? []), { discard: true })
    yield* to.forget
    const tally = tallyOf(events.flat())
    const engine = deliveryEngine(({ delivery, durationMillis }) => {
      tally.taken(delivery.event.id, durationMillis)
      tally.settled()
    })
    yield* Layer.build(engine)
    const round = yield* tally.round
    before += count
    yield* to.exactly(count)
    yield* exactDeliveries(before)
    return round
  }).pipe(Effect.scoped)
}

const barePool = Effect.fnUntraced(function* (to: Receiver, subscribers: ReadonlyArray<Subscriber>, count: number) {
  const post = yield* undiciPool(to.url)
  return Effect.gen(function* () {
    const events = (yield* givenBacklog(subscribers, count)).flat()
    yield* to.forget
    const tally = tallyOf(events)
    const left = events.values()
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
    const round = yield* tally.round
    yield* to.exactly(count)
    return round
  })
})

const graphile = Effect.fnUntraced(function* (
  databaseUrl: string,
  to: Receiver,
  subscribers: ReadonlyArray<Subscriber>,
  count: number
) {
  let tally = new Tally(0)
  let before = 0
  const post = yield* undiciPool(to.url)
  const jobs = yield* graphileDelivery(databaseUrl, post, (id, millis) => tally.taken(id, millis))
  return Effect.gen(function* () {
    const events = yield* givenBacklog(subscribers, count)
    yield* Effect.forEach(events, (some) => jobs.add(some, to.url), { discard: true })
    yield* to.forget
    tally = tallyOf(events.flat())
    yield* jobs.run
    yield* tally.allTaken
    yield* Effect.repeat(jobs.left, { until: (left) => left === 0, schedule: Schedule.spaced("1 millis") })
    tally.settled(count)
    const round = yield* tally.round
    before += count
    yield* to.exactly(count)
    const attempts = yield* jobs.attempts
    if (attempts === before) return round
    return yield* new WrongResult({ reason: `${before} delivered, ${attempts} attempts recorded` })
  }).pipe(Effect.scoped)
})

const bareName = "undici pool and HMAC, nothing kept"
const graphileName = "graphile-worker and undici"

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const count = eventsFor(size)
  const to = yield* receiver
  const subscribers = yield* givenSubscribers(organizations, to.url)
  return yield* inTurn(
    {
      heading: `${count} recorded events of ${organizations} organizations to one receiver; times are of the calls`,
      unit: "deliveries/s",
      contenders: [
        { name: "effect-parley, attempts recorded", round: ours(to, subscribers, count) },
        { name: bareName, round: yield* barePool(to, subscribers, count) },
        { name: graphileName, round: yield* graphile(databaseUrl, to, subscribers, count) }
      ],
      targets: [
        { what: "deliveries/s", against: bareName, figure: "perSecond", must: { atLeast: 0.5 } },
        { what: "deliveries/s", against: graphileName, figure: "perSecond", must: { atLeast: 1.3 } }
      ]
    },
    { ...size, warmUps: size.smoke ? 0 : 4 }
  )
})

export const deliver: Comparison = {
  about: "webhooks to a receiver on this machine: signed, sent, and the attempt recorded",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
