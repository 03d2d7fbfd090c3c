import { Effect, Schedule } from "effect"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { type Call, callers } from "../callers.ts"
import { sendCalls } from "../comparisons/sendHttp.ts"
import { exactSends, sendsOf } from "../exactSends.ts"
import type { Receiver } from "../receiver.ts"
import { type Round, roundOf } from "../Round.ts"
import { manyContacts } from "../rows/manyContacts.ts"
import { givenSubscribers, sentEvents, type Subscriber } from "../rows/sentEvents.ts"
import { exactReports, givenSentMessages, isAllActedOn, statusCalls } from "../rows/statusReports.ts"
import { givenTenant } from "../rows/tenant.ts"
import { concurrency, type Deployment } from "./Deployment.ts"

/** Organizations that send and list: the callers of one are as many as its share of the connections for lists. */
const organizations = 8

const contactsOfEach = 1_000

const subscribers = 20

/** Events that are recorded at once. */
const batch = 500

/** How often it is asked whether a round is over. */
const pollInterval = "20 millis"

/** Deliveries and reports of the first round, when nobody knows how fast it is. */
const first = { full: 2_000, smoke: 100 }

/** The next call of one organization after the other. */
const inTurns = (each: ReadonlyArray<(ordinal: number) => Call>, fallback: Call) => (ordinal: number) =>
  each[ordinal % each.length]?.(Math.floor(ordinal / each.length)) ?? fallback

/** `POST /v1/send-message`; none may be lost or counted twice. */
export const sends = Effect.fnUntraced(function* ({ api }: Deployment) {
  const tenants = yield* Effect.replicateEffect(givenTenant(), organizations)
  const ids = tenants.map(({ id }) => id)
  const calls = tenants.map(({ headers }) => sendCalls("/api/developer", headers))
  const callOf = inTurns(calls, { method: "GET", path: "/", headers: {}, body: null })
  return Effect.fnUntraced(function* (seconds: number) {
    const before = (yield* sendsOf(ids)).counted
    const round = yield* callers(api, { callOf, concurrency, expected: 201, seconds })
    yield* exactSends(ids, before + round.done)
    return round
  })
})

/** `GET /v1/contacts`. */
export const lists = Effect.fnUntraced(function* ({ api, databaseUrl }: Deployment) {
  const tenants = yield* Effect.replicateEffect(givenTenant(), organizations)
  yield* manyContacts(
    databaseUrl,
    tenants.map(({ id }) => [id, contactsOfEach] as const)
  )
  const page: Call = { method: "GET", path: "/api/developer/v1/contacts?limit=20", headers: {}, body: null }
  const calls = tenants.map(({ headers }) => () => ({ ...page, headers }))
  return (seconds: number) => callers(api, { callOf: inTurns(calls, page), concurrency, expected: 200, seconds })
})

/** Records as many events of one subscriber after the other. */
const record = Effect.fnUntraced(function* (some: ReadonlyArray<Subscriber>, count: number) {
  const { appendAll } = yield* EventLog
  const batches = Array.from({ length: Math.ceil(count / batch) }, (_, nth) => Math.min(batch, count - nth * batch))
  yield* Effect.forEach(
    batches,
    (size, nth) => {
      const subscriber = some[nth % some.length]
      if (subscriber === undefined) return Effect.void
      return Effect.flatMap(sentEvents(subscriber, size), (events: ReadonlyArray<Event>) =>
        appendAll(subscriber.id, events)
      )
    },
    { concurrency: 4, discard: true }
  )
})

/** How much a round does: as much as the speed of the last one makes of the time. */
const amounts = (smoke: boolean) => {
  let perSecond: number | null = null
  return {
    next: (seconds: number) =>
      perSecond === null ? first[smoke ? "smoke" : "full"] : 2 * Math.ceil((perSecond * seconds) / 2),
    after: (round: Round) => {
      if (!smoke) perSecond = round.perSecond
      return round
    }
  }
}

/** Events are recorded, and delivered to the receiver, until the last of them is there; each comes once. */
export const deliveries = Effect.fnUntraced(function* (to: Receiver, smoke: boolean) {
  const some = yield* givenSubscribers(subscribers, to.url)
  const { after, next } = amounts(smoke)
  return Effect.fnUntraced(function* (seconds: number) {
    const count = next(seconds)
    yield* to.forget
    const begin = performance.now()
    yield* record(some, count)
    // Asked again and again: a machine with much else to do may need longer than a call may take.
    yield* Effect.repeat(to.taken, {
      until: ({ distinct }) => distinct >= count,
      schedule: Schedule.spaced(pollInterval)
    })
    const millis = performance.now() - begin
    yield* to.exactly(count)
    return after(roundOf([millis], millis, count))
  })
})

/** The same, while other organizations have receivers of another kind, for which as many events wait. */
export const deliveriesBeside = Effect.fnUntraced(function* (
  to: Receiver,
  smoke: boolean,
  other: { readonly url: string; readonly organizations: number; readonly backlog: number }
) {
  const measured = yield* deliveries(to, smoke)
  const others = yield* givenSubscribers(other.organizations, other.url)
  yield* record(others, other.backlog)
  return measured
})

/** Webhooks of the platform, each with a status of a message, until the last of them is acted on; none is lost. */
export const inbound = (deployment: Deployment, smoke: boolean) => {
  const { after, next } = amounts(smoke)
  const allActedOn = Effect.repeat(isAllActedOn, { until: (isOver) => isOver, schedule: Schedule.spaced(pollInterval) })
  const round = Effect.fnUntraced(function* (seconds: number) {
    const count = next(seconds)
    const messages = count / 2
    const { account } = yield* givenTenant()
    yield* givenSentMessages(account, messages)
    const callOf = statusCalls(account, messages)
    const begin = performance.now()
    // The number of calls ends it.
    const answered = yield* callers(deployment.inbound, {
      callOf,
      concurrency,
      expected: 200,
      seconds: 60,
      most: count
    })
    yield* allActedOn
    const millis = performance.now() - begin
    yield* exactReports(account, messages, count)
    return after({ ...answered, perSecond: (count * 1_000) / millis })
  })
  return Effect.succeed(round)
}
