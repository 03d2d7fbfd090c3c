import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId, RequestLogId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { AnsweredRequest, RequestLog, RequestLogFilter } from "../../domain/access/RequestLog.ts"

/** The log of requests over the Developer interface (contract C40). */
export class RequestLogs extends Context.Service<
  RequestLogs,
  {
    /**
     * Takes the row and returns at once; it is written with others later. When too many wait, it is dropped and
     * counted.
     */
    record(request: AnsweredRequest): Effect.Effect<void>
    /**
     * The newest first. Without a filter the total is exact; with one it counts no further than `maxCountedRequests`, and
     * pages go on behind that.
     */
    list(organizationId: OrganizationId, page: PageRequest, filter?: RequestLogFilter): Effect.Effect<Page<RequestLog>>
    find(organizationId: OrganizationId, id: RequestLogId): Effect.Effect<Option.Option<RequestLog>>
    /**
     * Deletes rows of all organizations from before the instant, the oldest first, at most `limit`. Returns the number
     * of deleted rows.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/RequestLogs") {}
