import { Schema } from "effect"
import { OrganizationId, RequestLogId } from "../Ids.ts"

/** One request of the Developer interface, and what it was answered with; secrets and media are not in it. */
export class RequestLog extends Schema.Opaque<RequestLog>()(
  Schema.Struct({
    id: RequestLogId,
    organizationId: OrganizationId,
    method: Schema.String,
    /** As documented: `/v1/send-message`, without the query. */
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

/** The same on its way into the log: the bodies are JSON texts of objects still. */
export type AnsweredRequest = Omit<RequestLog, "requestBody" | "responseBody"> & {
  readonly requestBody: string
  readonly responseBody: string
}

/** How long requests are remembered (contract C40). */
export const logRetention = "30 days"

/** Most bytes that a body takes in a log, as JSON text in UTF-8 (contract C40). */
export const maxLoggedBytes = 16 * 1024

/** Characters of a path that are kept. */
export const maxPathLength = 2_048

/** Characters of a user agent that are kept. */
export const maxUserAgentLength = 512

/** A header as a log may keep it: text that every store takes, and not too long. */
export const loggedUserAgent = (header: string): string =>
  header.slice(0, maxUserAgentLength).toWellFormed().replaceAll("\0", "")
