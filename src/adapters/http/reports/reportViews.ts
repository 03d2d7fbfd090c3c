import { DateTime, Schema } from "effect"
import type { HoursReport, OverviewReport, SubjectReport } from "../../../app/reports/reports.ts"
import {
  type DurationHistogram,
  durationCount,
  meanOf,
  percentileOf
} from "../../../domain/reports/durationHistogram.ts"
import { type ReportNumbers, type ReportPeriod, maxReportRows, noNumbers } from "../../../domain/reports/Report.ts"

const count = (description: string) => Schema.Int.annotate({ description })
const seconds = (description: string) =>
  Schema.NullOr(Schema.Finite).annotate({ description: `${description}, in seconds; null without any` })

const Durations = Schema.Struct({
  count: count("The number of durations"),
  mean: seconds("The mean, which is exact"),
  p50: seconds("The median, with an error of at most 5%"),
  p90: seconds("The 90th percentile, with an error of at most 5%"),
  p99: seconds("The 99th percentile, with an error of at most 5%")
}).annotate({
  identifier: "ReportDurations",
  description: "Durations that ended in the time. Business hours are not subtracted"
})

const conversations = {
  opened: count("Conversations that began"),
  closed: count("Closes of conversations"),
  reopened: count("Closed conversations that were opened again"),
  openAtEnd: count("Conversations that are not closed at the end of the time"),
  unansweredAtEnd: count("Open conversations in which the contact waits for an answer at the end of the time")
}

const messages = {
  received: count("Messages of contacts"),
  sent: count("Messages that the platform accepted"),
  delivered: count("Messages among them that arrived"),
  read: count("Messages among them that were read"),
  failed: count("Messages that the platform refused, or that failed later")
}

const durations = { firstResponse: Durations, laterResponse: Durations, resolution: Durations }

const Numbers = Schema.Struct({ ...conversations, ...messages, ...durations }).annotate({
  identifier: "ReportNumbers",
  description:
    "The numbers of a time. firstResponse: from the first message of the contact in a conversation to the first answer of a member or an agent. laterResponse: from the first message of the contact after an answer to the next one. resolution: from the beginning of a conversation, or its last reopening, to its close"
})

const period = {
  from: Schema.String.annotate({ description: "The first day, in the time zone", format: "date" }),
  to: Schema.String.annotate({ description: "The last day, in the time zone", format: "date" }),
  timeZone: Schema.String.annotate({ description: "The time zone (IANA)" })
}

/** A report of the organization. */
export const OverviewData = Schema.Struct({
  ...period,
  total: Numbers,
  days: Schema.Array(
    Schema.Struct({
      day: Schema.String.annotate({ description: "The day", format: "date" }),
      ...Numbers.fields
    }).annotate({
      identifier: "ReportDay",
      description: "The numbers of a day"
    })
  ).annotate({ description: "Each day of the report" })
}).annotate({ identifier: "OverviewReport", description: "Conversations and messages of the organization by day" })

/** A report by subject. */
export const SubjectData = Schema.Struct({
  ...period,
  rows: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({
        description:
          "The channel, the number's, member's, team's or campaign's id, or the name of the label or template"
      }),
      ...Numbers.fields
    }).annotate({
      identifier: "ReportRow",
      description: "The numbers of a thing. Numbers that the subject does not count are 0"
    })
  ).annotate({ description: `At most ${maxReportRows}, the most active first` }),
  omitted: count("The number of things beyond these rows")
}).annotate({
  identifier: "SubjectReport",
  description: "Conversations and messages by channel, number, member and so on"
})

/** A report by hour. */
export const HoursData = Schema.Struct({
  ...period,
  hours: Schema.Array(
    Schema.Struct({
      weekday: count("1 is Monday, 7 is Sunday"),
      hour: count("The hour of the day, from 0 to 23"),
      received: messages.received,
      sent: messages.sent
    }).annotate({ identifier: "ReportHour", description: "Messages in an hour of a weekday" })
  ).annotate({ description: "The 168 hours of a week" })
}).annotate({ identifier: "HoursReport", description: "Messages by hour and weekday" })

const inSeconds = (millis: number | null): number | null => (millis === null ? null : Math.round(millis) / 1_000)

