import { type DateTime, Effect, Layer, Schema } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { offsetOf, type Page, type PageRequest } from "../../../domain/text/Page.ts"
import type { RequestLog } from "../../../domain/access/RequestLog.ts"
import { RequestLogs } from "../../../ports/stores/RequestLogs.ts"
import { newest } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const readBody = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const newestFirst = newest<RequestLog>(({ createdAt }) => createdAt)

const list = ({ requestLogs }: State, organizationId: OrganizationId, page: PageRequest): Page<RequestLog> => {
  const own = requestLogs.filter((log) => log.organizationId === organizationId).sort(newestFirst)
  return { rows: own.slice(offsetOf(page), offsetOf(page) + page.limit), total: own.length }
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
      list: (organizationId, page) => read("RequestLogs.list", (state) => list(state, organizationId, page)),
      purge: (before, limit) => step("RequestLogs.purge", purge(before, limit))
    })
  )
)
