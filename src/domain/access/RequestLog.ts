import { type DateTime, Schema } from "effect"
import { OrganizationId, RequestLogId } from "../Ids.ts"

/** A request of the Developer interface and its answer, without secrets and media. */
export class RequestLog extends Schema.Opaque<RequestLog>()(
  Schema.Struct({
    id: RequestLogId,
    organizationId: OrganizationId,
    /** `x-request-id` of the answer. A caller may have chosen it, so several requests may have the same. */
    requestId: Schema.String,
    method: Schema.String,
    /** The documented path, without the query: `/v1/send-message`. */
    path: Schema.String,
    status: Schema.Int,
    requestBody: Schema.Record(Schema.String, Schema.Json),
    responseBody: Schema.Record(Schema.String, Schema.Json),
    ipAddress: Schema.String,
    userAgent: Schema.String,
    durationMillis: Schema.Int,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** A `RequestLog` before it is stored: the bodies are still JSON texts of objects. */
export type AnsweredRequest = Omit<RequestLog, "requestBody" | "responseBody"> & {
  readonly requestBody: string
  readonly responseBody: string
}

/** No request of the organization has this id, or it is no longer remembered. */
export class RequestLogNotFound extends Schema.TaggedError<RequestLogNotFound>()("RequestLogNotFound", {}) {}

/** A filter of listed requests; null matches all. */
export interface RequestLogFilter {
  readonly method: string | null
  /** The beginning of the path. */
  readonly path: string | null
  /** The first and the last status. */
  readonly status: { readonly from: number; readonly to: number } | null
  /** Requests that came in then or later. */
  readonly since: DateTime.Utc | null
  /** Requests that came in before. */
  readonly until: DateTime.Utc | null
  readonly requestId: string | null
}

/** The filter that every request passes. */
export const everyRequest: RequestLogFilter = {
  method: null,
  path: null,
  status: null,
  since: null,
  until: null,
  requestId: null
}

/** Whether the filter leaves nothing out. */
export const isEveryRequest = (filter: RequestLogFilter): boolean => Object.values(filter).every((one) => one === null)

/** Requests behind a filter are counted so far at most: a total beyond that is of no interest, and takes time. */
export const maxCountedRequests = 1_000

/** How long requests are remembered (contract: Request logs). */
export const logRetention = "30 days"

/** Most bytes of a logged body, as JSON text in UTF-8 (contract: Request logs). */
export const maxLoggedBytes = 16 * 1024

/** Most characters of a stored path. */
export const maxPathLength = 2_048

/** Most characters of a stored user agent. */
export const maxUserAgentLength = 512

/** A header as a log may keep it: text that every store takes, and not too long. */
export const loggedUserAgent = (header: string): string =>
  header.slice(0, maxUserAgentLength).toWellFormed().replaceAll("\0", "")
