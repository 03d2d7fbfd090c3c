import { Array, DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationId } from "../../domain/Ids.ts"
import type { LogScope, LogSlice, RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import { type DeliveryPlace, floorAt, placeText } from "./deliveryPlace.ts"
import { isHeldBack } from "./isHeldBack.ts"
import { ofShard } from "./ofShard.ts"
import { queuedEventColumns, queuedEventFields } from "./queuedEventFields.ts"

const Row = Schema.Struct({
  ...queuedEventFields,
  organizationId: OrganizationId,
  turn: Schema.String,
  isWanted: Schema.Boolean,
  isHeld: Schema.Boolean
}).pipe(
  Schema.encodeKeys({
    ...queuedEventColumns,
    organizationId: "organization_id",
    isWanted: "is_wanted",
    isHeld: "is_held"
  })
)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeUntil = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ until: Schema.String })))

const within = (sql: SqlClient.SqlClient, scope: LogScope) =>
  scope._tag === "Shard"
    ? sql`${ofShard(sql, scope.shard)}
        and organization_id <> all(${scope.except}::text[]::uuid[])`
    : sql`organization_id = ${scope.organizationId}::uuid`

/**
 * What one snapshot does not show and the other does. Most of it comes from transactions that had not begun at the first
 * snapshot (`fresh`). Those that were under way then, and are over now, are few or none; only they can have left rows
 * further ahead in the order (`late`). Transactions that go on for hours, of whomever, cost nothing until they end.
 *
 * What is settled or waits is left out: others may have been here before, and an organization that was read by itself
 * for a while is ahead of its shard. It is looked up row by row, since for `exists` all attempts there are may be read.
 */
const slice = (sql: SqlClient.SqlClient, scope: LogScope, place: DeliveryPlace, limit: number) => {
  const rows = sql`
    select organization_id, id, type, conversation_id, sequence, occurred_at, data, turn, webhook_id from events
    where ${within(sql, scope)} and webhook_id is not null and id >= ${place.floor}::uuid
      and not pg_visible_in_snapshot(transaction, ${place.since}::text::pg_snapshot)
      and pg_visible_in_snapshot(transaction, (select until from bounds))
      ${
        place.after === null
          ? sql``
          : sql`and (turn, sequence, id) > (${place.after.turn}::text::xid8, ${place.after.sequence}::integer,
              ${place.after.id}::uuid)`
      }`
  return sql`
    with bounds as materialized (
      select coalesce(nullif(${place.until ?? ""}, '')::pg_snapshot, pg_current_snapshot()) as until
    ),
    finished as materialized (
      select x from pg_snapshot_xip(${place.since}::text::pg_snapshot) x
      where pg_visible_in_snapshot(x, (select until from bounds))
    ),
    slice as materialized (
      (select * from (${rows} and transaction = any(array(select x from finished))
          and turn >= (select x from finished order by x limit 1)
          and turn < pg_snapshot_xmax(${place.since}::text::pg_snapshot)) late
        order by turn, sequence, id limit ${limit + 1})
      union all
      (select * from (${rows} and turn >= pg_snapshot_xmax(${place.since}::text::pg_snapshot)) fresh
        order by turn, sequence, id limit ${limit + 1})
    )
    select bounds.until::text as until, d.organization_id, d.id, d.type, d.conversation_id, d.sequence, d.occurred_at,
      d.data::text as data, d.turn::text as turn,
      exists (select 1 from webhooks w where w.organization_id = d.organization_id and w.id = d.webhook_id)
        and (select true from delivery_attempts a
          where a.organization_id = d.organization_id and a.event_id = d.id limit 1) is null
        and (select true from waiting_deliveries w
          where w.organization_id = d.organization_id and w.event_id = d.id limit 1) is null as is_wanted,
      ${isHeldBack(sql)} as is_held
    from bounds left join slice d on true
    order by d.turn, d.sequence, d.id limit ${limit + 1}`
}

const recorded = (row: typeof Row.Type, place: DeliveryPlace, until: string): RecordedDelivery => ({
  delivery: {
    organizationId: row.organizationId,
    event: {
      id: row.id,
      type: row.type,
      conversationId: row.conversationId,
      sequence: row.sequence,
      occurredAt: row.occurredAt,
      data: row.data
    },
    failures: 0,
    isWaiting: false
  },
  place: placeText({ ...place, until, after: { turn: row.turn, sequence: row.sequence, id: row.id } }),
  isHeld: row.isHeld
})

/** Some of what lies between two snapshots, and the place behind it. */
const readSlice = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: LogScope,
  place: DeliveryPlace,
  limit: number
) {
  const answer = yield* slice(sql, scope, place, limit)
  const [{ until }] = yield* decodeUntil(answer)
  const rows = yield* decodeRows(answer.filter((row) => row["id"] !== null))
  const shown = Array.take(rows, limit)
  const hasMore = rows.length > limit
  const reached: DeliveryPlace = Option.match(Array.last(shown), {
    onNone: () => place,
    onSome: ({ id, sequence, turn }) => ({ ...place, until, after: { turn, sequence, id } })
  })
  const end: DeliveryPlace = {
    since: until,
    until: null,
    after: null,
    // What comes behind a slice of before may have been recorded soon after that.
    floor: place.until === null ? floorAt(yield* DateTime.now) : place.floor
  }
  return {
    deliveries: shown.filter(({ isWanted }) => isWanted).map((row) => recorded(row, place, until)),
    rows: shown.length,
    place: hasMore ? reached : end,
    hasMore
  }
})

/** What comes next in the log behind the place. Where a slice of before ends, it goes on with what has come since. */
export const readDeliveries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: LogScope,
  place: DeliveryPlace,
  limit: number
) {
  const first = yield* readSlice(sql, scope, place, limit)
  const second =
    first.hasMore || place.until === null ? null : yield* readSlice(sql, scope, first.place, limit - first.rows)
  const found: LogSlice = {
    deliveries: second === null ? first.deliveries : [...first.deliveries, ...second.deliveries],
    place: placeText((second ?? first).place),
    hasMore: (second ?? first).hasMore
  }
  return found
})
