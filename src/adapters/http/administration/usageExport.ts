import { BigDecimal, Effect, Option, Schema, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { exportUsage, listUsage, type OrganizationUsage } from "../../../app/access/exportUsage.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { Month, Plan } from "../../../domain/limits/MonthlyLimit.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import {
  afterQuery,
  continuation,
  continuationFields,
  makePositions,
  positionUnknown
} from "../interfaces/continuation.ts"
import { alsoCsv, csvFileAnswer, csvOf, prefersCsv } from "../interfaces/csvAnswer.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import { exampleReport, UsageReportData, usageReportView } from "../limits/usageReport.ts"
import { usageRefused } from "../limits/usage.ts"
import { inAdmin } from "./guards.ts"
import { adminApi } from "./middleware.ts"

const UsageItem = Schema.Struct({
  organizationId: OrganizationId.annotate({ description: "The organization's id, a UUID" }),
  reference: Schema.NullOr(Schema.String).annotate({
    description: "Its id in the operator's own system; null without one"
  }),
  name: Schema.String.annotate({ description: "Name" }),
  plan: Plan.annotate({ description: "The present plan" }),
  used: Schema.Int.annotate({ description: "Events of the month: accepted sends and delivered events" }),
  limit: Schema.NullOr(Schema.Int).annotate({ description: "Events that the present plan allows; null: any number" }),
  report: UsageReportData.annotate({
    description: "Messages with a price by category and their cost, as the organization's own report of the month"
  })
}).annotate({ identifier: "OrganizationUsage", description: "The use of an organization in the month" })

const month = Schema.String.check(
  Schema.makeFilter((text) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) || "Expected a month such as 2026-11", {
    toJsonSchema: () => [{ pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$" }, true]
  })
).annotate({ description: "The calendar month in UTC, such as 2026-11; the present one when left out" })

const example: typeof UsageItem.Type = {
  organizationId: OrganizationId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e01"),
  reference: "customer-4711",
  name: "Acme",
  plan: "starter",
  used: 812,
  limit: 10_000,
  report: exampleReport
}

const UsageList = Data(
  Schema.Struct({
    month: Schema.String.annotate({ description: "The calendar month in UTC" }),
    organizations: Schema.Array(UsageItem).annotate({ description: "The newest organization first" }),
    ...continuationFields
  })
).annotate({ examples: [ok({ month: "2026-11", organizations: [example], nextAfter: null, hasMore: false })] })

const columns = [
  "month",
  "organizationId",
  "reference",
  "name",
  "plan",
  "used",
  "limit",
  "category",
  "messages",
  "billable",
  "unpriced",
  "cost"
]

const exampleCsv = csvOf([
  columns,
  [
    "2026-11",
    example.organizationId,
    "customer-4711",
    "Acme",
    "starter",
    812,
    10_000,
    "marketing",
    310,
    310,
    0,
    "7.75 USD"
  ]
])

/** Usage of all organizations (contract: Usage of all organizations). */
export const AdminUsageGroup = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("list", "/v1/usage", {
      query: { ...afterQuery, limit: pageQuery.limit, month: Schema.optionalKey(month) },
      success: UsageList
    })
      .annotate(Refusals, [positionUnknown, usageRefused])
      .annotate(OpenApi.Summary, "Export the usage of a month")
      .annotate(
        OpenApi.Description,
        "The use of each organization in a calendar month. With `Accept: text/csv` all organizations in one file, with a row for each category, or one without a category."
      )
      .annotate(OpenApi.Transform, alsoCsv(exampleCsv))
  )
  .annotate(OpenApi.Title, "Usage")
  .annotate(OpenApi.Description, "Usage of all organizations, for bills")

const monthText = (of: Month): string => of.slice(0, "2026-11".length)

const usageView = ({ allowed, organization, report, used }: OrganizationUsage): typeof UsageItem.Type => ({
  organizationId: organization.id,
  reference: organization.reference,
  name: organization.name,
  plan: organization.plan,
  used,
  limit: allowed,
  report: usageReportView(report)
})

/** A line for each category of the organization; one without a category if it has none. */
const csvLines = ({ allowed, month: of, organization, report, used }: OrganizationUsage): string => {
  const { id, name, plan, reference } = organization
  const first = [monthText(of), id, reference ?? "", name, plan, used, allowed ?? ""]
  const rows = report.rows.map(({ amounts, billable, category, messages, unpriced }) => [
    ...first,
    category ?? "",
    messages,
    billable,
    unpriced,
    amounts.map(({ amount, currency }) => `${BigDecimal.format(amount)} ${currency}`).join("; ")
  ])
  return csvOf(rows.length === 0 ? [[...first, "", 0, 0, 0, ""]] : rows)
}

const { positionIn, textOf } = makePositions(Schema.Tuple([Schema.DateTimeUtcFromString, OrganizationId]))

const monthIn = Schema.decodeUnknownOption(Month)

export const layer = HttpApiBuilder.group(adminApi(AdminUsageGroup), "usage", (handlers) =>
  handlers.handle(
    "list",
    inAdmin(
      Effect.fnUntraced(
        function* ({ query: { after, limit = defaultPageSize, month: text } }) {
          const of = Option.getOrNull(monthIn(`${text ?? ""}-01`))
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (prefersCsv(headers["accept"])) {
            const lines = exportUsage(of).pipe(Stream.map(csvLines), Stream.orDie)
            return yield* csvFileAnswer(`usage-${text ?? "month"}.csv`, csvOf([columns]), lines)
          }
          const position = after === undefined ? null : positionIn(after)
          if (after !== undefined && position === null) return yield* positionUnknown()
          const cursor = position === null ? null : { createdAt: position[0], id: position[1] }
          const { month: shown, next, rows } = yield* listUsage(of, cursor, limit)
          const nextAfter = next === null ? null : textOf([next.createdAt, next.id])
          return ok({ month: monthText(shown), organizations: rows.map(usageView), ...continuation(nextAfter) })
        },
        Effect.catchTags({ UsageRefused: usageRefused })
      )
    )
  )
)
