import { DateTime, Effect, type Schema } from "effect"
import { type OrganizationId, RequestLogId } from "../domain/Ids.ts"
import { loggedBody } from "../domain/loggedBody.ts"
import type { PageRequest } from "../domain/Page.ts"
import { loggedUserAgent, logRetention } from "../domain/RequestLog.ts"
import { IdSource } from "../ports/IdSource.ts"
import { RequestLogs } from "../ports/RequestLogs.ts"

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

/** Most rows that are forgotten at once: a transaction of a moment. */
export const purgeBatch = 2_000

/** Most batches of a pass; what is left after them waits for the next one. */
export const maxPurgeBatches = 100

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
  let purged = 0
  for (let batch = 0; batch < maxPurgeBatches; batch++) {
    const count = yield* purge(before, purgeBatch)
    purged += count
    if (count < purgeBatch) break
  }
  return purged
})
