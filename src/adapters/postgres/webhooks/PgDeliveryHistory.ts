import { Array, DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type DeliveryRecord,
  DeliveryStatus,
  deliveryBody,
  maxCountedDeliveries,
  maxShownAttempts,
  replaysPerSecond
} from "../../../domain/webhooks/DeliveryRecord.ts"
import { EventId, type OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { type DeliveryFilter, DeliveryHistory } from "../../../ports/webhooks/WebhookStore.ts"
import { shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import { firstIdAt } from "./SnapshotCursor.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import { WakeSignals } from "./WakeSignals.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"

/** A filter of deliveries; a null field matches all. */
interface AskedDeliveries extends DeliveryFilter {
  readonly until: DateTime.Utc | null
  readonly eventId: EventId | null
  /** The endpoint; `noEndpoint` for the one webhook. */
  readonly endpointId: string
}

/** An id may be older than its event by at most this difference of clocks. */
const clockSkew = { hours: 1 }

const conditions = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { endpointId, eventId, since, type, until }: AskedDeliveries
): ReadonlyArray<Statement.Fragment> => [
  endpointId === noEndpoint
    ? sql`e.organization_id = ${organizationId}::uuid and e.webhook_id is not null`
    : sql`e.organization_id = ${organizationId}::uuid and e.id in (
        select event_id from delivery_attempts
        where organization_id = ${organizationId}::uuid and endpoint_id = ${endpointId}::uuid
          and endpoint_id <> ${sql.literal(`'${noEndpoint}'`)}
        union all
        select event_id from deferred_deliveries
        where organization_id = ${organizationId}::uuid and endpoint_id = ${endpointId}::uuid)`,
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
const candidates = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  status: DeliveryStatus,
  endpointId: string
) => {
  // The deliveries of an endpoint are few, and in no outbox.
  if (status === "delivered" || endpointId !== noEndpoint) return sql``
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
const pastDeliveries = (
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
      left join webhooks w on w.organization_id = e.organization_id and w.endpoint is null
      left join deferred_deliveries d on d.organization_id = e.organization_id and d.event_id = e.id
        and d.endpoint_id = ${asked.endpointId}::uuid
      left join lateral (
        select t.result from delivery_attempts t where t.organization_id = e.organization_id and t.event_id = e.id
          and t.endpoint_id = ${asked.endpointId}::uuid
        order by t.at desc, t.result = 'Retry' limit 1) a on true
    where ${sql.and(conditions(sql, organizationId, asked))}
      ${asked.status === null ? sql`` : candidates(sql, organizationId, asked.status, asked.endpointId)}
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
const decodeRecords = Schema.decodeUnknownEffect(Schema.Array(RecordRow))

const asRecord = ({ attempts, ...row }: typeof RecordRow.Type): DeliveryRecord => ({
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  url: row.status === "pending" ? row.webhook_url : (attempts.at(-1)?.url ?? row.webhook_url),
  attempts: attempts.map(Struct.omit(["url"]))
})

/** The listed deliveries as rows to decode, the newest event first. */
const recordsOf = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  endpointId: string,
  listed: Statement.Fragment
) => sql`
  with listed as (${listed}),
  webhook as (select url, status from webhooks where organization_id = ${organizationId}::uuid
    and ${endpointId === noEndpoint ? sql`endpoint is null` : sql`id = ${endpointId}::uuid`})
  select l.event_id, l.status, l.type, l.created_at,
    case w.status when 'active' then l.due_at end as next_attempt_at, coalesce(w.url, '') as webhook_url,
    (select coalesce(json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMillis', a.duration_millis,
        'response', a.response, 'detail', a.detail, 'url', a.url) order by a.at), '[]')
      from (select at, status, duration_millis, response, detail, url from delivery_attempts
        where organization_id = ${organizationId}::uuid and event_id = l.event_id and endpoint_id = ${endpointId}::uuid
        order by at desc limit ${maxShownAttempts}) a)::text as attempts
  from listed l left join webhook w on true
  order by l.event_id desc`

const decodeTotal = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ total: Schema.Int })))
const decodeReplayed = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ asked: Schema.Int, waited: Schema.Int, woken: Schema.Int }))
)

const decodeEvents = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      webhook_id: WebhookId,
      type: Schema.String,
      occurred_at: Schema.DateTimeUtcFromDate,
      data: Schema.String
    })
  )
)

/**
 * When the first deliveries of a replay become due: now, or for a range behind those of ranges that were replayed before.
 * Those are the rows without a conversation's order and without a failed attempt.
 */
const firstDue = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: AskedDeliveries,
  now: DateTime.Utc
) =>
  filter.eventId === null
    ? sql`
      select coalesce(max(due_at) + interval '1 second', ${DateTime.formatIso(now)}::timestamptz) as at
      from deferred_deliveries
      where organization_id = ${organizationId}::uuid and sequence = 0 and failures = 0
        and due_at > ${DateTime.formatIso(now)}::timestamptz - interval '1 second'
        and endpoint_id = ${filter.endpointId}::uuid and event_id not in (select event_id from chosen)`
    : sql`select ${DateTime.formatIso(now)}::timestamptz as at`

/**
 * Queues deliveries again, unless more than `limit` match. Returns the number of matches. A delivery without an attempt
 * is left to the outbox. At most `replaysPerSecond` become due in the same second.
 */
