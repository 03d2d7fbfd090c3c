import { DateTime, Effect, type Schema } from "effect"
import { type OrganizationId, RequestLogId } from "../domain/Ids.ts"
import { loggedBody } from "../domain/loggedBody.ts"
import type { PageRequest } from "../domain/Page.ts"
import { loggedUserAgent, logRetention } from "../domain/RequestLog.ts"
import { IdSource } from "../ports/IdSource.ts"
import { RequestLogs } from "../ports/RequestLogs.ts"
import { purgeInBatches } from "./purgeInBatches.ts"

/** A request as it was answered; a body that there was none of is undefined. */
export interface AnsweredRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly requestBody: Schema.Json | undefined
  readonly responseBody: Schema.Json | undefined
  readonly ipAddress: string
  readonly userAgent: string
  readonly at: DateTime.Utc
  readonly durationMillis: number
}

/** Remembers a request for its organization, without secrets and media (decision 40). */
export const recordRequest = Effect.fn("recordRequest")(function* (
  organizationId: OrganizationId,
  { at, requestBody, responseBody, userAgent, ...answered }: AnsweredRequest
) {
  const ids = yield* IdSource
  const { record } = yield* RequestLogs
  yield* record({
    ...answered,
    id: RequestLogId.make(yield* ids.uuid),
    organizationId,
    requestBody: loggedBody(requestBody),
    responseBody: loggedBody(responseBody),
    userAgent: loggedUserAgent(userAgent),
    createdAt: at
  })
})

/** The requests of an organization, the newest first. */
export const listRequestLogs = Effect.fn("listRequestLogs")(function* (
  organizationId: OrganizationId,
  page: PageRequest
) {
  const { list } = yield* RequestLogs
  return yield* list(organizationId, page)
})

/** Forgets the requests whose time is over, batch by batch. Returns how many. */
export const purgeRequestLogs = Effect.fn("purgeRequestLogs")(function* () {
  const { purge } = yield* RequestLogs
  const before = DateTime.subtractDuration(yield* DateTime.now, logRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
})
