import { Array, DateTime, Effect } from "effect"
import type { InboundDeliveryId } from "../../domain/Ids.ts"
import { type Inbound, isPast } from "../../domain/inbound/Inbound.ts"
import {
  type InboundDelivery,
  inboundLease,
  type InboundProblemReason,
  retryAt,
  withoutPerson
} from "../../domain/inbound/InboundDelivery.ts"
import type { RoutedInbound } from "../../domain/inbound/InboxNeeds.ts"
import { mentionOf } from "../../domain/text/withoutMentions.ts"
import { boundedInbound } from "../../domain/inbound/boundedInbound.ts"
import { InboundQueue, InboundReader, type TriedProblem } from "../../ports/inbound/InboundQueue.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { applyReports } from "./applyReports.ts"
import { placeOf, type Route, routeInbound, routeOrProblem } from "./routeInbound.ts"

/** Organizations whose reports are acted on at the same time. */
const maxOrganizations = 4

/** A report of a delivery, with the number of earlier attempts. */
interface Reported {
  readonly deliveryId: InboundDeliveryId
  readonly item: Inbound
  readonly attempts: number
}

type RoutedReport = Reported & RoutedInbound

const businessAccountOf = (item: Inbound): string | null =>
  "businessAccountId" in item ? item.businessAccountId : null

const problemOf = (
  { attempts, deliveryId, item }: Reported,
  reason: InboundProblemReason,
  error: string,
  at: DateTime.Utc
): TriedProblem => ({
  problem: {
    deliveryId,
    key: item.key,
    reason,
    channel: item.channel,
    account: ("accountExternalId" in item ? item.accountExternalId : null) ?? businessAccountOf(item),
    error,
    attempts: attempts + 1,
    at
  },
  retryAt: retryAt(reason, attempts + 1, at)
})

/** Looks up each account once, because a delivery may hold thousands of reports for one account. */
const routeEach = Effect.fnUntraced(function* (reported: ReadonlyArray<Reported>) {
  const found = new Map<string, Route>()
  const routes: Array<{ readonly report: Reported; readonly route: Route }> = []
  for (const report of reported) {
    const routeKey = placeOf(report.item)
    const known = routeKey === null ? undefined : found.get(routeKey)
    const route = known ?? (yield* routeOrProblem(report.item))
    if (routeKey !== null && route._tag === "ToAccount") found.set(routeKey, route)
    routes.push({ report, route })
  }
  return routes
})

/** The most reports about the past in one transaction. Live messages of their contacts wait for its end. */
export const maxPastReports = 100

/** Reports that are applied together: those about the past apart from the others, in their order. */
const batchesOf = <Report extends RoutedInbound>(reports: ReadonlyArray<Report>, maxReports: number) => {
  const live = reports.filter(({ item }) => !isPast(item))
  const past = reports.filter(({ item }) => isPast(item))
  return [...Array.chunksOf(live, maxReports), ...Array.chunksOf(past, Math.min(maxReports, maxPastReports))]
}

/** Applies the routed reports, organization by organization. Returns the failed items. */
const applyEach = Effect.fnUntraced(function* <Report extends RoutedInbound>(routed: ReadonlyArray<Report>) {
  const { maxReports } = yield* Inbox
  const failed = yield* Effect.forEach(
    Object.values(Array.groupBy(routed, ({ account }) => account.organizationId)),
    (own) =>
      Effect.forEach(batchesOf(own, maxReports), (reports) =>
        Effect.map(applyReports(reports[0].account.organizationId, reports), ({ failed }) => failed)
      ),
    { concurrency: maxOrganizations }
  )
  return failed.flat(2)
})

/** Applies reports of any organizations. Returns the failed items, and the dropped ones, which are about erased people. */
const act = Effect.fnUntraced(function* (reported: ReadonlyArray<Reported>) {
  const at = yield* DateTime.now
  const routes = yield* routeEach(reported)
  const problems = routes.flatMap(({ report, route }) =>
    route._tag === "Problem" ? [problemOf(report, route.reason, route.error, at)] : []
  )
  const routed = routes.flatMap(({ report, route }): ReadonlyArray<RoutedReport> =>
    route._tag === "ToAccount" ? [{ ...report, account: route.account }] : []
  )
  const failed = yield* applyEach(routed)
  return {
    problems: [
      ...problems,
      ...failed.flatMap(({ error, report }) => (error === null ? [] : [problemOf(report, "failed", error, at)]))
    ],
    dropped: failed.flatMap(({ error, report }) => (error === null ? [report] : []))
  }
})