const replayAll = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: AskedDeliveries,
  limit: number,
  now: DateTime.Utc
) => sql`
  with chosen as materialized (
    select p.*, count(*) over () as asked,
      (row_number() over (order by event_id) - 1) / ${replaysPerSecond}::integer as seconds from (
      select event_id, status, is_waiting from (${pastDeliveries(sql, organizationId, filter)}) c limit ${limit + 1}) p
  ),
  first as (${firstDue(sql, organizationId, filter, now)}),
  queued as (
    insert into deferred_deliveries (organization_id, event_id, sequence, failures, due_at, endpoint_id)
    select ${organizationId}::uuid, event_id, 0, 0, first.at + seconds * interval '1 second', ${filter.endpointId}::uuid
    from chosen, first where asked <= ${limit} and status <> 'pending' order by event_id
    on conflict do nothing
  ),
  woken as (
    update deferred_deliveries d set due_at = least(d.due_at, first.at + c.seconds * interval '1 second')
    from chosen c, first where c.asked <= ${limit} and c.is_waiting
      and d.organization_id = ${organizationId}::uuid and d.event_id = c.event_id
      and d.endpoint_id = ${filter.endpointId}::uuid
    returning d.event_id
  )
  select count(*)::int as asked, (count(*) filter (where is_waiting))::int as waited,
    (select count(*) from woken)::int as woken
  from chosen`

const everything = (endpointId: WebhookId | undefined): AskedDeliveries => ({
  status: null,
  type: null,
  since: null,
  until: null,
  eventId: null,
  endpointId: endpointId ?? noEndpoint
})

export const layer = Layer.effect(
  DeliveryHistory,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wakeSignals = yield* WakeSignals
    const { search, searches } = yield* ReadShares

    const total = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: AskedDeliveries) {
      const [counted] = yield* decodeTotal(
        yield* searches`
        select count(*)::int as total
        from (select 1 from (${pastDeliveries(searches, organizationId, filter)}) d limit ${maxCountedDeliveries}) c`
      )
      return counted.total
    })

    const list = Effect.fn("PgDeliveryHistory.list")(
      function* (organizationId: OrganizationId, filter: DeliveryFilter, page: PageRequest, endpointId?: WebhookId) {
        const fullFilter = { ...everything(endpointId), ...filter }
        const past = pastDeliveries(searches, organizationId, fullFilter)
        const rows = yield* recordsOf(
          searches,
          organizationId,
          fullFilter.endpointId,
          searches`select * from (${past}) d order by event_id desc limit ${page.limit} offset ${offsetOf(page)}`
        )
        return {
          rows: Array.map(yield* decodeRecords(rows), asRecord),
          total: yield* total(organizationId, fullFilter)
        }
      },
      (rows, organizationId) => search(organizationId, rows),
      Effect.orDie
    )

    const find = Effect.fn("PgDeliveryHistory.find")(function* (
      organizationId: OrganizationId,
      eventId: EventId,
      endpointId?: WebhookId
    ) {
      const filter = { ...everything(endpointId), eventId }
      const rows = yield* recordsOf(sql, organizationId, filter.endpointId, pastDeliveries(sql, organizationId, filter))
      return Option.map(Array.head(yield* decodeRecords(rows)), asRecord)
    }, Effect.orDie)

    const body = Effect.fn("PgDeliveryHistory.body")(function* (
      organizationId: OrganizationId,
      eventId: EventId,
      endpointId?: WebhookId
    ) {
      const receiver =
        endpointId === undefined
          ? sql`webhook_id`
          : sql`case when ${endpointId}::uuid = any(endpoint_ids) then ${endpointId}::uuid end`
      const rows = yield* decodeEvents(
        yield* sql`
        select * from (
          select ${receiver} as webhook_id, type, occurred_at, data::text as data from events
          where organization_id = ${organizationId}::uuid and id = ${eventId}::uuid) e
        where webhook_id is not null`
      )
      return Option.map(Array.head(rows), ({ data, occurred_at, type, webhook_id }) =>
        deliveryBody(webhook_id, { type, occurredAt: occurred_at, dataJson: data })
      )
    }, Effect.orDie)

    const replayOnce = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      filter: AskedDeliveries,
      limit: number,
      now: DateTime.Utc
    ) {
      const [outcome] = yield* decodeReplayed(yield* replayAll(sql, organizationId, filter, limit, now))
      return outcome
    }, Effect.orDie)

    /** Replays deliveries and returns the number of matches. */
    const replay = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      filter: AskedDeliveries,
      limit: number,
      now: DateTime.Utc
    ) {
      const outcome = yield* replayOnce(organizationId, filter, limit, now)
      // Some deferred deliveries ended since the statement began. The next statement sees their outcome.
      if (outcome.asked <= limit && outcome.woken < outcome.waited)
        yield* replayOnce(organizationId, filter, limit, now)
      if (outcome.asked > 0) yield* sql.afterCommit(wakeSignals.signal([organizationId]))
      return outcome.asked
    })

    return DeliveryHistory.of({
      list,
      find,
      body,
      replay: Effect.fn("PgDeliveryHistory.replay")((organizationId, eventId, now, endpointId) =>
        Effect.map(replay(organizationId, { ...everything(endpointId), eventId }, 1, now), (count) => count > 0)
      ),
      replayRange: Effect.fn("PgDeliveryHistory.replayRange")((organizationId, range, limit, now, endpointId) =>
        Effect.map(replay(organizationId, { ...everything(endpointId), ...range }, limit, now), (count) =>
          count > limit ? Option.none() : Option.some(count)
        )
      )
    })
  })
)
