import { Array, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { deliveryBody, maxCountedDeliveries, replaysPerSecond } from "../../../domain/webhooks/DeliveryRecord.ts"
import { type EventId, type OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import { type DeliveryFilter, DeliveryHistory } from "../../../ports/webhooks/WebhookStore.ts"
import { WakeSignals } from "./WakeSignals.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { type AskedDeliveries, asRecord, decodeRecords, pastDeliveries, recordsOf } from "./pastDeliveries.ts"

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
        and event_id not in (select event_id from chosen)`
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
    insert into deferred_deliveries (organization_id, event_id, sequence, failures, due_at)
    select ${organizationId}::uuid, event_id, 0, 0, first.at + seconds * interval '1 second'
    from chosen, first where asked <= ${limit} and status <> 'pending' order by event_id
    on conflict do nothing
  ),
  woken as (
    update deferred_deliveries d set due_at = least(d.due_at, first.at + c.seconds * interval '1 second')
    from chosen c, first where c.asked <= ${limit} and c.is_waiting
      and d.organization_id = ${organizationId}::uuid and d.event_id = c.event_id
    returning d.event_id
  )
  select count(*)::int as asked, (count(*) filter (where is_waiting))::int as waited,
    (select count(*) from woken)::int as woken
  from chosen`

const everything: AskedDeliveries = { status: null, type: null, since: null, until: null, eventId: null }

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
      function* (organizationId: OrganizationId, filter: DeliveryFilter, page: PageRequest) {
        const fullFilter = { ...everything, ...filter }
        const past = pastDeliveries(searches, organizationId, fullFilter)
        const rows = yield* recordsOf(
          searches,
          organizationId,
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

    const find = Effect.fn("PgDeliveryHistory.find")(function* (organizationId: OrganizationId, eventId: EventId) {
      const found = pastDeliveries(sql, organizationId, { ...everything, eventId })
      const rows = yield* recordsOf(sql, organizationId, found)
      return Option.map(Array.head(yield* decodeRecords(rows)), asRecord)
    }, Effect.orDie)

    const body = Effect.fn("PgDeliveryHistory.body")(function* (organizationId: OrganizationId, eventId: EventId) {
      const rows = yield* decodeEvents(
        yield* sql`
        select webhook_id, type, occurred_at, data::text as data from events
        where organization_id = ${organizationId}::uuid and id = ${eventId}::uuid and webhook_id is not null`
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
      replay: Effect.fn("PgDeliveryHistory.replay")((organizationId, eventId, now) =>
        Effect.map(replay(organizationId, { ...everything, eventId }, 1, now), (count) => count > 0)
      ),
      replayRange: Effect.fn("PgDeliveryHistory.replayRange")((organizationId, range, limit, now) =>
        Effect.map(replay(organizationId, { ...everything, ...range }, limit, now), (count) =>
          count > limit ? Option.none() : Option.some(count)
        )
      )
    })
  })
)
