import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listRequestLogs } from "../../../app/access/requestLogs.ts"
import { type RequestLog, maxPathLength } from "../../../domain/access/RequestLog.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, pageOf, pageQuery, paged } from "../interfaces/pagination.ts"
import { Caller, LogsAnswer, developerApi } from "../interfaces/developer/middleware.ts"
import { RequestLogId } from "../../../domain/Ids.ts"

export const LoggedBody = Schema.Record(Schema.String, Schema.Json)

/** Description of the redaction of logged bodies. */
export const redactedBodies =
  "Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept"

const LogItem = Schema.Struct({
  id: RequestLogId.annotate({ description: "The request's id" }),
  method: Schema.String.annotate({ description: "The HTTP method" }),
  path: Schema.String.annotate({
    description: `The path after the base URL, without the query; ${maxPathLength} characters of it at most`
  }),
  status_code: Schema.Int.annotate({
    description: "The HTTP status of the response; 499 when the caller closed the connection"
  }),
  request_body: LoggedBody.annotate({ description: `The request body; empty when there was none. ${redactedBodies}` }),
  response_body: LoggedBody.annotate({ description: `The response body. ${redactedBodies}` }),
  ip_address: Schema.String.annotate({ description: "Where the request came from" }),
  user_agent: Schema.String.annotate({ description: "The caller's User-Agent" }),
  duration_ms: Schema.Int.annotate({ description: "How long the answer took, in milliseconds" }),
  created_at: Schema.String.annotate({ description: "When the request came in: ISO 8601, UTC", format: "date-time" })
})

const page = PageOf(LogItem)

const LogPage = Schema.Struct({
  ...page.fields,
  meta: Schema.Struct({
    ...page.fields.meta.fields,
    totalPages: Schema.Int.annotate({ description: "How many pages there are; 0 when nothing is logged" })
  })
})

const example = {
  success: true as const,
  data: {
    data: [
      {
        id: RequestLogId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
        method: "POST",
        path: "/v1/send-message",
        status_code: 201,
        request_body: { to: "15551234567", type: "text", text: "Your order is on its way." },
        response_body: {
          success: true,
          data: {
            waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5",
            status: "sent",
            conversationId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e11",
            contactId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e12"
          }
        },
        ip_address: "203.0.113.7",
        user_agent: "acme-backend/2.1",
        duration_ms: 182,
        created_at: "2026-11-20T12:00:00.000Z"
      }
    ],
    meta: { page: 1, limit: 20, total: 1, totalPages: 1 }
  }
}

/** Endpoints of the request log (contract C64). */
export const LogsGroup = HttpApiGroup.make("logs")
  .add(
    HttpApiEndpoint.get("list", "/v1/logs", {
      query: pageQuery,
      success: Data(LogPage).annotate({ examples: [example] })
    })
      // Otherwise the log would contain itself.
      .annotate(LogsAnswer, false)
      .annotate(OpenApi.Summary, "List requests")
      .annotate(
        OpenApi.Description,
        "The requests that came with the organization's keys, the newest first, also those that reached no endpoint. They are kept for 30 days, and appear within a few seconds."
      )
  )
  .annotate(OpenApi.Title, "Logs")
  .annotate(OpenApi.Description, "Requests over this interface, with their answers.")

const logItem = (log: RequestLog) => ({
  id: log.id,
  method: log.method,
  path: log.path,
  status_code: log.status,
  request_body: log.requestBody,
  response_body: log.responseBody,
  ip_address: log.ipAddress,
  user_agent: log.userAgent,
  duration_ms: log.durationMillis,
  created_at: DateTime.formatIso(log.createdAt)
})

export const layer = HttpApiBuilder.group(developerApi(LogsGroup), "logs", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Caller
      const page = pageOf(query)
      const found = yield* listRequestLogs(organizationId, page)
      const { data, meta } = paged(found, page, logItem)
      return ok({ data, meta: { ...meta, totalPages: Math.ceil(found.total / page.limit) } })
    })
  )
)
