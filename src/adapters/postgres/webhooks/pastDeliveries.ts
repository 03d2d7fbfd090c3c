import { DateTime, Schema, Struct } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type DeliveryRecord, DeliveryStatus, maxShownAttempts } from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventId, type OrganizationId } from "../../../domain/Ids.ts"
import type { DeliveryFilter } from "../../../ports/webhooks/WebhookStore.ts"
import { shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import { firstIdAt } from "../database/firstIdAt.ts"

/** A filter of deliveries; a null field matches all. */
export interface AskedDeliveries extends DeliveryFilter {
  readonly until: DateTime.Utc | null
  readonly eventId: EventId | null
}

/** An id may be older than its event by at most this difference of clocks. */
const clockSkew = { hours: 1 }

const conditions = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { eventId, since, type, until }: AskedDeliveries
): ReadonlyArray<Statement.Fragment> => [
  sql`e.organization_id = ${organizationId}::uuid and e.webhook_id is not null`,
  ...(eventId === null ? [] : [sql`e.id = ${eventId}::uuid`]),
  ...(type === null ? [] : [sql`e.type = ${type}`]),
  ...(since === null
    ? []
    : [
        // The index, and the days, are in the order of the ids.
        sql`e.id >= ${firstIdAt(DateTime.subtract(since, clockSkew))}::uuid`,
        sql`e.occurred_at >= ${DateTime.formatIso(since)}::timestamptz`
      ]),
  ...(until === null ? [] : [sql`e.occurred_at < ${DateTime.formatIso(until)}::timestamptz`])
]

/** Deliveries that may have no attempt: recorded behind the checkpoint of their shard. */
const untouched = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => sql`
  select u.id from events u
  where u.organization_id = ${organizationId}::uuid and u.webhook_id is not null and u.commit_order >= coalesce((
    select pg_snapshot_xmin((p.cursor::json ->> 'since')::pg_snapshot) from outbox_checkpoints p
    where p.shard = ${shardOf(organizationId)}::integer
      and pg_snapshot_xmax((p.cursor::json ->> 'since')::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
    ), '0'::xid8)`

/** Narrows the search for a status that few deliveries have. */
const candidates = (sql: SqlClient.SqlClient, organizationId: OrganizationId, status: DeliveryStatus) => {
  if (status === "delivered") return sql``
  const found =
    status === "failed"
      ? sql`select f.event_id from delivery_attempts f
          where f.organization_id = ${organizationId}::uuid and f.result = 'GiveUp'`
      : sql`select d.event_id from deferred_deliveries d where d.organization_id = ${organizationId}::uuid
          union all ${untouched(sql, organizationId)}`
  return sql`and e.id in (${found})`
}

/**
 * Deliveries with their status: deferred, the outcome of the last attempt, or not attempted yet. Deliveries that ended with
 * their subscription are left out.
 */
export const pastDeliveries = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  asked: AskedDeliveries
): Statement.Fragment => sql`
  select * from (
    select e.id as event_id, e.type, e.occurred_at as created_at, d.event_id is not null as is_waiting,
      case
        when d.event_id is not null then 'pending'
        when a.result = 'Done' then 'delivered'
        when a.result = 'GiveUp' then 'failed'
        when a.result is null and e.webhook_id = w.id then 'pending'
      end as status,
      case when d.event_id is not null then d.due_at when a.result is null then e.occurred_at end as due_at
    from events e
      left join webhooks w on w.organization_id = e.organization_id
      left join deferred_deliveries d on d.organization_id = e.organization_id and d.event_id = e.id
      left join lateral (
        select t.result from delivery_attempts t where t.organization_id = e.organization_id and t.event_id = e.id
        order by t.at desc, t.result = 'Retry' limit 1) a on true
    where ${sql.and(conditions(sql, organizationId, asked))}
      ${asked.status === null ? sql`` : candidates(sql, organizationId, asked.status)}
  ) past
  where ${asked.status === null ? sql`status is not null` : sql`status = ${asked.status}`}`

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

/** The listed deliveries as rows to decode, the newest event first. */
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
