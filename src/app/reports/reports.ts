import { DateTime, Effect, Order } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import {
  type ReportNumbers,
  type ReportPeriod,
  type ReportRequest,
  type ReportedHour,
  flows,
  hoursOf,
  levels,
  maxReportRows,
  numbersByKey,
  numbersBySpan,
  numbersOf,
  reportPeriod,
  reportedHours
} from "../../domain/reports/Report.ts"
import type { ReportSubject, RowSubject } from "../../domain/reports/reportCounters.ts"
import { Reports } from "../../ports/reports/Reports.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { outsideTransaction } from "../inTransaction.ts"

export type { DurationHistogram } from "../../domain/reports/durationHistogram.ts"
export type {
  ReportNumbers,
  ReportPeriod,
  ReportRequest,
  ReportSpan,
  ReportedHour
} from "../../domain/reports/Report.ts"
export type { RowSubject } from "../../domain/reports/reportCounters.ts"

/** Changes that are folded together. */
export const foldBatch = 1_000

/** Most batches that a report folds before it is read. A worker folds the others. */
export const maxFoldsOfReport = 20

/** Folds the changes of the organization that are recorded so far, so that a report contains them. */
const foldRecent = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  yield* outsideTransaction("a report")
  const { fold } = yield* Reports
  yield* fold(organizationId, foldBatch).pipe(
    Effect.repeat({ while: (count) => count === foldBatch, times: maxFoldsOfReport - 1 })
  )
})

/** Folds the recorded changes of all organizations. */
export const foldReports = Effect.fnUntraced(function* () {
  const { foldAny } = yield* Reports
  yield* Effect.repeat(foldAny(foldBatch), { while: (count) => count === foldBatch })
}, spanned("foldReports"))

/** A report of the organization. */
export interface OverviewReport extends ReportPeriod {
  readonly total: ReportNumbers
  /** The numbers of each day of `days`. */
  readonly numbers: ReadonlyArray<ReportNumbers>
}

const beforeAll = Number.NEGATIVE_INFINITY

/** The report of the organization, in total and by day (contract: Reports). */
export const reportOverview = Effect.fnUntraced(function* (organizationId: OrganizationId, request: ReportRequest) {
  const period = yield* Effect.fromResult(reportPeriod(request, yield* DateTime.now))
  yield* foldRecent(organizationId)
  const { sums } = yield* Reports
  const { days } = period
  const before = { start: beforeAll, end: days[0]?.start ?? 0 }
  const within = yield* sums(organizationId, { subject: "overview", measures: flows, spans: days })
  const changes = yield* sums(organizationId, { subject: "overview", measures: levels, spans: [...days, before] })
  const numbers = numbersBySpan(days.length, within, changes)
  const { open = 0, waiting = 0 } = numbers.at(-1) ?? {}
  const report: OverviewReport = { ...period, total: { ...numbersOf(within), open, waiting }, numbers }
  return report
}, spanned("reportOverview"))

/** A report with a row for each thing of a subject. */
export interface SubjectReport extends ReportPeriod {
  readonly subject: ReportSubject
  readonly rows: ReadonlyArray<readonly [key: string, ReportNumbers]>
  /** The number of things beyond the rows. */
  readonly omitted: number
}

const activity = ([
  ,
  { closed, firstResponse, laterResponse, opened, received, sent }
]: SubjectReport["rows"][number]) =>
  received + sent + opened + closed + firstResponse.bins.size + laterResponse.bins.size

const mostActive = Order.flip(Order.mapInput(Order.Number, activity))

/** The report by a subject: each thing with something to report within the period, the most active ones first. */
export const reportBySubject = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  subject: RowSubject,
  request: ReportRequest
) {
  const period = yield* Effect.fromResult(reportPeriod(request, yield* DateTime.now))
  yield* foldRecent(organizationId)
  const { sums } = yield* Reports
  const whole = { start: period.days[0]?.start ?? 0, end: period.days.at(-1)?.end ?? 0 }
  const within = yield* sums(organizationId, { subject, measures: flows, spans: [whole] })
  const until = yield* sums(organizationId, {
    subject,
    measures: levels,
    spans: [{ start: beforeAll, end: whole.end }]
  })
  const found = numbersByKey([...within, ...until]).toSorted(mostActive)
  const report: SubjectReport = {
    ...period,
    subject,
    rows: found.slice(0, maxReportRows),
    omitted: Math.max(0, found.length - maxReportRows)
  }
  return report
}, spanned("reportBySubject"))

/** Messages by hour and weekday. */
export interface HoursReport extends ReportPeriod {
  readonly hours: ReadonlyArray<ReportedHour>
}

/** The report of messages by hour and weekday in the zone. */
export const reportHours = Effect.fnUntraced(function* (organizationId: OrganizationId, request: ReportRequest) {
  const period = yield* Effect.fromResult(reportPeriod(request, yield* DateTime.now))
  yield* foldRecent(organizationId)
  const { sums } = yield* Reports
  const hours = hoursOf(period)
  const spans = hours.map(({ end, start }) => ({ start, end }))
  const counted = yield* sums(organizationId, { subject: "overview", measures: ["received", "sent"], spans })
  const report: HoursReport = { ...period, hours: reportedHours(hours, counted) }
  return report
}, spanned("reportHours"))
