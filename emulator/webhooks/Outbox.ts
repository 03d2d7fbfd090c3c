import { Option } from "effect"
import { composeWebhook, webhookBody } from "./composeWebhook.ts"
import type { Fate } from "./Fate.ts"
import type { PlatformReport } from "./PlatformReport.ts"

/** When a webhook whose first attempt a fault spoils comes again, as after any other attempt that failed. */
const secondAttemptMillis = 1_000

/** One request to the app. */
export interface Webhook {
  readonly reports: ReadonlyArray<PlatformReport>
  /** The bytes, always the same ones. */
  readonly body: string
  /** Whether the reports are undelivered until this is; those of a repetition are not. */
  readonly owed: boolean
  readonly failures: number
  readonly spoiled: Fate["spoiled"]
}

interface Owed {
  readonly report: PlatformReport
  readonly fate: Fate
}

type Waiting =
  | {
      readonly _tag: "Report"
      readonly owed: Owed
      /** How many must come before; 0 when it is not held back. */ readonly behind: number
    }
  | { readonly _tag: "Batch"; readonly owed: ReadonlyArray<Owed>; readonly size: number }
  | { readonly _tag: "Webhook"; readonly webhook: Webhook }

interface Scheduled {
  /** Epoch milliseconds. */
  readonly due: number
  readonly waiting: Waiting
}

/** What the platform still has to tell, in the order in which that comes due; of two at one instant the older first. */
export interface Outbox {
  readonly scheduled: ReadonlyArray<Scheduled>
  /** Reports that are on their way. */
  readonly flying: number
}

export const empty: Outbox = { scheduled: [], flying: 0 }

const schedule = (outbox: Outbox, due: number, waiting: Waiting): Outbox => {
  const later = outbox.scheduled.findLastIndex((other) => other.due <= due) + 1
  return { ...outbox, scheduled: outbox.scheduled.toSpliced(later, 0, { due, waiting }) }
}

/** Takes a report in that comes due at the instant. */
export const owe = (outbox: Outbox, report: PlatformReport, fate: Fate, due: number): Outbox =>
  schedule(outbox, due + fate.delayMillis, { _tag: "Report", owed: { report, fate }, behind: 0 })

const owedBy = ({ owed, reports }: Webhook): number => (owed ? reports.length : 0)

/** The webhook is on its way without having waited. */
export const depart = (outbox: Outbox, webhook: Webhook): Outbox => ({
  ...outbox,
  flying: outbox.flying + owedBy(webhook)
})

/** The webhook has come to its end. */
export const settle = (outbox: Outbox, webhook: Webhook): Outbox => ({
  ...outbox,
  flying: outbox.flying - owedBy(webhook)
})

/** The webhook did not arrive, and is to come again at the instant. */
export const retry = (outbox: Outbox, webhook: Webhook, due: number): Outbox =>
  schedule(settle(outbox, webhook), due, { _tag: "Webhook", webhook })

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

/** How many reports were never delivered. */
export const undelivered = ({ flying, scheduled }: Outbox): number =>
  scheduled.reduce((sum, { waiting }) => sum + waitingReports(waiting), flying)

/** When there is something to do next, in epoch milliseconds. */
export const nextDue = ({ scheduled }: Outbox): Option.Option<number> =>
  Option.map(Option.fromUndefinedOr(scheduled[0]), ({ due }) => due)

/** The webhook about these reports, by itself. */
export const webhookOf = (owed: ReadonlyArray<Owed>): Webhook => {
  const reports = owed.map(({ report }) => report)
  const alone = new Set(owed.filter(({ fate }) => fate.split).map(({ report }) => report))
  const body = webhookBody(composeWebhook(reports[0]?.object ?? "page", reports, alone))
  return { reports, body, owed: true, failures: 0, spoiled: null }
}

type Taken = readonly [sent: ReadonlyArray<Webhook>, outbox: Outbox]

/** Posts the reports, and plans the repetitions. */
const send = (outbox: Outbox, owed: ReadonlyArray<Owed>, due: number): Taken => {
  const webhook = webhookOf(owed)
  const spoiled = owed.find(({ fate }) => fate.spoiled !== null)?.fate.spoiled ?? null
  const heardAt = spoiled === null ? due : due + secondAttemptMillis
  const after = owed.flatMap(({ fate }) => fate.repeats)
  const repeated = after.reduce(
    (rest, millis) => schedule(rest, heardAt + millis, { _tag: "Webhook", webhook: { ...webhook, owed: false } }),
    outbox
  )
  return spoiled === null
    ? [[webhook], { ...repeated, flying: repeated.flying + owed.length }]
    : [[{ ...webhook, owed: false, spoiled }], schedule(repeated, heardAt, { _tag: "Webhook", webhook })]
}

/** Reports that are held back come closer to their turn when another one of their object goes. */
const letPass = (outbox: Outbox, { object }: PlatformReport, due: number): Outbox => {
  const isHeld = ({ waiting }: Scheduled) =>
    waiting._tag === "Report" && waiting.behind > 0 && waiting.owed.report.object === object
  const held = outbox.scheduled.filter(isHeld)
  if (held.length === 0) return outbox
  const others: Outbox = { ...outbox, scheduled: outbox.scheduled.filter((one) => !isHeld(one)) }
  return held.reduce((rest, one) => {
    if (one.waiting._tag !== "Report") return rest
    const behind = one.waiting.behind - 1
    return schedule(rest, behind === 0 ? due : one.due, { ...one.waiting, behind })
  }, others)
}

/** Puts a report with those that wait for company, when there are such; if they are enough then, they go. */
const joinBatch = (outbox: Outbox, owed: Owed, due: number): Option.Option<Taken> => {
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

const takeReport = (outbox: Outbox, owed: Owed, due: number): Taken => {
  const { batch, behind } = owed.fate
  if (behind !== null) {
    const free: Owed = { ...owed, fate: { ...owed.fate, behind: null } }
    return [[], schedule(outbox, due + behind.withinMillis, { _tag: "Report", owed: free, behind: behind.reports })]
  }
  const passed = letPass(outbox, owed.report, due)
  return Option.getOrElse(joinBatch(passed, owed, due), () =>
    batch === null
      ? send(passed, [owed], due)
      : [[], schedule(passed, due + batch.withinMillis, { _tag: "Batch", owed: [owed], size: batch.size })]
  )
}

const takeFirst = (outbox: Outbox, { due, waiting }: Scheduled): Taken => {
  const rest = { ...outbox, scheduled: outbox.scheduled.slice(1) }
  switch (waiting._tag) {
    case "Report":
      return takeReport(rest, waiting.owed, due)
    case "Batch":
      return send(rest, waiting.owed, due)
    case "Webhook":
      return [[waiting.webhook], { ...rest, flying: rest.flying + owedBy(waiting.webhook) }]
  }
}

/** The webhooks due up to the instant, in order, repetitions included. */
export const take = (outbox: Outbox, until: number): Taken => {
  const sent: Array<Webhook> = []
  let rest = outbox
  for (let first = rest.scheduled[0]; first !== undefined && first.due <= until; first = rest.scheduled[0]) {
    const [webhooks, next] = takeFirst(rest, first)
    sent.push(...webhooks)
    rest = next
  }
  return [sent, rest]
}
