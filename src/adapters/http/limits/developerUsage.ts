import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { reportUsage } from "../../../app/access/reportUsage.ts"
import { csvAnswer, prefersCsv } from "../interfaces/csvAnswer.ts"
import { BadRequest } from "../interfaces/developer/Failures.ts"
import { Caller, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { refusalFor } from "../openapi/documented.ts"
import {
  UsageReportData,
  exampleReport,
  usageFilename,
  usageProblem,
  usageQuery,
  usageReportView,
  usageRequest,
  usageTable,
  withCsv
} from "./usageReport.ts"

/** Usage for backends (contract: Counts of messages). */
export const DeveloperUsageGroup = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("get", "/v1/usage", {
      query: usageQuery,
      success: Data(UsageReportData).annotate({ examples: [ok(exampleReport)] })
    })
      .annotate(OpenApi.Summary, "Get the usage")
      .annotate(
        OpenApi.Description,
        "Messages with a price by day, number, category and country, and their cost by the operator's rate card. With `Accept: text/csv` the rows are a CSV file."
      )
      .annotate(OpenApi.Transform, withCsv)
  )
  .annotate(OpenApi.Title, "Usage")
  .annotate(OpenApi.Description, "Messages with a price, and their cost")

export const developerUsageRefused = refusalFor(
  "The report has too many days or counts, or ends before it begins",
  (refused: Parameters<typeof usageProblem>[0]) => new BadRequest({ message: usageProblem(refused) }),
  { reason: "too many days" }
)

export const layer = HttpApiBuilder.group(developerApi(DeveloperUsageGroup), "usage", (handlers) =>
  handlers.handle(
    "get",
    Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const report = yield* reportUsage(organizationId, usageRequest(query))
        return prefersCsv(headers["accept"])
          ? csvAnswer(usageFilename(report), usageTable(report))
          : ok(usageReportView(report))
      },
      Effect.catchTags({ UsageRefused: developerUsageRefused })
    )
  )
)
