import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Webhook } from "../../../domain/webhook/Webhook.ts"
import type { OutboxBatch, OutboxDelivery, OutboxScope } from "../../../ports/stores/delivery/DeliveryQueue.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { isHeldBack, ofShard } from "./deferredDeliveries.ts"
import { cursorText, floorAt, type SnapshotCursor } from "./SnapshotCursor.ts"
import type { QueuedDelivery } from "../../../domain/delivery/Delivery.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"

/**
 * An event of the outbox as the driver gives it. Read without a schema, which would take longer than everything else that
 * this process does to the row. The types of the columns guarantee the shape.
 */
export interface OutboxColumns {
  readonly id: EventId
  readonly organization_id: OrganizationId
  readonly webhook_id: WebhookId
  readonly type: string
  readonly conversation_id: ConversationId | null
  readonly sequence: number
  readonly occurred_at: Date
  /** As text: the driver would parse it, and its numbers with it. */
  readonly data: string
  readonly trace: string | null
  readonly commit_order: string
  readonly is_new: boolean
  readonly is_held: boolean
}

/** A delivery of the outbox, whose cursor is written on demand: only where an organization begins to lag. */
export class OutboxRow implements OutboxDelivery {
  readonly delivery: QueuedDelivery
  readonly isHeld: boolean
  readonly #row: OutboxColumns
  readonly #range: SnapshotCursor

  /** `range` is the cursor that the row was read from, with the snapshot that the reading goes up to. */
  constructor(row: OutboxColumns, range: SnapshotCursor) {
    const event = {
      id: row.id,
      type: row.type,
      conversationId: row.conversation_id,
      sequence: row.sequence,
      occurredAt: DateTime.makeUnsafe(row.occurred_at.getTime()),
      dataJson: row.data
    }
    this.delivery = {
      organizationId: row.organization_id,
      event: row.trace === null ? event : { ...event, trace: row.trace },
      failures: 0,
      isDeferred: false
    }
    this.isHeld = row.is_held
    this.#row = row
    this.#range = range
  }