/** Most characters of webhooks that are read in one turn of the event loop, unless a single webhook has more. */
const maxTurnLength = 64 * 1024

/** Reads the reports of deliveries, and yields to the event loop between large ones. */
const readEach = Effect.fnUntraced(function* (claimed: ReadonlyArray<InboundDelivery>) {
  const { read } = yield* InboundReader
  const reported: Array<Reported> = []
  let turnLength = 0
  for (const delivery of claimed) {
    turnLength += delivery.body.length
    if (turnLength > maxTurnLength) {
      yield* Effect.yieldNow
      turnLength = delivery.body.length
    }
    for (const item of boundedInbound(delivery, read(delivery))) {
      reported.push({ deliveryId: delivery.id, item, attempts: 0 })
    }
  }
  return reported
})

/** The texts by which a dropped report is found in its delivery. */
const termsOfReport = ({ item }: Reported): ReadonlyArray<string> => {
  const person = "person" in item ? item.person : null
  const message = "platformMessageId" in item ? item.platformMessageId : null
  return [...(person === null ? [] : person.ids.map(({ value }) => value)), ...(message === null ? [] : [message])]
}

/** Removes dropped reports from the stored deliveries: they would show an erased person until the deliveries are deleted. */
const rewriteDropped = Effect.fnUntraced(function* (
  deliveries: ReadonlyArray<InboundDelivery>,
  dropped: ReadonlyArray<Reported>
) {
  const { rewrite } = yield* InboundQueue
  for (const { body, id } of dropped.length === 0 ? [] : deliveries) {
    const terms = dropped.filter(({ deliveryId }) => deliveryId === id).flatMap(termsOfReport)
    if (terms.length > 0) yield* rewrite(id, withoutPerson(body, mentionOf(terms)))
  }
})

/** Acts on claimed deliveries. */
const processClaimed = Effect.fnUntraced(
  function* (claimed: ReadonlyArray<InboundDelivery>) {
    const queue = yield* InboundQueue
    const { dropped, problems } = yield* act(yield* readEach(claimed))
    yield* rewriteDropped(claimed, dropped)
    const doneAt = yield* DateTime.now
    yield* queue.finish(
      claimed.map(({ id }) => id),
      problems,
      doneAt
    )
    const meter = yield* Meter
    for (const { receivedAt } of meter.isOn ? claimed : []) {
      const age = Math.max(0, doneAt.epochMilliseconds - receivedAt.epochMilliseconds) / 1_000
      meter.record(metrics.inboundAge, age, {})
    }
  },
  spanned("processDeliveries", { kind: "consumer" })
)

/** Processes at most `limit` received deliveries, the oldest first. Returns their number. */
export const processDeliveries = Effect.fnUntraced(function* (limit: number) {
  const { claim } = yield* InboundQueue
  const claimed = yield* claim(yield* DateTime.now, limit)
  if (claimed.length > 0) yield* processClaimed(claimed)
  return claimed.length
})

/** Retries the failed items that are due. Returns their number. */
export const retryProblems = Effect.fnUntraced(function* (limit: number) {
  const queue = yield* InboundQueue
  const reader = yield* InboundReader
  const now = yield* DateTime.now
  const due = yield* queue.claimProblems(now, DateTime.addDuration(now, inboundLease), limit)
  for (const { attempts, delivery, key } of due) {
    const items = boundedInbound(delivery, reader.read(delivery)).filter((item) => item.key === key)
    const { dropped, problems } = yield* act(items.map((item) => ({ deliveryId: delivery.id, item, attempts })))
    yield* rewriteDropped([delivery], dropped)
    yield* problems.length === 0
      ? queue.solve(delivery.id, key)
      : queue.finish([delivery.id], problems, yield* DateTime.now)
  }
  return due.length
}, spanned("retryProblems"))

/** Retries parked reports of messages that were unknown. Returns their number. */
export const retryParked = Effect.fnUntraced(function* (limit: number) {
  const inbox = yield* Inbox
  const due = yield* inbox.claimParked(yield* DateTime.now, limit)
  const routes = yield* Effect.forEach(due, ({ item, organizationId }) =>
    Effect.map(routeInbound(item), (route) => ({ item, organizationId, route }))
  )
  // The account may have changed hands: a parked report stays with the organization that received it.
  const own = routes.flatMap(({ item, organizationId, route }) =>
    route._tag === "ToAccount" && route.account.organizationId === organizationId
      ? [{ item, account: route.account }]
      : []
  )
  yield* applyEach(own)
  return due.length
}, spanned("retryParked"))
