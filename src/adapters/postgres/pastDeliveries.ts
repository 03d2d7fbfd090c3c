import { DateTime, Schema, Struct } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type DeliveryRecord, DeliveryStatus, maxShownAttempts } from "../../domain/DeliveryRecord.ts"
import { EventId, type OrganizationId } from "../../domain/Ids.ts"
import type { DeliveryFilter } from "../../ports/DeliveryHistory.ts"
import { firstIdAt } from "./firstIdAt.ts"

/** What is asked for of both tables. */
export interface AskedDeliveries extends DeliveryFilter {
  readonly until: DateTime.Utc | null
}

/** An event may have an id that was made before it happened, by clocks that differ by no more than this. */
const clockSkew = { hours: 1 }

const conditions = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { since, type, until }: AskedDeliveries
): ReadonlyArray<Statement.Fragment> => [
  sql`organization_id = ${organizationId}::uuid`,
  ...(type === null ? [] : [sql`type = ${type}`]),
  ...(since === null
    ? []
    : [
        // The index is in the order of the ids.
        sql`event_id >= ${firstIdAt(DateTime.subtract(since, clockSkew))}::uuid`,
        sql`created_at >= ${DateTime.formatIso(since)}::timestamptz`
      ]),
  ...(until === null ? [] : [sql`created_at < ${DateTime.formatIso(until)}::timestamptz`])
]

/** Deliveries that wait. */
export const waitingDeliveries = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  asked: AskedDeliveries
) => sql`
  select event_id, 'pending'::text as status, type, created_at, due_at from deliveries
  where ${sql.and(conditions(sql, organizationId, asked))}`

/** Deliveries that came to an end. */
export const endedDeliveries = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  asked: AskedDeliveries
) => sql`
  select event_id, status, type, created_at, null::timestamptz as due_at from finished_deliveries
  where ${sql.and([
    ...conditions(sql, organizationId, asked),
    // Said as it is in the condition of the index, which a parameter would not lead to.
    ...(asked.status === null ? [] : [asked.status === "failed" ? sql`status = 'failed'` : sql`status = 'delivered'`])
  ])}`

/**
 * The newest of both, as far as they are asked for, and no more of each than `most`: of two tables together the planner
 * would read all.
 */
export const newestDeliveries = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  asked: AskedDeliveries,
  most: number
): Statement.Fragment => {
  const waiting = sql`(${waitingDeliveries(sql, organizationId, asked)} order by event_id desc limit ${most})`
  const ended = sql`(${endedDeliveries(sql, organizationId, asked)} order by event_id desc limit ${most})`
  if (asked.status === "pending") return waiting
  return asked.status === null ? sql`${waiting} union all ${ended}` : ended
}

const RecordRow = Schema.Struct({
  event_id: EventId,
  status: DeliveryStatus,
  type: Schema.String,
  created_at: Schema.DateTimeUtcFromDate,
  next_attempt_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  webhook_url: Schema.String,
  attempts: Schema.fromJsonString(
    Schema.Array(
      Schema.Struct({
        at: Schema.DateTimeUtcFromString,
        status: Schema.NullOr(Schema.Int),
        durationMillis: Schema.Int,
        response: Schema.NullOr(Schema.String),
        detail: Schema.String,
        url: Schema.String
      })
    )
  )
})
export const decodeRecords = Schema.decodeUnknownEffect(Schema.Array(RecordRow))

export const asRecord = ({ attempts, ...row }: typeof RecordRow.Type): DeliveryRecord => ({
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  url: row.status === "pending" ? row.webhook_url : (attempts.at(-1)?.url ?? row.webhook_url),
  attempts: attempts.map(Struct.omit(["url"]))
})

/** The listed deliveries as rows that can be decoded, the newest event first. */
export const recordsOf = (sql: SqlClient.SqlClient, organizationId: OrganizationId, listed: Statement.Fragment) => sql`
  with listed as (${listed}),
  webhook as (select url, status from webhooks where organization_id = ${organizationId}::uuid)
  select l.event_id, l.status, l.type, l.created_at,
    case w.status when 'active' then l.due_at end as next_attempt_at, coalesce(w.url, '') as webhook_url,
    (select coalesce(json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMillis', a.duration_millis,
        'response', a.response, 'detail', a.detail, 'url', a.url) order by a.at), '[]')
      from (select at, status, duration_millis, response, detail, url from delivery_attempts
        where organization_id = ${organizationId}::uuid and event_id = l.event_id
        order by at desc limit ${maxShownAttempts}) a)::text as attempts
  from listed l left join webhook w on true
  order by l.event_id desc`
