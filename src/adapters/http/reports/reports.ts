import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { reportBySubject, reportHours, reportOverview } from "../../../app/reports/reports.ts"
import { Day } from "../../../domain/limits/MessageCount.ts"
import {
  type ReportPeriod,
  type ReportRefused,
  defaultReportedDays,
  maxReportedDays,
  reportedYears
} from "../../../domain/reports/Report.ts"
import type { RowSubject } from "../../../domain/reports/reportCounters.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { Refusals, invalidField } from "../interfaces/Refusal.ts"
import { alsoCsv, csvAnswer, csvOf, prefersCsv } from "../interfaces/csvAnswer.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusalFor } from "../openapi/documented.ts"
import {
  HoursData,
  OverviewData,
  SubjectData,
  exampleHours,
  exampleOverview,
  exampleSubject,
  hoursTable,
  hoursView,
  overviewTable,
  overviewView,
  subjectTable,
  subjectView
} from "./reportViews.ts"

const day = (description: string) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Schema.is(Day)(text) || "Expected a date such as 2026-11-28", {
        toJsonSchema: () => [{ format: "date" }, true]
      })
    ).annotate({ description })
  )

const query = {
  from: day(`The first day, in the time zone. Default: ${defaultReportedDays} days up to \`to\``),
  to: day(`The last day, in the time zone; at most ${maxReportedDays} days are reported. Default: today`),
  timeZone: Schema.optionalKey(
    Schema.String.annotate({
      description: "The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC"
    })
  )
}

interface Query {
  readonly query: { readonly from?: string; readonly to?: string; readonly timeZone?: string }
}

const decodeDay = (text: string | undefined): Day | undefined =>
  text !== undefined && Schema.is(Day)(text) ? text : undefined

const requestOf = ({ query: { from, timeZone, to } }: Query) => ({ from: decodeDay(from), to: decodeDay(to), timeZone })

const problems: Readonly<Record<ReportRefused["reason"], readonly [field: string, expectation: string]>> = {
  "unknown time zone": ["timeZone", "Expected the name of a time zone, such as Europe/Berlin"],
  "ends before it begins": ["to", "Expected a day that is not before from"],
  "too many days": ["from", `Expected at most ${maxReportedDays} days up to to`],
  "day out of range": ["from", `Expected days between ${reportedYears.first} and ${reportedYears.last}`]
}

const reportRefused = refusalFor(
  "The time zone does not exist, or the report has too many days or ends before it begins",
  ({ reason }: Pick<ReportRefused, "reason">) => invalidField(...problems[reason]),
  { reason: "too many days" }
)

/** Endpoints of reports (contract: Reports). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) => {
  const bySubject = <const S extends RowSubject>(subject: S, title: string) =>
    HttpApiEndpoint.get(subject, `${on.prefix}/reports/${subject}`, {
      query,
      success: Data(SubjectData).annotate({ examples: [ok(exampleSubject)] })
    })
      .middleware(on.Management)
      .annotate(Refusals, [reportRefused])
      .annotate(OpenApi.Summary, `Report by ${title}`)
      .annotate(
        OpenApi.Description,
        `The numbers of each ${title}. With \`Accept: text/csv\` the rows are a CSV file.${on.forManagers}`
      )
      .annotate(OpenApi.Transform, alsoCsv(csvOf(subjectTable(exampleSubject))))
  return HttpApiGroup.make("reports")
    .add(
      HttpApiEndpoint.get("overview", `${on.prefix}/reports/overview`, {
        query,
        success: Data(OverviewData).annotate({ examples: [ok(exampleOverview)] })
      })
        .middleware(on.Management)
        .annotate(Refusals, [reportRefused])
        .annotate(OpenApi.Summary, "Report conversations and messages by day")
        .annotate(
          OpenApi.Description,
          `Conversations, messages, response times and resolution times, in total and by day. With \`Accept: text/csv\` the days are a CSV file.${on.forManagers}`
        )
        .annotate(OpenApi.Transform, alsoCsv(csvOf(overviewTable(exampleOverview)))),
      HttpApiEndpoint.get("hours", `${on.prefix}/reports/hours`, {
        query,
        success: Data(HoursData).annotate({ examples: [ok(exampleHours)] })
      })
        .middleware(on.Management)
        .annotate(Refusals, [reportRefused])
        .annotate(OpenApi.Summary, "Report messages by hour and weekday")
        .annotate(
          OpenApi.Description,
          `Messages in each of the 168 hours of a week, in the time zone. With \`Accept: text/csv\` the hours are a CSV file.${on.forManagers}`
        )
        .annotate(OpenApi.Transform, alsoCsv(csvOf(hoursTable(exampleHours)))),
      bySubject("channels", "channel"),
      bySubject("numbers", "number, Page and account"),
      bySubject("members", "member"),
      bySubject("teams", "team"),
      bySubject("labels", "label of conversations"),
      bySubject("templates", "template"),
      bySubject("campaigns", "campaign")
    )
    .annotate(OpenApi.Title, "Reports")
    .annotate(OpenApi.Description, "Numbers of conversations and messages, response times and resolution times")
}

const isCsvPreferred = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => prefersCsv(headers["accept"]))

const filename = (name: string, { from, to }: ReportPeriod): string => `report-${name}-${from}-${to}.csv`

const overview = Effect.fnUntraced(
  function* ({ organizationId }: Requester, request: Query) {
    const report = yield* reportOverview(organizationId, requestOf(request))
    const view = overviewView(report)
    return (yield* isCsvPreferred) ? csvAnswer(filename("overview", report), overviewTable(view)) : ok(view)
  },
  Effect.catchTag("ReportRefused", reportRefused)
)

const hours = Effect.fnUntraced(
  function* ({ organizationId }: Requester, request: Query) {
    const report = yield* reportHours(organizationId, requestOf(request))
    const view = hoursView(report)
    return (yield* isCsvPreferred) ? csvAnswer(filename("hours", report), hoursTable(view)) : ok(view)
  },
  Effect.catchTag("ReportRefused", reportRefused)
)

const by = (subject: RowSubject) =>
  Effect.fnUntraced(
    function* ({ organizationId }: Requester, request: Query) {
      const report = yield* reportBySubject(organizationId, subject, requestOf(request))
      const view = subjectView(report)
      return (yield* isCsvPreferred) ? csvAnswer(filename(subject, report), subjectTable(view)) : ok(view)
    },
    Effect.catchTag("ReportRefused", reportRefused)
  )

export const DeveloperReportsGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperReportsGroup), "reports", (handlers) =>
  handlers.handleAll({
    overview: inDeveloper(overview),
    hours: inDeveloper(hours),
    channels: inDeveloper(by("channels")),
    numbers: inDeveloper(by("numbers")),
    members: inDeveloper(by("members")),
    teams: inDeveloper(by("teams")),
    labels: inDeveloper(by("labels")),
    templates: inDeveloper(by("templates")),
    campaigns: inDeveloper(by("campaigns"))
  })
)

export const SessionReportsGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionReportsGroup), "reports", (handlers) =>
  handlers.handleAll({
    overview: inSession(overview),
    hours: inSession(hours),
    channels: inSession(by("channels")),
    numbers: inSession(by("numbers")),
    members: inSession(by("members")),
    teams: inSession(by("teams")),
    labels: inSession(by("labels")),
    templates: inSession(by("templates")),
    campaigns: inSession(by("campaigns"))
  })
)
