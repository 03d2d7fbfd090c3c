import { Array, Effect, flow, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { type Usage, usageOf } from "../../../app/access/organizations.ts"
import { reportUsage } from "../../../app/access/reportUsage.ts"
import { PricedMessages } from "../../../domain/limits/MessageCount.ts"
import { Plan } from "../../../domain/limits/MonthlyLimit.ts"
import type { RateAllowance } from "../../../domain/limits/RateTier.ts"
import type { Requester } from "../interfaces/Interface.ts"
import { Refusals, Refused } from "../interfaces/Refusal.ts"
import { csvAnswer, prefersCsv } from "../interfaces/csvAnswer.ts"
import { inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { notAMember } from "../interfaces/session/Failures.ts"
import { ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { asMember, sessionAnswer } from "../interfaces/session/session.ts"
import { refusalFor } from "../openapi/documented.ts"
import {
  exampleReport,
  UsageReportData,
  usageFilename,
  usageProblem,
  usageQuery,
  usageReportView,
  usageRequest,
  usageTable,
  withCsv
} from "./usageReport.ts"

const tier = (description: string) =>
  Schema.NullOr(
    Schema.Struct({
      limit: Schema.Int.annotate({ description: "Calls that are accepted in the period, over each interface" }),
      periodSeconds: Schema.Int.annotate({ description: "The period, in seconds" })
    })
  ).annotate({ description: `${description}; null when the tier is switched off` })

const UsageData = Schema.Struct({
  plan: Plan.annotate({ description: "The plan of the organization" }),
  month: Schema.String.annotate({ description: "The calendar month in UTC, such as 2026-11" }),
  used: Schema.Int.annotate({ description: "Events of the month so far: accepted sends and delivered events" }),
  limit: Schema.NullOr(Schema.Int).annotate({
    description: "Events that the plan allows in a month; null: any number"
  }),
  remaining: Schema.NullOr(Schema.Int).annotate({
    description: "Sends that are still possible in the month; null: any number"
  }),
  categories: Schema.optionalKey(
    Schema.NonEmptyArray(
      PricedMessages.annotate({
        identifier: "PricedMessages",
        description: "Messages of a category in the month for which the platform reported a price"
      })
    ).annotate({
      description:
        "Messages of the month for which the platform reported a price, by category; absent if there are none"
    })
  ),
  report: Schema.optionalKey(
    UsageReportData.annotate({ description: "The report; there if since, until or by is given" })
  ),
  tiers: Schema.Struct({
    standard: tier("Most endpoints"),
    messaging: tier("Sends"),
    bulk: tier("Imports"),
    console: tier("Calls of the console")
  }).annotate({ description: "The rate tiers" })
})

const tierView = (allowance: RateAllowance | null) =>
  allowance === null ? null : { limit: allowance.calls, periodSeconds: allowance.perMillis / 1_000 }

export const usageView = ({ allowed, categories, month, plan, tiers, used }: Usage): typeof UsageData.Type => ({
  plan,
  month: month.slice(0, "2026-11".length),
  used,
  limit: allowed,
  remaining: allowed === null ? null : Math.max(0, allowed - used),
  ...(Array.isReadonlyArrayNonEmpty(categories) ? { categories } : {}),
  tiers: {
    standard: tierView(tiers.standard),
    messaging: tierView(tiers.messaging),
    bulk: tierView(tiers.bulk),
    console: tierView(tiers.console)
  }
})

const usageRefused = refusalFor(
  "The report has too many days or counts, or ends before it begins",
  (refused: Parameters<typeof usageProblem>[0]) => new Refused("BadRequest", { text: usageProblem(refused) }),
  { reason: "too many days" }
)

interface Request {
  readonly query: Parameters<typeof usageRequest>[0]
}

const isCsvPreferred = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => prefersCsv(headers["accept"]))

/** Usage for backends (contract: Counts of messages). */
export const DeveloperUsageGroup = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("get", "/v1/usage", {
      query: usageQuery,
      success: Data(UsageReportData).annotate({ examples: [ok(exampleReport)] })
    })
      .annotate(Refusals, [usageRefused])
      .annotate(OpenApi.Summary, "Get the usage")
      .annotate(
        OpenApi.Description,
        "Messages with a price by day, number, category, country and campaign, and their cost by the operator's rate card. With `Accept: text/csv` the rows are a CSV file."
      )
      .annotate(OpenApi.Transform, withCsv)
  )
  .annotate(OpenApi.Title, "Usage")
  .annotate(OpenApi.Description, "Messages with a price, and their cost")

const getReport = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { query }: Request) {
    const report = yield* reportUsage(organizationId, usageRequest(query))
    return (yield* isCsvPreferred) ? csvAnswer(usageFilename(report), usageTable(report)) : ok(usageReportView(report))
  },
  Effect.catchTag("UsageRefused", usageRefused)
)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperUsageGroup), "usage", (handlers) =>
  handlers.handle("get", inDeveloper(getReport))
)

/** Usage of the month (contract: Usage; Usage by category; Counts of messages). */
export const UsageGroup = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("get", "/usage", {
      query: usageQuery,
      success: Data(UsageData).annotate({
        examples: [
          ok({
            plan: "starter" as const,
            month: "2026-11",
            used: 812,
            limit: 10_000,
            remaining: 9_188,
            categories: [
              { category: "marketing", messages: 310, billable: 310 },
              { category: "service", messages: 402, billable: 0 }
            ],
            tiers: {
              standard: { limit: 100, periodSeconds: 60 },
              messaging: { limit: 30, periodSeconds: 1 },
              bulk: { limit: 10, periodSeconds: 60 },
              console: { limit: 2_000, periodSeconds: 60 }
            }
          })
        ]
      })
    })
      .annotate(Refusals, [usageRefused])
      .annotate(OpenApi.Summary, "The usage of the month")
      .annotate(
        OpenApi.Description,
        "The events of the present month, the limit of the plan, priced messages by category, and the rate tiers. With since, until or by also messages with a price over those days and their cost by the operator's rate card; with `Accept: text/csv` only these, as a CSV file."
      )
      .annotate(OpenApi.Transform, withCsv)
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Usage")
  .annotate(OpenApi.Description, "Consumption and limits of the organization")

const getUsage = Effect.fnUntraced(function* ({ organizationId }: Requester, { query }: Request) {
  if (yield* isCsvPreferred) {
    const report = yield* reportUsage(organizationId, usageRequest(query))
    return csvAnswer(usageFilename(report), usageTable(report))
  }
  const usage = usageView(yield* usageOf(organizationId))
  if (Object.keys(query).length === 0) return ok(usage)
  const report = yield* reportUsage(organizationId, usageRequest(query))
  return ok({ ...usage, report: usageReportView(report) })
})

export const sessionLayer = HttpApiBuilder.group(sessionApi(UsageGroup), "usage", (handlers) =>
  handlers.handle(
    "get",
    flow(
      asMember(getUsage),
      Effect.catchTags({ OrganizationUnknown: notAMember, UsageRefused: sessionAnswer(usageRefused) })
    )
  )
)
