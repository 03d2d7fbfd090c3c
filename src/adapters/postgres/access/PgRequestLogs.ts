import { Array, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { OrganizationId, type RequestLogId } from "../../../domain/Ids.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import {
  type AnsweredRequest,
  everyRequest,
  isEveryRequest,
  maxCountedRequests,
  RequestLog,
  type RequestLogFilter
} from "../../../domain/access/RequestLog.ts"
import { RequestLogs } from "../../../ports/access/ApiKeys.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import { nearestEnd, type ListRange } from "../database/nearestEnd.ts"
import { ReadShares } from "../database/ReadShares.ts"
import * as WriteBehind from "../batching/WriteBehind.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { Writer } from "../database/DatabaseClients.ts"

const Body = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))

/** Bodies are read as text: the driver would parse them, and their numbers with them. */
const RequestLogRow = Schema.Struct({
  ...RequestLog.fields,
  requestBody: Body,
  responseBody: Body,
  createdAt: Schema.DateTimeUtcFromDate
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    requestId: "request_id",
    requestBody: "request_body",
    responseBody: "response_body",
    ipAddress: "ip_address",
    userAgent: "user_agent",
    durationMillis: "duration_millis",
    createdAt: "created_at"
  })
)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(RequestLogRow))
const decodeTotal = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ total: Schema.Int })))

const insertAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<AnsweredRequest>) => {
  const column = <Name extends keyof AnsweredRequest>(name: Name) => Array.map(rows, (row) => row[name])
  return sql`
    insert into request_logs (organization_id, id, request_id, method, path, status, request_body, response_body, ip_address,
      user_agent, duration_millis, created_at)
    select organization_id, id, request_id, method, path, status, request_body::json, response_body::json, ip_address,
      user_agent, duration_millis, created_at
    from unnest(
      ${uuids(column("organizationId"))}::uuid[], ${uuids(column("id"))}::uuid[], ${column("requestId")}::text[],
      ${column("method")}::text[], ${column("path")}::text[], ${column("status")}::integer[], ${column("requestBody")}::text[],
      ${column("responseBody")}::text[], ${column("ipAddress")}::text[], ${column("userAgent")}::text[],
      ${column("durationMillis")}::integer[], ${instants(column("createdAt"))}::timestamptz[]
    ) as t(organization_id, id, request_id, method, path, status, request_body, response_body, ip_address, user_agent,
      duration_millis, created_at)`
}

const columns = `organization_id, id, request_id, method, path, status, request_body::text as request_body,
    response_body::text as response_body, ip_address, user_agent, duration_millis, created_at`

/** The requests of an organization that pass the filter. */
const passing = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { method, path, requestId, since, status, until }: RequestLogFilter
): Statement.Fragment =>
  sql.and([
    sql`organization_id = ${organizationId}::uuid`,
    ...(method === null ? [] : [sql`method = ${method}`]),
    ...(path === null ? [] : [sql`starts_with(path, ${path})`]),
    ...(status === null ? [] : [sql`status between ${status.from}::integer and ${status.to}::integer`]),
    ...(since === null ? [] : [sql`created_at >= ${DateTime.formatIso(since)}::timestamptz`]),
    ...(until === null ? [] : [sql`created_at < ${DateTime.formatIso(until)}::timestamptz`]),
    ...(requestId === null ? [] : [sql`request_id = ${requestId}`])
  ])

/** The requests of a range, the newest first; without a filter their ids are read from the index alone. */
const logsInRange = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: RequestLogFilter,
  { from, limit, offset }: ListRange
) => sql`
  select ${sql.literal(columns)}
  from request_logs
  where organization_id = ${organizationId}::uuid and id = any(array(
    select id from request_logs where ${passing(sql, organizationId, filter)}
    order by ${sql.literal(from === "start" ? "created_at desc, id desc" : "created_at, id")}
    limit ${limit} offset ${offset}))
  order by created_at desc, id desc`

export const layer = Layer.effect(
  RequestLogs,
  Effect.gen(function* () {
    const { search, searches } = yield* ReadShares
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const write = yield* WriteBehind.make({
      name: "request logs",
      flush: (rows: Array.NonEmptyReadonlyArray<AnsweredRequest>) => actingForRows(rows)(insertAll(writer, rows))
    })

    const total = SqlSchema.findOne({
      Request: OrganizationId,
      Result: Schema.Struct({ total: Schema.Int }),
      execute: (id) => searches`
        select coalesce((select total from request_log_totals where organization_id = ${id}::uuid), 0)::float8 as total`
    })

    /** The requests that pass, as far as they are counted. */
    const counted = (organizationId: OrganizationId, filter: RequestLogFilter) =>
      searches`
        select count(*)::float8 as total from (
          select from request_logs where ${passing(searches, organizationId, filter)}
          limit ${maxCountedRequests}::int) passing`.pipe(Effect.flatMap(decodeTotal))

    const list = Effect.fnUntraced(
      function* (organizationId: OrganizationId, page: PageRequest, filter: RequestLogFilter = everyRequest) {
        const isExact = isEveryRequest(filter)
        const [{ total: all }] = yield* isExact
          ? Effect.map(total(organizationId), (row) => [row] as const)
          : counted(organizationId, filter)
        // Behind the last counted one there may be others, which are found from the start alone.
        const range =
          isExact || all < maxCountedRequests
            ? nearestEnd(page, all)
            : ({ from: "start", offset: offsetOf(page), limit: page.limit } as const)
        const rows = range === null ? [] : yield* logsInRange(searches, organizationId, filter, range)
        return { rows: yield* decodeRows(rows), total: all }
      },
      (rows, organizationId) => search(organizationId, rows),
      Effect.orDie,
      spanned("PgRequestLogs.list")
    )

    const find = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: RequestLogId) {
        const rows = yield* sql`
          select ${sql.literal(columns)} from request_logs
          where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
        return Array.head(yield* decodeRows(rows))
      },
      Effect.orDie,
      spanned("PgRequestLogs.find")
    )

    return RequestLogs.of({
      record: write,
      list,
      find,
      purge: Effect.fn("PgRequestLogs.purge")((before, limit) =>
        sql`
          with old as (
            select organization_id, id from request_logs where created_at < ${DateTime.formatIso(before)}::timestamptz
            order by created_at limit ${limit}
          )
          delete from request_logs l using old
          where l.organization_id = old.organization_id and l.id = old.id returning l.id`.pipe(
          Effect.map((gone) => gone.length),
          Effect.orDie
        )
      )
    })
  })
)
