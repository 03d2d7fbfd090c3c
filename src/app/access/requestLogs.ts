import { Context, DateTime, Effect, Option } from "effect"
import { generated, type OrganizationId, RequestLogId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import {
  type AnsweredRequest,
  everyRequest,
  loggedUserAgent,
  logRetention,
  maxPathLength,
  type RequestLogFilter,
  RequestLogNotFound
} from "../../domain/access/RequestLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { RequestLogs } from "../../ports/access/ApiKeys.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

/** A request as it was answered. The bodies are JSON texts of objects, without secrets and media. */
export interface RequestToLog extends Omit<AnsweredRequest, "id" | "organizationId" | "createdAt"> {
  readonly at: DateTime.Utc
}

/** Records a request of an organization (contract: Request logs). */
export const recordRequest = (organizationId: OrganizationId, { at, path, userAgent, ...answered }: RequestToLog) =>
  Effect.contextWith((context: Context.Context<IdSource | RequestLogs>) =>
    Effect.flatMap(Context.get(context, IdSource).uuid, (id) =>
      Context.get(context, RequestLogs).record({
        ...answered,
        id: RequestLogId.make(id, generated),
        organizationId,
        path: path.slice(0, maxPathLength),
        userAgent: loggedUserAgent(userAgent),
        createdAt: at
      })
    )
  ).pipe(spanned("recordRequest"))

/** The requests of an organization that pass the filter, the newest first. */
export const listRequestLogs = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  page: PageRequest,
  filter: RequestLogFilter = everyRequest
) {
  const { list } = yield* RequestLogs
  return yield* list(organizationId, page, filter)
}, spanned("listRequestLogs"))

/** A request with its bodies. */
export const findRequestLog = Effect.fnUntraced(function* (organizationId: OrganizationId, id: RequestLogId) {
  const found = yield* (yield* RequestLogs).find(organizationId, id)
  return Option.isSome(found) ? found.value : yield* new RequestLogNotFound()
}, spanned("findRequestLog"))

/** Deletes requests older than `logRetention`, batch by batch. Returns how many. */
export const purgeRequestLogs = Effect.fnUntraced(function* () {
  const { purge } = yield* RequestLogs
  const before = DateTime.subtractDuration(yield* DateTime.now, logRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeRequestLogs"))
