import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { AnsweredRequest, RequestLog } from "../../domain/access/RequestLog.ts"

/** The log of requests over the Developer interface (contract C40). */
export class RequestLogs extends Context.Service<
  RequestLogs,
  {
    /**
     * Takes the row and returns at once; it is written with others later. When too many wait, it is dropped and
     * counted.
     */
    record(request: AnsweredRequest): Effect.Effect<void>
    /** The newest first. */
    list(organizationId: OrganizationId, page: PageRequest): Effect.Effect<Page<RequestLog>>
    /**
     * Forgets rows of all organizations from before the instant, the oldest first, at most `limit`. Gives back how
     * many.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/RequestLogs") {}
