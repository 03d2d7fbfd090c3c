import { Option } from "effect"
import { composeWebhook, webhookBody } from "./composeWebhook.ts"
import type { Fate } from "./Fate.ts"
import type { PlatformReport } from "./PlatformReport.ts"

/** Delay of the second attempt after one lost by a fault, the usual retry delay. */
const secondAttemptMillis = 1_000

/** A request to the app. */
export interface Webhook {
  readonly reports: ReadonlyArray<PlatformReport>
  /** The bytes, the same in every attempt. */
  readonly body: string
  /** Whether its reports stay undelivered until it succeeds; false for repetitions. */
  readonly owed: boolean
  readonly failures: number
  readonly spoiled: Fate["spoiled"]
}

interface PendingReport {
  readonly report: PlatformReport
  readonly fate: Fate
}

type Waiting =
  | {
      readonly _tag: "Report"
      readonly owed: PendingReport
      /** Number of reports that must precede it. */ readonly behind: number
    }
  | { readonly _tag: "Batch"; readonly owed: ReadonlyArray<PendingReport>; readonly size: number }
  | { readonly _tag: "Webhook"; readonly webhook: Webhook }

interface Scheduled {
  /** Epoch milliseconds. */
  readonly due: number
  readonly waiting: Waiting
}

/** The pending reports in the order of their due time, oldest first at the same time. */
export interface Outbox {
  readonly scheduled: ReadonlyArray<Scheduled>
  /** Number of reports in flight. */
  readonly inFlight: number
}

export const empty: Outbox = { scheduled: [], inFlight: 0 }

const schedule = (outbox: Outbox, due: number, waiting: Waiting): Outbox => {
  const later = outbox.scheduled.findLastIndex((other) => other.due <= due) + 1
  return { ...outbox, scheduled: outbox.scheduled.toSpliced(later, 0, { due, waiting }) }
}

/** Adds a report that becomes due at the time. */
export const add = (outbox: Outbox, report: PlatformReport, fate: Fate, due: number): Outbox =>
  schedule(outbox, due + fate.delayMillis, { _tag: "Report", owed: { report, fate }, behind: 0 })

const owedBy = ({ owed, reports }: Webhook): number => (owed ? reports.length : 0)

/** Marks a webhook that was never pending as in flight. */
export const start = (outbox: Outbox, webhook: Webhook): Outbox => ({
  ...outbox,
  inFlight: outbox.inFlight + owedBy(webhook)
})

/** Completes the webhook. */
export const complete = (outbox: Outbox, webhook: Webhook): Outbox => ({
  ...outbox,
  inFlight: outbox.inFlight - owedBy(webhook)
})

/** Schedules the failed webhook for another attempt. */
export const retry = (outbox: Outbox, webhook: Webhook, due: number): Outbox =>
  schedule(complete(outbox, webhook), due, { _tag: "Webhook", webhook })

const waitingReports = (waiting: Waiting): number => {
  switch (waiting._tag) {
    case "Report":
      return 1
    case "Batch":
      return waiting.owed.length
    case "Webhook":
      return owedBy(waiting.webhook)
  }
}

/** Number of reports that were never delivered. */
export const undelivered = ({ inFlight, scheduled }: Outbox): number =>
  scheduled.reduce((sum, { waiting }) => sum + waitingReports(waiting), inFlight)

/** Time of the next due entry, in epoch milliseconds. */
export const nextDue = ({ scheduled }: Outbox): Option.Option<number> =>
  Option.map(Option.fromUndefinedOr(scheduled[0]), ({ due }) => due)

/** The webhook with these reports. */
export const webhookOf = (owed: ReadonlyArray<PendingReport>): Webhook => {
  const reports = owed.map(({ report }) => report)
  const alone = new Set(owed.filter(({ fate }) => fate.split).map(({ report }) => report))
  const body = webhookBody(composeWebhook(reports[0]?.object ?? "page", reports, alone))
  return { reports, body, owed: true, failures: 0, spoiled: null }
}

type Step = readonly [sent: ReadonlyArray<Webhook>, outbox: Outbox]

