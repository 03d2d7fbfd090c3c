import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listRequestLogs } from "../../../app/access/requestLogs.ts"
import type { RequestLog } from "../../../domain/access/RequestLog.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageOf } from "../interfaces/pagination.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import { Caller } from "../interfaces/developer/ApiKeyAuth.ts"
import { paged } from "../interfaces/developer/pagination.ts"

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

export const layer = HttpApiBuilder.group(DeveloperApi, "logs", (handlers) =>
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
