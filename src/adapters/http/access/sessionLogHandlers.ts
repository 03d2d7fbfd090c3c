import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { findRequestLog, listRequestLogs } from "../../../app/access/requestLogs.ts"
import { isEveryRequest, maxCountedRequests, RequestLogNotFound } from "../../../domain/access/RequestLog.ts"
import { RequestLogId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { pageOf } from "../interfaces/pagination.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { NotFound } from "../interfaces/session/Failures.ts"
import { countedFacts, pageFacts } from "../interfaces/session/pages.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { loggedDetail, loggedRequest, statusRange } from "./sessionLogs.ts"

const logIdOf = idOr(RequestLogId, () => new RequestLogNotFound())

export const layer = HttpApiBuilder.group(SessionApi, "logs", (handlers) =>
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
      Effect.catchTags({ RequestLogNotFound: () => new NotFound({ error: "Request not found" }) })
    )
  })
)