/** Posts the reports, and schedules the repetitions. */
const send = (outbox: Outbox, owed: ReadonlyArray<PendingReport>, due: number): Step => {
  const webhook = webhookOf(owed)
  const spoiled = owed.find(({ fate }) => fate.spoiled !== null)?.fate.spoiled ?? null
  const acknowledgedAt = spoiled === null ? due : due + secondAttemptMillis
  const after = owed.flatMap(({ fate }) => fate.repeats)
  const repeated = after.reduce(
    (rest, millis) =>
      schedule(rest, acknowledgedAt + millis, { _tag: "Webhook", webhook: { ...webhook, owed: false } }),
    outbox
  )
  return spoiled === null
    ? [[webhook], { ...repeated, inFlight: repeated.inFlight + owed.length }]
    : [[{ ...webhook, owed: false, spoiled }], schedule(repeated, acknowledgedAt, { _tag: "Webhook", webhook })]
}

/** Counts a passing report for the delayed ones with the same object. */
const countPassing = (outbox: Outbox, { object }: PlatformReport, due: number): Outbox => {
  const isDelayed = ({ waiting }: Scheduled) =>
    waiting._tag === "Report" && waiting.behind > 0 && waiting.owed.report.object === object
  const delayed = outbox.scheduled.filter(isDelayed)
  if (delayed.length === 0) return outbox
  const others: Outbox = { ...outbox, scheduled: outbox.scheduled.filter((one) => !isDelayed(one)) }
  return delayed.reduce((rest, one) => {
    if (one.waiting._tag !== "Report") return rest
    const behind = one.waiting.behind - 1
    return schedule(rest, behind === 0 ? due : one.due, { ...one.waiting, behind })
  }, others)
}

/** Adds a report to a waiting batch, if there is one; a full batch is posted. */
const joinBatch = (outbox: Outbox, owed: PendingReport, due: number): Option.Option<Step> => {
  const index = outbox.scheduled.findIndex(
    ({ waiting }) => waiting._tag === "Batch" && waiting.owed[0]?.report.object === owed.report.object
  )
  const open = outbox.scheduled[index]
  if (open?.waiting._tag !== "Batch") return Option.none()
  const others = { ...outbox, scheduled: outbox.scheduled.toSpliced(index, 1) }
  const all = [...open.waiting.owed, owed]
  return Option.some(
    all.length < open.waiting.size
      ? [[], schedule(others, open.due, { ...open.waiting, owed: all })]
      : send(others, all, due)
  )
}

const takeReport = (outbox: Outbox, owed: PendingReport, due: number): Step => {
  const { batch, behind } = owed.fate
  if (behind !== null) {
    const free: PendingReport = { ...owed, fate: { ...owed.fate, behind: null } }
    return [[], schedule(outbox, due + behind.withinMillis, { _tag: "Report", owed: free, behind: behind.reports })]
  }
  const passed = countPassing(outbox, owed.report, due)
  return Option.getOrElse(joinBatch(passed, owed, due), () =>
    batch === null
      ? send(passed, [owed], due)
      : [[], schedule(passed, due + batch.withinMillis, { _tag: "Batch", owed: [owed], size: batch.size })]
  )
}

const takeFirst = (outbox: Outbox, { due, waiting }: Scheduled): Step => {
  const rest = { ...outbox, scheduled: outbox.scheduled.slice(1) }
  switch (waiting._tag) {
    case "Report":
      return takeReport(rest, waiting.owed, due)
    case "Batch":
      return send(rest, waiting.owed, due)
    case "Webhook":
      return [[waiting.webhook], { ...rest, inFlight: rest.inFlight + owedBy(waiting.webhook) }]
  }
}

/** The webhooks due up to the time, in order, repetitions included. */
export const take = (outbox: Outbox, until: number): Step => {
  const sent: Array<Webhook> = []
  let rest = outbox
  for (let first = rest.scheduled[0]; first !== undefined && first.due <= until; first = rest.scheduled[0]) {
    const [webhooks, next] = takeFirst(rest, first)
    sent.push(...webhooks)
    rest = next
  }
  return [sent, rest]
}
