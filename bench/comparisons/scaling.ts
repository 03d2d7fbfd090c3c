import { Effect, type Scope } from "effect"
import { availableParallelism, loadavg } from "node:os"
import { blackHole } from "../blackHole.ts"
import type { Comparison, Contender, Outcome, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { type Receiver, receiver } from "../receiver.ts"
import type { Round } from "../Round.ts"
import { concurrency, deploy, type Deployment, type Layout, type Stores } from "../scaling/Deployment.ts"
import { signsOf } from "../scaling/signs.ts"
import { slowReceiver } from "../scaling/slowReceiver.ts"
import { deliveries, deliveriesBeside, inbound, lists, sends } from "../scaling/workloads.ts"
import { platformSink } from "../servers.ts"

const all = "api,inbound,worker"
const usual = 25

const layouts: ReadonlyArray<Layout> = [
  { name: "1 process of all roles", processes: [all], connections: usual },
  { name: "api, and inbound with worker", processes: ["api", "inbound,worker"], connections: usual },
  { name: "2 processes of all roles", processes: [all, all], connections: usual },
  { name: "3 processes of all roles", processes: [all, all, all], connections: usual }
]

const connections: ReadonlyArray<Layout> = [12, 20, 25, 50].map((some) => ({
  name: `${some} connections`,
  processes: [all],
  connections: some
}))

/** How long a round is, and a longer one in which the metrics are looked at, in seconds. */
const times = { full: { round: 4, look: 12 }, smoke: { round: 0.2, look: 0.2 } }

/** Receivers beside: how late the slow one answers, how many organizations have one, and how much waits for them. */
const beside = { millis: 500, organizations: 4, backlog: { full: 40_000, smoke: 200 } }

/** A deployment, and how much it does of a kind of work in so many seconds. */
interface Prepared {
  readonly deployment: Deployment
  readonly work: (seconds: number) => Effect.Effect<Round, unknown>
}

/** A kind of work, made ready on a deployment. */
type Kind = (
  deployment: Deployment
) => Effect.Effect<(seconds: number) => Effect.Effect<Round, unknown, Stores>, unknown, Stores | Scope.Scope>

const prepare = (deployment: Deployment, kind: Kind) =>
  Effect.map(kind(deployment), (work): Prepared => ({
    deployment,
    work: (seconds) => Effect.provideContext(work(seconds), deployment.stores)
  })).pipe(Effect.provideContext(deployment.stores))

/** Each in turn, and then longer, one after the other, those whose metrics are looked at. */
const contest = Effect.fnUntraced(function* (
  { heading, unit }: { readonly heading: string; readonly unit: string },
  prepared: ReadonlyArray<Prepared>,
  isLookedAt: (place: number) => boolean,
  size: Size
) {
  const { look, round } = times[size.smoke ? "smoke" : "full"]
  const contenders = prepared.map(({ deployment, work }): Contender<never> => ({
    name: deployment.name,
    round: work(round)
  }))
  const rounds = size.smoke ? size : { ...size, rounds: 3, warmUps: 1 }
  const before = loadavg()[0] ?? 0
  const outcome: Outcome = yield* inTurn({ heading, unit, contenders, targets: [] }, rounds)
  const after = loadavg()[0] ?? 0
  const signs = yield* Effect.forEach(
    prepared.filter((_, place) => isLookedAt(place)),
    ({ deployment, work }) => Effect.provideContext(signsOf(deployment, work(look)), deployment.stores)
  )
  const load = `${availableParallelism()} cores; load of the machine ${before.toFixed(1)} before the rounds, ${after.toFixed(1)} after`
  const withNotes: Outcome = { ...outcome, notes: [load, ...signs] }
  return withNotes
})

/** The kinds of work, on deployments of these layouts, which all run until the last kind is done. */
const compare = Effect.fnUntraced(function* (
  some: ReadonlyArray<Layout>,
  kinds: ReadonlyArray<{ readonly what: string; readonly unit: string; readonly kind: Kind }>,
  graphUrl: string,
  size: Size
) {
  const deployments = yield* Effect.forEach(some, (layout) => deploy(layout, graphUrl))
  const isEnd = (place: number) => place === 0 || place === some.length - 1
  return yield* Effect.forEach(kinds, ({ kind, unit, what: heading }) =>
    Effect.flatMap(
      Effect.forEach(deployments, (deployment) => prepare(deployment, kind)),
      (prepared) => contest({ heading, unit }, prepared, isEnd, size)
    )
  )
}, Effect.scoped)

/** Deliveries to a fast receiver, alone and beside others; each on a service of its own. */
const compareReceivers = Effect.fnUntraced(function* (to: Receiver, graphUrl: string, size: Size) {
  const { smoke } = size
  const { backlog, millis, organizations } = beside
  const deployed = (name: string) => deploy({ name, processes: [all], connections: usual }, graphUrl)
  const [alone, slow, hole] = [
    yield* deployed("fast receivers alone"),
    yield* deployed("beside slow ones"),
    yield* deployed("beside a black hole")
  ]
  // These end before the services do, which would wait for the calls that nobody answers.
  const urls = { slow: yield* slowReceiver(millis), hole: yield* blackHole }
  const besideOne = (url: string) => () =>
    deliveriesBeside(to, smoke, { url, organizations, backlog: backlog[smoke ? "smoke" : "full"] })
  const prepared = [
    yield* prepare(alone, () => deliveries(to, smoke)),
    yield* prepare(slow, besideOne(urls.slow)),
    yield* prepare(hole, besideOne(urls.hole))
  ]
  const heading = `deliveries of 20 organizations to a fast receiver; beside it ${organizations} organizations whose receivers answer after ${millis} ms, or never`
  return yield* contest({ heading, unit: "deliveries/s" }, prepared, () => true, size)
}, Effect.scoped)

export const scaling: Comparison = {
  about: "more processes, more connections and slow receivers: what each changes, and which metrics show it",
  bound: "20 minutes",
  run: Effect.fnUntraced(function* (size) {
    const graphUrl = yield* platformSink
    const to = yield* receiver
    const sending = { what: `POST /v1/send-message, ${concurrency} at once`, unit: "sends/s", kind: sends }
    const listing = { what: `GET /v1/contacts, ${concurrency} at once`, unit: "lists/s", kind: lists }
    const delivering = {
      what: "events recorded and delivered; times are of the whole round",
      unit: "deliveries/s",
      kind: () => deliveries(to, size.smoke)
    }
    const taking = {
      what: `webhooks of the platform, ${concurrency} at once, until the last is acted on; times are of the answers`,
      unit: "webhooks/s",
      kind: (deployment: Deployment) => inbound(deployment, size.smoke)
    }
    return [
      ...(yield* compare(layouts, [sending, listing, delivering, taking], graphUrl, size)),
      ...(yield* compare(connections, [sending, listing, taking], graphUrl, size)),
      yield* compareReceivers(to, graphUrl, size)
    ]
  })
}
