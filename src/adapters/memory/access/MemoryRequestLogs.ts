import { DateTime, Effect, Layer, Schema } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import {
  everyRequest,
  isEveryRequest,
  maxCountedRequests,
  type RequestLog,
  type RequestLogFilter
} from "../../../domain/access/RequestLog.ts"
import { RequestLogs } from "../../../ports/access/ApiKeys.ts"
import { newest, pick } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const readBody = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const newestFirst = newest<RequestLog>(({ createdAt }) => createdAt)

const passes = ({ createdAt, method, path, requestId, status }: RequestLog, filter: RequestLogFilter): boolean =>
  (filter.method === null || method === filter.method) &&
  (filter.path === null || path.startsWith(filter.path)) &&
  (filter.status === null || (status >= filter.status.from && status <= filter.status.to)) &&
  (filter.since === null || DateTime.isGreaterThanOrEqualTo(createdAt, filter.since)) &&
  (filter.until === null || DateTime.isLessThan(createdAt, filter.until)) &&
  (filter.requestId === null || requestId === filter.requestId)

const list = (
  { requestLogs }: State,
  organizationId: OrganizationId,
  page: PageRequest,
  filter: RequestLogFilter
): Page<RequestLog> => {
  const own = requestLogs
    .filter((log) => log.organizationId === organizationId && passes(log, filter))
    .sort(newestFirst)
  const total = isEveryRequest(filter) ? own.length : Math.min(own.length, maxCountedRequests)
  return { rows: own.slice(offsetOf(page), offsetOf(page) + page.limit), total }
}

const purge =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const old = state.requestLogs
      .filter(({ createdAt }) => createdAt.epochMilliseconds < before.epochMilliseconds)
      .sort((one, other) => newestFirst(other, one))
      .slice(0, limit)
    const gone = new Set(old)
    return [Effect.succeed(old.length), { ...state, requestLogs: state.requestLogs.filter((log) => !gone.has(log)) }]
  }

export const layer = Layer.effect(
  RequestLogs,
  Effect.map(World, ({ read, step }) =>
    RequestLogs.of({
      record: (request) =>
        Effect.all({ requestBody: readBody(request.requestBody), responseBody: readBody(request.responseBody) }).pipe(
          Effect.orDie,
          Effect.flatMap((bodies) =>
            step("RequestLogs.record", (state) => [
              Effect.void,
              { ...state, requestLogs: [...state.requestLogs, { ...request, ...bodies }] }
            ])
          )
        ),
      list: (organizationId, page, filter = everyRequest) =>
        read("RequestLogs.list", (state) => list(state, organizationId, page, filter)),
      find: (organizationId, id) =>
        read("RequestLogs.find", ({ requestLogs }) => pick(requestLogs, organizationId, id)),
      purge: (before, limit) => step("RequestLogs.purge", purge(before, limit))
    })
  )
)
