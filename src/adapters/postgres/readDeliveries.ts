import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Webhook } from "../../domain/Webhook.ts"
import type { LogScope } from "../../ports/DeliveryQueue.ts"
import { uuids } from "./ArrayParameter.ts"
import { type DeliveryPlace, floorAt } from "./deliveryPlace.ts"
import { isHeldBack } from "./isHeldBack.ts"
import type { KnownOrganization } from "./KnownOrganization.ts"
import { ofShard } from "./ofShard.ts"
import type { PlacedSlice } from "./PlacedSlice.ts"
import { type LoggedRow, RecordedRow } from "./RecordedRow.ts"

/**
 * The first row of an answer: how far it reaches; and of the organizations that have one, null when none has, the
 * subscriptions, in which state they are (`xmin`), and whether something of theirs waits.
 */
interface Head {
  readonly id: null
  readonly until: string
  readonly subscriptions: ReadonlyArray<string> | null
  readonly versions: ReadonlyArray<string> | null
  readonly waits: ReadonlyArray<boolean> | null
}

const within = (sql: SqlClient.SqlClient, scope: LogScope) =>
  scope._tag === "Shard"
    ? sql`${ofShard(sql, scope.shard)}
        and organization_id <> all(${uuids(scope.except)}::uuid[])`
    : sql`organization_id = ${scope.organizationId}::uuid`

/**
 * What one snapshot does not show and the other does. Most of it comes from transactions that had not begun at the first
 * snapshot (`fresh`). Those that were under way then, and are over now, are few or none; only they can have left rows
 * further ahead in the order (`late`). Transactions that go on for hours, of whomever, cost nothing until they end.
 *
 * What is settled or waits is left out: others may have been here before, and an organization that was read by itself
 * for a while is ahead of its shard. It is looked up row by row, since for `exists` all attempts there are may be read;
 * among what waits only where something of the organization does, which is seldom.
 */
const slice = (sql: SqlClient.SqlClient, scope: LogScope, place: DeliveryPlace, limit: number) => {
  const rows = sql`
    select organization_id, id, type, conversation_id, sequence, occurred_at, data, turn, webhook_id from events
    where ${within(sql, scope)} and webhook_id is not null and id >= ${place.floor}::uuid
      and not pg_visible_in_snapshot(transaction, ${place.since}::text::pg_snapshot)
      and pg_visible_in_snapshot(transaction, (select until from bounds))
      ${place.seen.length === 0 ? sql`` : sql`and transaction <> all(${place.seen}::text[]::xid8[])`}
      ${
        place.after === null
          ? sql``
          : sql`and (turn, sequence, id) > (${place.after.turn}::text::xid8, ${place.after.sequence}::integer,
              ${place.after.id}::uuid)`
      }`
  const mayWait = sql`d.organization_id = any(array(select organization_id from organization where waits))`
  return sql<Head | LoggedRow>`
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
    ),
    organization as materialized (
      select organization_id,
        (select true from waiting_deliveries w where w.organization_id = o.organization_id limit 1) as waits
      from (select distinct organization_id from slice) o
    )
    select until::text as until, s.subscriptions, s.versions, s.waits, null as organization_id, null as id,
      null as webhook_id, null as type, null as conversation_id, null as sequence, null as occurred_at,
      null as data, null as turn, null as is_new, null as is_held
    from bounds cross join (
      select array_agg(w.row) as subscriptions, array_agg(w.version) as versions,
        array_agg(o.waits is not null) as waits
      from organization o cross join lateral (
        select row_to_json(w)::text as row, w.xmin::text as version from webhooks w
        where w.organization_id = o.organization_id
        offset 0
      ) w
    ) s
    union all
    (select null, null, null, null, d.organization_id, d.id, d.webhook_id, d.type, d.conversation_id, d.sequence,
      d.occurred_at, d.data::text, d.turn::text,
      (select true from delivery_attempts a
          where a.organization_id = d.organization_id and a.event_id = d.id limit 1) is null
        and (not ${mayWait} or (select true from waiting_deliveries w
          where w.organization_id = d.organization_id and w.event_id = d.id limit 1) is null),
      ${mayWait} and ${isHeldBack(sql)}
    from slice d order by d.turn, d.sequence, d.id limit ${limit + 1})`
}

const isHead = (row: Head | LoggedRow): row is Head => row.id === null
const isRow = (row: Head | LoggedRow): row is LoggedRow => row.id !== null

/** What reading needs of others. */
export interface LogReader {
  readonly sql: SqlClient.SqlClient
  readonly openWebhooks: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Webhook>>
}

/** The subscriptions that an answer has, and the organizations among theirs of which nothing waited. */
const openSubscriptions = Effect.fnUntraced(function* ({ openWebhooks }: LogReader, head: Head | undefined) {
  const webhooks = yield* openWebhooks(head?.subscriptions ?? [])
  const calm = webhooks.flatMap((webhook, nth): ReadonlyArray<KnownOrganization> => {
    const version = head?.versions?.[nth]
    const isCalm = version !== undefined && head?.waits?.[nth] === false
    return isCalm ? [{ version, webhook }] : []
  })
  return { webhooks, calm }
})

/** Some of what lies between two snapshots, and the place behind it. */
const readSlice = Effect.fnUntraced(function* (
  reader: LogReader,
  scope: LogScope,
  place: DeliveryPlace,
  limit: number
) {
  const answer = yield* slice(reader.sql, scope, place, limit)
  const head = answer.find(isHead)
  const until = head?.until ?? place.since
  const rows = answer.filter(isRow)
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = shown.at(-1)
  const stretch: DeliveryPlace = { ...place, until }
  const reached = last === undefined ? place : { ...stretch, after: last }
  const end: DeliveryPlace = {
    since: until,
    // Who saw them began to read when they were over.
    seen: [],
    until: null,
    after: null,
    // What comes behind a slice of before may have been recorded soon after that.
    floor: place.until === null ? floorAt(yield* DateTime.now) : place.floor
  }
  const { calm, webhooks } = yield* openSubscriptions(reader, head)
  const wanted = new Map(webhooks.map(({ id, organizationId }) => [organizationId, id]))
  return {
    deliveries: shown.flatMap((row) =>
      row.is_new && wanted.get(row.organization_id) === row.webhook_id ? [new RecordedRow(row, stretch)] : []
    ),
    rows: shown.length,
    place: hasMore ? reached : end,
    hasMore,
    subscriptions: webhooks,
    // Of a slice of before it says nothing: what was recorded since may have been read elsewhere.
    calm: place.until === null ? calm : []
  }
})

/** What comes next in the log behind the place. Where a slice of before ends, it goes on with what has come since. */
export const readDeliveries = Effect.fnUntraced(function* (
  reader: LogReader,
  scope: LogScope,
  place: DeliveryPlace,
  limit: number
) {
  const first = yield* readSlice(reader, scope, place, limit)
  const second =
    first.hasMore || place.until === null ? null : yield* readSlice(reader, scope, first.place, limit - first.rows)
  const last = second ?? first
  const found: PlacedSlice = {
    deliveries: second === null ? first.deliveries : [...first.deliveries, ...second.deliveries],
    place: last.place,
    hasMore: last.hasMore,
    asksAgain: false,
    subscriptions: second === null ? first.subscriptions : [...first.subscriptions, ...second.subscriptions]
  }
  return { slice: found, calm: last.calm }
})
