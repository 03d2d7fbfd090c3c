import type { OutboxBatch, OutboxCursor, OutboxDelivery, OutboxScope } from "../../../ports/webhooks/DeliveryQueue.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"
import { heldBack, shardColumn, shardOrder } from "./deferredDeliveries.ts"
import { type SnapshotCursor, cursorText, decodeCursor, floorAt, type rememberedCursors } from "./SnapshotCursor.ts"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SubscriptionRow } from "./WebhookRow.ts"
import type { Subscription } from "../../../domain/webhooks/Webhook.ts"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"

/** Properties that determine the text of the statement. */
interface Form {
  readonly scope: OutboxScope["_tag"]
  /** Whether reading resumes after a row of an unfinished slice. */
  readonly isContinued: boolean
  /** Whether transactions were running at the first snapshot. */
  readonly hasRunning: boolean
}

/** The snapshot that the slice goes up to, the same for all its readings. */
export const until = "coalesce(nullif($1::text, '')::pg_snapshot, pg_current_snapshot())"

const within: Readonly<Record<OutboxScope["_tag"], string>> = {
  Organization: "organization_id = $5::uuid",
  Shard: `${shardColumn} = $5::integer and organization_id <> all($6::uuid[])`
}

/** Rows of a shard or of an organization in the order of their index. */
const inOrder: Readonly<Record<OutboxScope["_tag"], string>> = {
  Organization: "commit_order, sequence, id",
  Shard: shardOrder("commit_order, sequence, id")
}

/** The number of the first parameter behind those of the scope. */
const firstBehind: Readonly<Record<OutboxScope["_tag"], number>> = { Organization: 6, Shard: 7 }

const behind = ({ isContinued, scope }: Form): string => {
  const first = firstBehind[scope]
  return isContinued
    ? `and (commit_order, sequence, id) > ($${first}::text::xid8, $${first + 1}::integer, $${first + 2}::uuid)`
    : ""
}

const rows = (form: Form): string => `
  select organization_id, id, type, conversation_id, sequence, occurred_at, data, trace, commit_order, webhook_id from events
  where ${within[form.scope]} and webhook_id is not null and id >= $3::uuid
    and not pg_visible_in_snapshot(transaction, $2::text::pg_snapshot)
    and pg_visible_in_snapshot(transaction, (select ${until}))
    ${behind(form)}`

const finished = `(
  select x from pg_snapshot_xip($2::text::pg_snapshot) x
  where pg_visible_in_snapshot(x, (select ${until})) order by x)`

const late = (rows: string, order: string): string => `
  (select * from (${rows} and transaction = any(array${finished})
      and commit_order >= (select x from ${finished} f limit 1)
      and commit_order < pg_snapshot_xmax($2::text::pg_snapshot)) late
    order by ${order} limit $4::integer)
  union all`

/**
 * The first rows of a query between the snapshots $2 and `until`, at most $4. `hasRunning`: transactions were running at
 * the first snapshot.
 */
export const sliceOf = (rows: string, order: string, hasRunning: boolean): string => `
    ${hasRunning ? late(rows, order) : ""}
    (select * from (${rows} and commit_order >= pg_snapshot_xmax($2::text::pg_snapshot)) fresh
      order by ${order} limit $4::integer)`

/** Whether any delivery is deferred. Evaluated once: if none is, the lookups per row are skipped. */
const someDeferred = "exists (select 1 from deferred_deliveries)"

/** Whether the shard has an active endpoint. Evaluated once, by an index of such endpoints alone. */
const someEndpoints: Readonly<Record<OutboxScope["_tag"], string>> = {
  Organization: "false",
  Shard: `exists (select 1 from webhooks where ${shardColumn} = $5::integer and endpoint is not null and status = 'active')`
}

const isFirst = "row_number() over (partition by d.organization_id order by d.commit_order, d.sequence, d.id) = 1"

/**
 * Rows that are visible in the second snapshot but not in the first. Most come from transactions that had not begun at
 * the first snapshot (`fresh`). Few or none come from transactions that were running then and are over now; only those
 * can have rows further ahead in the order (`late`). A transaction that runs for hours costs nothing until it ends. If
 * none was running, the statement omits the `late` part, so its first rows arrive sooner after a pause.
 *
 * Deliveries with an attempt, or deferred ones, are left out: a former owner may have read them, and an organization
 * that was read alone is ahead of its shard. They are looked up row by row, since `exists` may read all attempts. Attempts
 * of days before the cursor's are left out by its floor, which is known before the statement runs: to open the tables of
 * thirty days takes half as long as all else.
 *
 * The first row of each organization has its subscription, whether it is suspended, and `until`. There is at least one row: without anything to
 * deliver it has only that.
 */
const textOf = (form: Form): string => `
  with slice as (${sliceOf(rows(form), inOrder[form.scope], form.hasRunning)}
  )
  select case when ${isFirst} then (${until})::text end as until,
    case when ${isFirst}
      then (select row_to_json(w)::text from webhooks w where w.organization_id = d.organization_id and w.endpoint is null) end
      as subscription,
    case when ${isFirst}
      then (select o.suspended_at is not null from organizations o where o.id = d.organization_id) end as is_suspended,
    d.organization_id, d.id, d.webhook_id, d.type, d.conversation_id, d.sequence, d.occurred_at,
    d.data::text as data, d.trace, d.commit_order::text as commit_order,
    (select true from delivery_attempts a
        where a.organization_id = d.organization_id and a.event_id = d.id and a.event_id >= $3::uuid
          and a.endpoint_id = '${noEndpoint}' limit 1) is null
      and (not ${someDeferred} or (select true from deferred_deliveries w
        where w.organization_id = d.organization_id and w.event_id = d.id and w.endpoint_id = '${noEndpoint}'
        limit 1) is null) as is_new,
    ${someDeferred} and ${heldBack(`'${noEndpoint}'`)} as is_held, ${someEndpoints[form.scope]} as has_endpoints
  from (select 1) one left join slice d on true
  order by d.commit_order, d.sequence, d.id limit $4::integer`