  get cursor() {
    const { commit_order: commitOrder, id, sequence } = this.#row
    return cursorText({ ...this.#range, after: { commitOrder, sequence, id } })
  }
}

/** The first row of an answer: the snapshot that it goes up to, and the subscriptions of its organizations. */
interface Head {
  readonly id: null
  readonly until: string
  readonly subscriptions: ReadonlyArray<string> | null
}

const within = (sql: SqlClient.SqlClient, scope: OutboxScope) =>
  scope._tag === "Shard"
    ? sql`${ofShard(sql, scope.shard)}
        and organization_id <> all(${uuids(scope.except)}::uuid[])`
    : sql`organization_id = ${scope.organizationId}::uuid`

/** Whether transactions were running at the first snapshot: `xmin:xmax:` is followed by their numbers. */
const hasRunning = ({ since }: SnapshotCursor): boolean => !since.endsWith(":")

/**
 * The rows that one snapshot does not show and the other does. Most come from transactions that had not begun at the first
 * snapshot (`fresh`). Few or none come from transactions that were running then and are over now; only those can have
 * rows further ahead in the order (`late`). A transaction that runs for hours costs nothing until it ends. Where none was
 * running, the statement is planned without them: its first rows come sooner after a pause.
 *
 * Deliveries with an attempt, or deferred ones, are left out: a former owner may have read them, and an organization
 * that was read alone is ahead of its shard. They are looked up row by row, since `exists` may read all attempts; and in
 * `deferred_deliveries` only for organizations that have some. Attempts of days before the cursor's are left out by its
 * floor, which is known before the statement runs: to open the tables of thirty days takes half as long as all else.
 */
const slice = (sql: SqlClient.SqlClient, scope: OutboxScope, cursor: SnapshotCursor, limit: number) => {
  const rows = sql`
    select organization_id, id, type, conversation_id, sequence, occurred_at, data, trace, commit_order, webhook_id from events
    where ${within(sql, scope)} and webhook_id is not null and id >= ${cursor.floor}::uuid
      and not pg_visible_in_snapshot(transaction, ${cursor.since}::text::pg_snapshot)
      and pg_visible_in_snapshot(transaction, (select until from bounds))
      ${
        cursor.after === null
          ? sql``
          : sql`and (commit_order, sequence, id) > (${cursor.after.commitOrder}::text::xid8, ${cursor.after.sequence}::integer,
              ${cursor.after.id}::uuid)`
      }`
  const finished = sql`(
    select x from pg_snapshot_xip(${cursor.since}::text::pg_snapshot) x
    where pg_visible_in_snapshot(x, (select until from bounds)) order by x)`
  const late = sql`
    (select * from (${rows} and transaction = any(array${finished})
        and commit_order >= (select x from ${finished} f limit 1)
        and commit_order < pg_snapshot_xmax(${cursor.since}::text::pg_snapshot)) late
      order by commit_order, sequence, id limit ${limit + 1})`
  const mayBeDeferred = sql`d.organization_id = any(array(select organization_id from organization where has_deferred))`
  return sql<Head | OutboxColumns>`
    with bounds as materialized (
      select coalesce(nullif(${cursor.until ?? ""}, '')::pg_snapshot, pg_current_snapshot()) as until
    ),
    slice as materialized (
      ${hasRunning(cursor) ? sql`${late} union all` : sql``}
      (select * from (${rows} and commit_order >= pg_snapshot_xmax(${cursor.since}::text::pg_snapshot)) fresh
        order by commit_order, sequence, id limit ${limit + 1})
    ),
    organization as materialized (
      select organization_id,
        (select true from deferred_deliveries w where w.organization_id = o.organization_id limit 1) as has_deferred
      from (select distinct organization_id from slice) o
    )
    select until::text as until, s.subscriptions, null as organization_id, null as id,
      null as webhook_id, null as type, null as conversation_id, null as sequence, null as occurred_at,
      null as data, null as trace, null as commit_order, null as is_new, null as is_held
    from bounds cross join (
      select array_agg(w.row) as subscriptions
      from organization o cross join lateral (
        select row_to_json(w)::text as row from webhooks w
        where w.organization_id = o.organization_id
        offset 0
      ) w
    ) s
    union all
    (select null, null, d.organization_id, d.id, d.webhook_id, d.type, d.conversation_id, d.sequence,
      d.occurred_at, d.data::text, d.trace, d.commit_order::text,
      (select true from delivery_attempts a
          where a.organization_id = d.organization_id and a.event_id = d.id and a.event_id >= ${cursor.floor}::uuid
          limit 1) is null
        and (not ${mayBeDeferred} or (select true from deferred_deliveries w
          where w.organization_id = d.organization_id and w.event_id = d.id limit 1) is null),
      ${mayBeDeferred} and ${isHeldBack(sql)}
    from slice d order by d.commit_order, d.sequence, d.id limit ${limit + 1})`
}

const isHead = (row: Head | OutboxColumns): row is Head => row.id === null
const isRow = (row: Head | OutboxColumns): row is OutboxColumns => row.id !== null

/** What reading needs: a connection, and a way to decrypt subscriptions. */
export interface OutboxReader {
  readonly sql: SqlClient.SqlClient
  readonly openWebhooks: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Webhook>>
}

/** At most `limit` rows between two snapshots, and the cursor behind them. */
const readSlice = Effect.fnUntraced(function* (
  { openWebhooks, sql }: OutboxReader,
  scope: OutboxScope,
  cursor: SnapshotCursor,
  limit: number
) {
  const answer = yield* slice(sql, scope, cursor, limit)
  const head = answer.find(isHead)
  const until = head?.until ?? cursor.since
  const rows = answer.filter(isRow)
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = shown.at(-1)
  const range: SnapshotCursor = { ...cursor, until }
  const reached =
    last === undefined
      ? cursor
      : { ...range, after: { commitOrder: last.commit_order, sequence: last.sequence, id: last.id } }
  const end: SnapshotCursor = {
    since: until,
    until: null,
    after: null,
    // Rows behind an unfinished slice may have been recorded soon after its first reading.
    floor: cursor.until === null ? floorAt(yield* DateTime.now) : cursor.floor
  }
  const subscriptions = yield* openWebhooks(head?.subscriptions ?? [])
  const wanted = new Map(subscriptions.map(({ id, organizationId }) => [organizationId, id]))
  return {
    deliveries: shown.flatMap((row) =>
      row.is_new && wanted.get(row.organization_id) === row.webhook_id ? [new OutboxRow(row, range)] : []
    ),
    rows: shown.length,
    cursor: hasMore ? reached : end,
    hasMore,
    subscriptions
  }
})

/** The next deliveries behind the cursor. Where an unfinished slice ends, reading goes on with the newer ones. */
export const readOutbox = Effect.fnUntraced(function* (
  reader: OutboxReader,
  scope: OutboxScope,
  cursor: SnapshotCursor,
  limit: number
) {
  const first = yield* readSlice(reader, scope, cursor, limit)
  const second =
    first.hasMore || cursor.until === null ? null : yield* readSlice(reader, scope, first.cursor, limit - first.rows)
  const last = second ?? first
  const batch: OutboxBatch = {
    deliveries: second === null ? first.deliveries : [...first.deliveries, ...second.deliveries],
    cursor: cursorText(last.cursor),
    hasMore: last.hasMore,
    subscriptions: second === null ? first.subscriptions : [...first.subscriptions, ...second.subscriptions]
  }
  return batch
})
