import { DateTime, Option, Result, Schema } from "effect"
import { type Day, dayOf, daysBetween, daysOf } from "../limits/MessageCount.ts"
import { type DurationHistogram, mergeDurations, noDurations } from "./durationHistogram.ts"
import { ReportMeasure, sumBin } from "./reportCounters.ts"

/** Most days of a report. */
export const maxReportedDays = 92

/** The number of days of a report without a first day. */
export const defaultReportedDays = 7

/** Most rows of a report by subject: the things with the most messages and conversations. */
export const maxReportRows = 1_000

/** The first and the last day that a report may have. */
export const reportedYears = { first: "1900-01-01", last: "2999-12-31" } as const

/** Maximum characters of the name of a time zone. */
const maxZoneName = 64

/** A time from the beginning to before the end, in milliseconds since 1970. */
export interface ReportSpan {
  readonly start: number
  readonly end: number
}

/** The days of a report in its zone, the first and the last included. */
export interface ReportPeriod {
  readonly from: Day
  readonly to: Day
  readonly zone: DateTime.TimeZone.Named
  readonly days: ReadonlyArray<ReportSpan & { readonly day: Day }>
}

/** A report names an unknown zone, would end before it begins, has too many days, or days of another era. */
export class ReportRefused extends Schema.TaggedError<ReportRefused>()("ReportRefused", {
  reason: Schema.Literals(["unknown time zone", "ends before it begins", "too many days", "day out of range"])
}) {}

/** Properties of a requested report. Absent: days up to today in UTC. */
export interface ReportRequest {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly timeZone?: string | undefined
}

const dayMillis = 24 * 60 * 60 * 1_000

/** The day some days later. */
const later = (day: Day, days: number): Day =>
  dayOf(DateTime.makeUnsafe(DateTime.makeUnsafe(`${day}T00:00:00.000Z`).epochMilliseconds + days * dayMillis))

/** The day in the zone. */
const dayIn = (zone: DateTime.TimeZone, at: DateTime.Utc): Day =>
  dayOf(DateTime.makeUnsafe(`${DateTime.formatIsoDate(DateTime.setZone(at, zone))}T00:00:00.000Z`))

const startOf = (zone: DateTime.TimeZone, day: Day): number =>
  DateTime.makeZonedUnsafe(`${day}T00:00:00.000Z`, { timeZone: zone, adjustForTimeZone: true }).epochMilliseconds

/** The days of the request, at most `maxReportedDays`. */
export const reportPeriod = (
  { timeZone = "UTC", ...days }: ReportRequest,
  now: DateTime.Utc
): Result.Result<ReportPeriod, ReportRefused> => {
  const refused = (reason: ReportRefused["reason"]) => Result.fail(new ReportRefused({ reason }))
  const zone = timeZone.length > maxZoneName ? null : Option.getOrNull(DateTime.zoneMakeNamed(timeZone))
  if (zone === null) return refused("unknown time zone")
  const to = days.to ?? dayIn(zone, now)
  const isInEra = (day: Day) => day >= reportedYears.first && day <= reportedYears.last
  if (!isInEra(to) || !isInEra(days.from ?? to)) return refused("day out of range")
  const from = days.from ?? later(to, 1 - defaultReportedDays)
  const count = daysBetween(from, to)
  if (count < 1) return refused("ends before it begins")
  if (count > maxReportedDays) return refused("too many days")
  const starts = daysOf(from, later(to, 1)).map((day) => ({ day, start: startOf(zone, day) }))
  const spans = starts
    .slice(0, -1)
    .map(({ day, start }, index) => ({ day, start, end: starts[index + 1]?.start ?? start }))
  return Result.succeed({ from, to, zone, days: spans })
}

/** A sum of the counters of a span, a thing, a measure and a bin. `span` is the index of the span. */
export interface ReportSum {
  readonly span: number
  readonly key: string
  readonly measure: ReportMeasure
  readonly bin: number
  readonly number: number
}

/** Sums of one thing and one time. `open` and `waiting` are the numbers at the end of the time. */
export interface ReportNumbers {
  readonly received: number
  readonly sent: number
  readonly delivered: number
  readonly read: number
  readonly failed: number
  readonly opened: number
  readonly closed: number
  readonly reopened: number
  readonly open: number
  readonly waiting: number
  readonly firstResponse: DurationHistogram
  readonly laterResponse: DurationHistogram
  readonly resolution: DurationHistogram
}