const texts = new Map<string, string>()

/** The text of each form is written once: it is needed in the moment in which a delivery waits for it. */
const keptText = (form: Form): string => {
  const key = `${form.scope} ${form.isContinued} ${form.hasRunning}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = textOf(form)
  texts.set(key, text)
  return text
}

/** `xmin:xmax:` is followed by the numbers of the transactions that were running. */
export const hasRunning = ({ since }: SnapshotCursor): boolean => !since.endsWith(":")

/** The statement that reads at most `limit` rows behind the cursor, and its parameters. */
const outboxStatement = (scope: OutboxScope, cursor: SnapshotCursor, limit: number) => {
  const { after, floor, since } = cursor
  const text = keptText({ scope: scope._tag, isContinued: after !== null, hasRunning: hasRunning(cursor) })
  const ofScope = scope._tag === "Shard" ? [scope.shard, uuids(scope.except)] : [scope.organizationId]
  const last = after === null ? [] : [after.commitOrder, after.sequence, after.id]
  return { text, parameters: [cursor.until ?? "", since, floor, limit, ...ofScope, ...last] }
}

/**
 * An event of the outbox as the driver returns it. No schema decodes it, since that would take longer than all other work
 * on the row. The types of the columns guarantee the shape.
 */
export interface OutboxColumns {
  readonly id: EventId
  readonly organization_id: OrganizationId
  readonly webhook_id: WebhookId
  readonly type: string
  readonly conversation_id: ConversationId | null
  readonly sequence: number
  readonly occurred_at: Date
  /** JSON as text, because the driver would parse it and change its numbers. */
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

/** A row of an answer. The first one of an organization has more; where nothing was found, it has nothing else. */
type OutboxAnswer = (OutboxColumns | { readonly id: null }) & {
  /** The snapshot that the answer goes up to. */
  readonly until: string | null
  /** The subscription of the organization. */
  readonly subscription: string | null
  readonly is_suspended: boolean | null
  readonly has_endpoints: boolean
}

const isFound = (row: OutboxAnswer): row is OutboxAnswer & OutboxColumns => row.id !== null

/** Dependencies of reading: a connection, the cursors of earlier reads, and the decryption of subscriptions. */
export interface OutboxReader {
  readonly sql: SqlClient.SqlClient
  readonly cursors: ReturnType<typeof rememberedCursors>
  readonly openWebhooks: (rows: ReadonlyArray<SubscriptionRow>) => Effect.Effect<ReadonlyArray<Subscription>>
}

/** At most `limit` rows between two snapshots, and the cursor behind them. */
const readSlice = Effect.fnUntraced(function* (
  { openWebhooks, sql }: OutboxReader,
  scope: OutboxScope,
  cursor: SnapshotCursor,
  limit: number
) {
  const { parameters, text } = outboxStatement(scope, cursor, limit + 1)
  const answer = yield* sql.unsafe<OutboxAnswer>(text, parameters)
  const until = answer[0]?.until ?? cursor.since
  const rows = answer.filter(isFound)
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = page.at(-1)
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
  const subscriptions = yield* openWebhooks(
    answer.flatMap(({ is_suspended: isSuspended, subscription: webhook }) =>
      webhook === null ? [] : [{ webhook, isSuspended: isSuspended === true }]
    )
  )
  const webhookIds = new Map(subscriptions.map(({ id, organizationId }) => [organizationId, id]))
  return {
    deliveries: page.flatMap((row) =>
      row.is_new && webhookIds.get(row.organization_id) === row.webhook_id ? [new OutboxRow(row, range)] : []
    ),
    rows: page.length,
    cursor: hasMore ? reached : end,
    hasMore,
    subscriptions,
    hasEndpoints: answer[0]?.has_endpoints === true
  }
})

/** Reads the next deliveries after the cursor. After the end of an unfinished slice, it continues with newer ones. */
export const readOutbox = Effect.fnUntraced(function* (
  reader: OutboxReader,
  scope: OutboxScope,
  from: OutboxCursor,
  limit: number
) {
  const cursor = reader.cursors.take(from) ?? (yield* decodeCursor(from))
  const first = yield* readSlice(reader, scope, cursor, limit)
  const second =
    first.hasMore || cursor.until === null ? null : yield* readSlice(reader, scope, first.cursor, limit - first.rows)
  const last = second ?? first
  const batch: OutboxBatch = {
    deliveries: second === null ? first.deliveries : [...first.deliveries, ...second.deliveries],
    cursor: reader.cursors.textOf(last.cursor),
    hasMore: last.hasMore,
    hasEndpoints: last.hasEndpoints,
    subscriptions: second === null ? first.subscriptions : [...first.subscriptions, ...second.subscriptions]
  }
  return batch
})