const durationsView = (histogram: DurationHistogram): typeof Durations.Type => ({
  count: durationCount(histogram),
  mean: inSeconds(meanOf(histogram)),
  p50: inSeconds(percentileOf(histogram, 0.5)),
  p90: inSeconds(percentileOf(histogram, 0.9)),
  p99: inSeconds(percentileOf(histogram, 0.99))
})

const numbersView = ({
  firstResponse,
  laterResponse,
  open,
  resolution,
  waiting,
  ...counts
}: ReportNumbers): typeof Numbers.Type => ({
  ...counts,
  openAtEnd: open,
  unansweredAtEnd: waiting,
  firstResponse: durationsView(firstResponse),
  laterResponse: durationsView(laterResponse),
  resolution: durationsView(resolution)
})

const periodView = ({ from, to, zone }: ReportPeriod) => ({ from, to, timeZone: DateTime.zoneToString(zone) })

export const overviewView = (report: OverviewReport): typeof OverviewData.Type => ({
  ...periodView(report),
  total: numbersView(report.total),
  days: report.days.map(({ day }, index) => ({ day, ...numbersView(report.numbers[index] ?? noNumbers) }))
})

export const subjectView = (report: SubjectReport): typeof SubjectData.Type => ({
  ...periodView(report),
  rows: report.rows.map(([id, numbers]) => ({ id, ...numbersView(numbers) })),
  omitted: report.omitted
})

export const hoursView = (report: HoursReport): typeof HoursData.Type => ({
  ...periodView(report),
  hours: report.hours
})

type View = typeof Numbers.Type

const durationColumns = (["firstResponse", "laterResponse", "resolution"] as const).flatMap((name) =>
  (["count", "mean", "p50", "p90", "p99"] as const).map(
    (part) => [`${name} ${part}`, (view: View) => view[name][part]] as const
  )
)

const countColumns = (
  [
    "opened",
    "closed",
    "reopened",
    "openAtEnd",
    "unansweredAtEnd",
    "received",
    "sent",
    "delivered",
    "read",
    "failed"
  ] as const
).map((name) => [name, (view: View) => view[name]] as const)

const columns: ReadonlyArray<readonly [name: string, cell: (view: View) => number | null]> = [
  ...countColumns,
  ...durationColumns
]

type Table = ReadonlyArray<ReadonlyArray<string | number>>

const tableOf = (first: string, rows: ReadonlyArray<readonly [name: string, view: View]>): Table => [
  [first, ...columns.map(([name]) => name)],
  ...rows.map(([name, view]) => [name, ...columns.map(([, cell]) => cell(view) ?? "")])
]

/** The days of a report as a table with a header. */
export const overviewTable = ({ days }: typeof OverviewData.Type): Table =>
  tableOf(
    "day",
    days.map((view) => [view.day, view])
  )

/** The rows of a report as a table with a header. */
export const subjectTable = ({ rows }: typeof SubjectData.Type): Table =>
  tableOf(
    "id",
    rows.map((view) => [view.id, view])
  )

/** The hours of a report as a table with a header. */
export const hoursTable = ({ hours }: typeof HoursData.Type): Table => [
  ["weekday", "hour", "received", "sent"],
  ...hours.map(({ hour, received, sent, weekday }) => [weekday, hour, received, sent])
]

const week = { from: "2026-11-22", to: "2026-11-28", timeZone: "Europe/Berlin" } as const

const exampleNumbers: View = {
  opened: 41,
  closed: 38,
  reopened: 3,
  openAtEnd: 17,
  unansweredAtEnd: 2,
  received: 260,
  sent: 301,
  delivered: 295,
  read: 244,
  failed: 4,
  firstResponse: { count: 40, mean: 412.5, p50: 218.446, p90: 1085.112, p99: 3296.021 },
  laterResponse: { count: 170, mean: 160.2, p50: 98.061, p90: 403.812, p99: 1200.435 },
  resolution: { count: 38, mean: 14_400, p50: 9_800.311, p90: 38_210.55, p99: 90_010.2 }
}

/** Examples of reports. */
export const exampleOverview: typeof OverviewData.Type = {
  ...week,
  total: exampleNumbers,
  days: [{ day: "2026-11-28", ...exampleNumbers }]
}
export const exampleSubject: typeof SubjectData.Type = {
  ...week,
  rows: [{ id: "whatsapp", ...exampleNumbers }],
  omitted: 0
}
export const exampleHours: typeof HoursData.Type = { ...week, hours: [{ weekday: 1, hour: 9, received: 31, sent: 35 }] }
