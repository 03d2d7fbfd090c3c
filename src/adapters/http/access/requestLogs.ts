import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { findRequestLog, listRequestLogs } from "../../../app/access/requestLogs.ts"
import { RequestLogId } from "../../../domain/Ids.ts"
import {
  type RequestLog,
  RequestLogNotFound,
  isEveryRequest,
  maxCountedRequests,
  maxPathLength
} from "../../../domain/access/RequestLog.ts"
import { Caller, LogsAnswer, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import {
  PageOf,
  countedFacts,
  countedFields,
  pageFacts,
  pageOf,
  pageQuery,
  paged,
  timestamp
} from "../interfaces/pagination.ts"
import { Text, idOr, instant } from "../interfaces/requestFields.ts"
import { NotFound } from "../interfaces/session/Failures.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"

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

const developerExample = {
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

/** Endpoints of the request log (contract: Developer webhooks and logs). */
export const DeveloperLogsGroup = HttpApiGroup.make("logs")
  .add(
    HttpApiEndpoint.get("list", "/v1/logs", {
      query: pageQuery,
      success: Data(LogPage).annotate({ examples: [developerExample] })
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

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperLogsGroup), "logs", (handlers) =>
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

/** Maximum characters of `x-request-id`. */
const longestRequestId = 128

const fields = {
  id: RequestLogId.annotate({ description: "The id of the entry" }),
  requestId: Schema.String.annotate({
    description: "x-request-id of the answer; the caller may have chosen it, so several requests may have the same"
  }),
  method: Schema.String.annotate({ description: "The HTTP method" }),
  path: Schema.String.annotate({
    description: `The path after the base URL, without the query; ${maxPathLength} characters of it at most`
  }),
  statusCode: Schema.Int.annotate({
    description: "The HTTP status of the response; 499 when the caller closed the connection"
  }),
  ipAddress: Schema.String.annotate({ description: "Where the request came from" }),
  userAgent: Schema.String.annotate({ description: "The User-Agent of the caller" }),
  durationMs: Schema.Int.annotate({ description: "How long the answer took, in milliseconds" }),
  createdAt: timestamp("When the request came in")
}

const LoggedRequest = Schema.Struct(fields).annotate({
  identifier: "LoggedRequest",
  description: "A request with an API key, without its bodies"
})

/** A request in a list. */
export const loggedRequest = (log: RequestLog): typeof LoggedRequest.Type => ({
  id: log.id,
  requestId: log.requestId,
  method: log.method,
  path: log.path,
  statusCode: log.status,
  ipAddress: log.ipAddress,
  userAgent: log.userAgent,
  durationMs: log.durationMillis,
  createdAt: DateTime.formatIso(log.createdAt)
})

const Detail = Schema.Struct({
  ...fields,
  requestBody: LoggedBody.annotate({ description: `The request body; empty when there was none. ${redactedBodies}` }),
  responseBody: LoggedBody.annotate({ description: `The response body. ${redactedBodies}` })
})

/** A logged request with its bodies. */
export const loggedDetail = (log: RequestLog): typeof Detail.Type => ({
  ...loggedRequest(log),
  requestBody: log.requestBody,
  responseBody: log.responseBody
})

const example = {
  id: RequestLogId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  requestId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e0f",
  method: "POST",
  path: "/v1/send-message",
  statusCode: 400,
  ipAddress: "203.0.113.7",
  userAgent: "acme-backend/2.1",
  durationMs: 3,
  createdAt: "2026-11-20T12:00:00.000Z"
}

const Listed = Data(
  Schema.Struct({ logs: Schema.Array(LoggedRequest), ...countedFields("Requests", maxCountedRequests) })
).annotate({ examples: [ok({ logs: [example], total: 1, page: 1, limit: 20, hasNext: false })] })

const Found = Data(Detail).annotate({
  examples: [
    ok({
      ...example,
      requestBody: { type: "text", text: "Your order is on its way." },
      responseBody: { success: false, message: "Missing required field: to", code: "MISSING_FIELD" }
    })
  ]
})

const statusForm = /^[1-5](?:\d\d|xx)$/

const StatusText = Schema.String.check(
  Schema.isPattern(statusForm, { expected: "a status such as 404, or a class such as 4xx" })
).annotate({ description: "Only those with this status, such as 404, or of this class, such as 4xx" })

/** Range of statuses for a filter such as `404` or `4xx`. */
export const statusRange = (text: string): { readonly from: number; readonly to: number } => ({
  from: Number(text.replace("xx", "00")),
  to: Number(text.replace("xx", "99"))
})

/** Endpoints of the request log (contract: Request logs of the console). */
export const SessionLogsGroup = HttpApiGroup.make("logs")
  .add(
    HttpApiEndpoint.get("list", "/developer/logs", {
      query: {
        ...pageQuery,
        method: Schema.optionalKey(
          Schema.Literals(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).annotate({
            description: "Only those with this method"
          })
        ),
        path: Schema.optionalKey(
          Text.check(Schema.isMaxLength(maxPathLength)).annotate({
            description: "Only those whose path begins so, such as /v1/contacts"
          })
        ),
        status: Schema.optionalKey(StatusText),
        since: Schema.optionalKey(instant("Only those that came in then or later")),
        until: Schema.optionalKey(instant("Only those that came in before")),
        requestId: Schema.optionalKey(
          Text.check(Schema.isMaxLength(longestRequestId)).annotate({
            description: "Only those with this x-request-id"
          })
        )
      },
      success: Listed
    })
      .annotate(OpenApi.Summary, "List requests")
      .annotate(
        OpenApi.Description,
        "Requests with API keys of the organization, the newest first, without their bodies. They are kept for 30 days, and appear within a few seconds."
      ),
    HttpApiEndpoint.get("get", "/developer/logs/:logId", {
      params: { logId: Schema.String.annotate({ description: "The id of the entry, a UUID" }) },
      success: Found,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get a request")
      .annotate(
        OpenApi.Description,
        "One request with the bodies of the request and of its response, without secrets and media."
      )
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Request logs")
  .annotate(OpenApi.Description, "Requests over the Developer interface, with their answers")

export const requestNotFound = refusal("No request has the id", new NotFound({ error: "Request not found" }))

const logIdOf = idOr(RequestLogId, () => new RequestLogNotFound())

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionLogsGroup), "logs", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Access
      const page = pageOf(query)
      const filter = {
        method: query.method ?? null,
        path: query.path ?? null,
        status: query.status === undefined ? null : statusRange(query.status),
        since: query.since ?? null,
        until: query.until ?? null,
        requestId: query.requestId ?? null
      }
      const found = yield* listRequestLogs(organizationId, page, filter)
      const facts = isEveryRequest(filter) ? pageFacts(found, page) : countedFacts(found, page, maxCountedRequests)
      return ok({ logs: found.rows.map(loggedRequest), ...facts })
    }),
    get: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Access
        return ok(loggedDetail(yield* findRequestLog(organizationId, yield* logIdOf(params.logId))))
      },
      Effect.catchTags({ RequestLogNotFound: requestNotFound })
    )
  })
)