/** The numbers without any counter. */
export const noNumbers: ReportNumbers = {
  received: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  opened: 0,
  closed: 0,
  reopened: 0,
  open: 0,
  waiting: 0,
  firstResponse: noDurations,
  laterResponse: noDurations,
  resolution: noDurations
}

/** Measures that change within a time. */
export const flows = ReportMeasure.literals.filter((measure) => measure !== "open" && measure !== "waiting")

/** Measures that are numbers at a time: sums of all changes before it. */
export const levels = ["open", "waiting"] as const

/** The numbers after one more sum. */
const withSum = (numbers: ReportNumbers, { bin, measure, number }: Pick<ReportSum, "bin" | "measure" | "number">) => {
  if (measure !== "firstResponse" && measure !== "laterResponse" && measure !== "resolution") {
    return { ...numbers, [measure]: numbers[measure] + number }
  }
  const durations =
    bin === sumBin
      ? { bins: new Map<number, number>(), sumMillis: number }
      : { bins: new Map([[bin, number]]), sumMillis: 0 }
  return { ...numbers, [measure]: mergeDurations(numbers[measure], durations) }
}

/** The numbers of these sums, whatever their spans. */
export const numbersOf = (sums: ReadonlyArray<ReportSum>): ReportNumbers =>
  sums.reduce<ReportNumbers>(withSum, noNumbers)

/** The numbers of each key, in the order of the keys. */
export const numbersByKey = (sums: ReadonlyArray<ReportSum>): ReadonlyArray<readonly [key: string, ReportNumbers]> => {
  const keys = new Map<string, Array<ReportSum>>()
  for (const sum of sums) {
    const known = keys.get(sum.key)
    if (known === undefined) keys.set(sum.key, [sum])
    else known.push(sum)
  }
  return [...keys].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, own]) => [key, numbersOf(own)])
}

/**
 * The numbers of each of the spans. The last of `changes` are those of the levels before the first span, the others those of
 * each span.
 */
export const numbersBySpan = (
  count: number,
  sums: ReadonlyArray<ReportSum>,
  changes: ReadonlyArray<ReportSum>
): ReadonlyArray<ReportNumbers> => {
  const of = (rows: ReadonlyArray<ReportSum>, index: number) => rows.filter(({ span }) => span === index)
  let { open, waiting } = numbersOf(of(changes, count))
  return Array.from({ length: count }, (_, index) => {
    const step = numbersOf(of(changes, index))
    open += step.open
    waiting += step.waiting
    return { ...numbersOf(of(sums, index)), open, waiting }
  })
}

/** An hour of a weekday, and the messages of the period in it. */
export interface ReportedHour {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly received: number
  readonly sent: number
}

const hourMillis = 60 * 60 * 1_000

/** The hours of the period, each with its weekday and hour in the zone. An hour that a zone skips is absent. */
export const hoursOf = ({
  days,
  zone
}: ReportPeriod): ReadonlyArray<ReportSpan & Pick<ReportedHour, "weekday" | "hour">> =>
  days.flatMap(({ end, start }) =>
    Array.from({ length: Math.ceil((end - start) / hourMillis) }, (_, index) => {
      const at = start + index * hourMillis
      const { hour, weekDay } = DateTime.toParts(DateTime.setZone(DateTime.makeUnsafe(at), zone))
      return { start: at, end: Math.min(end, at + hourMillis), hour, weekday: weekDay === 0 ? 7 : weekDay }
    })
  )

/** Messages by hour and weekday, of each of the 168 hours of a week. */
export const reportedHours = (
  hours: ReadonlyArray<Pick<ReportedHour, "weekday" | "hour">>,
  sums: ReadonlyArray<ReportSum>
): ReadonlyArray<ReportedHour> => {
  const week = Array.from({ length: 7 * 24 }, () => ({ received: 0, sent: 0 }))
  for (const { measure, number, span } of sums) {
    const hour = hours[span]
    const cell = hour && week[(hour.weekday - 1) * 24 + hour.hour]
    if (cell !== undefined && (measure === "received" || measure === "sent")) cell[measure] += number
  }
  return week.map((cell, index) => Object.assign({ weekday: Math.floor(index / 24) + 1, hour: index % 24 }, cell))
}
