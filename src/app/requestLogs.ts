import { Context, DateTime, Effect } from "effect"
import { minted, type OrganizationId, RequestLogId } from "../domain/Ids.ts"
import { loggedAnswer, loggedBody } from "../domain/loggedBody.ts"
import type { PageRequest } from "../domain/Page.ts"
import { type AnsweredRequest, loggedUserAgent, logRetention } from "../domain/RequestLog.ts"
import { IdSource } from "../ports/IdSource.ts"
import { RequestLogs } from "../ports/RequestLogs.ts"
import { spanned } from "../telemetry/spanned.ts"
import { purgeInBatches } from "./purgeInBatches.ts"

/** A request as it was answered, with the texts of the bodies; null where there was none. */
export interface RequestToLog extends Pick<
  AnsweredRequest,
  "method" | "path" | "status" | "ipAddress" | "userAgent" | "durationMillis"
> {
  readonly requestBody: string | null
  /** The body has been read as JSON, so it is that. */
  readonly isKnownJson: boolean
  readonly responseBody: string | null
  /** Nothing in the answer can have the name of a secret or of media. */
  readonly hasPlainAnswer: boolean
  readonly at: DateTime.Utc
}

/** Remembers a request for its organization, without secrets and media (decision 40). */
export const recordRequest = (
  organizationId: OrganizationId,
  { at, hasPlainAnswer, isKnownJson, requestBody, responseBody, userAgent, ...answered }: RequestToLog
) =>
  Effect.contextWith((context: Context.Context<IdSource | RequestLogs>) =>
    Effect.flatMap(Context.get(context, IdSource).uuid, (id) =>
      Context.get(context, RequestLogs).record({
        ...answered,
        id: RequestLogId.make(id, minted),
        organizationId,
        requestBody: loggedBody(requestBody, isKnownJson),
        responseBody: loggedAnswer(responseBody, hasPlainAnswer),
        userAgent: loggedUserAgent(userAgent),
        createdAt: at
      })
    )
  ).pipe(spanned("recordRequest"))

/** The requests of an organization, the newest first. */
export const listRequestLogs = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
  const { list } = yield* RequestLogs
  return yield* list(organizationId, page)
}, spanned("listRequestLogs"))

/** Forgets the requests whose time is over, batch by batch. Returns how many. */
export const purgeRequestLogs = Effect.fnUntraced(function* () {
  const { purge } = yield* RequestLogs
  const before = DateTime.subtractDuration(yield* DateTime.now, logRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeRequestLogs"))
