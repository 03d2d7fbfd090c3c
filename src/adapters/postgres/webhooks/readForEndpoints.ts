import { DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { DeliveryShard } from "../../../domain/webhooks/DeliveryShard.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import type { EndpointBatch, EndpointEvent, OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import { deferDeliveries, shardColumn, shardOrder } from "./deferredDeliveries.ts"
import { hasRunning, type OutboxReader, sliceOf, until } from "./readOutbox.ts"
import { beginning, cursorText, decodeCursor, floorAt, type SnapshotCursor } from "./SnapshotCursor.ts"
import type { SubscriptionRow } from "./WebhookRow.ts"

const inOrder = shardOrder("commit_order, sequence, id")

/**
 * Events for endpoints between two snapshots, as `readOutbox` reads those of the one webhook, with the facts of their
 * conversations. Of the endpoints of an event, those that it has an attempt for are left out: a former owner may have read it. There
 * is at least one row: it has the snapshot.
 */
const textOf = (isContinued: boolean, isRunning: boolean): string => {
  const rows = `
    select organization_id, id, type, conversation_id, sequence, occurred_at, data, trace, commit_order, endpoint_ids
    from events
    where ${shardColumn} = $5::integer and endpoint_ids is not null and id >= $3::uuid
      and not pg_visible_in_snapshot(transaction, $2::text::pg_snapshot)
      and pg_visible_in_snapshot(transaction, (select ${until}))
      ${isContinued ? "and (commit_order, sequence, id) > ($6::text::xid8, $7::integer, $8::uuid)" : ""}`
  return `
  with slice as (${sliceOf(rows, inOrder, isRunning)}
  )
  select (select (${until})::text) as until, d.organization_id, d.id, d.type, d.conversation_id, d.sequence, d.occurred_at,
    d.data::text as data, d.trace, d.commit_order::text as commit_order,
    array(select e::text from unnest(d.endpoint_ids) e where not exists (
      select 1 from delivery_attempts a
      where a.organization_id = d.organization_id and a.event_id = d.id and a.endpoint_id = e)) as endpoint_ids,
    c.channel, c.channel_account_id as account_id, coalesce(c.labels, '{}') as labels
  from (select 1) one left join slice d on true
    left join conversations c on c.organization_id = d.organization_id and c.id = d.conversation_id
  order by d.commit_order, d.sequence, d.id limit $4::integer`
}

/** A row as the driver returns it. The types of the columns guarantee the shape. */
interface EventColumns {
  readonly organization_id: OrganizationId
  readonly id: EventId
  readonly type: string
  readonly conversation_id: ConversationId | null
  readonly sequence: number
  readonly occurred_at: Date
  /** JSON as text, because the driver would change its numbers. */
  readonly data: string
  readonly trace: string | null
  readonly commit_order: string
  readonly endpoint_ids: ReadonlyArray<WebhookId>
  readonly channel: string | null
  readonly account_id: string | null
  readonly labels: ReadonlyArray<string>
}

/** Facts of the message that an event names. */
interface NamedMessage {
  readonly organization_id: OrganizationId
  readonly platform_message_id: string
  readonly channel: string
  readonly account_id: string
  readonly campaign_id: string | null
}

const decodeNaming = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ message_id: Schema.String })))

/**
 * The messages that events name, by organization and id of the platform. The id is taken from the data here: Postgres fails to
 * read a field of JSON that has a NUL anywhere.
 */
const namedMessages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<EventColumns>) {
  const keyOf = (organizationId: OrganizationId, id: string) => `${organizationId} ${id}`
  const ids = new Map(
    rows.flatMap((row) =>
      Option.toArray(Option.map(decodeNaming(row.data), (data) => [row.id, data.message_id] as const))
    )
  )
  // No stored id has a NUL, which a parameter cannot have.
  const storable = [...new Set(ids.values())].filter((id) => !id.includes("\0"))
  const found =
    storable.length === 0
      ? []
      : yield* sql<NamedMessage>`
          select organization_id, platform_message_id, channel, channel_account_id as account_id,
            annotations -> 'campaign' ->> 'id' as campaign_id
          from messages where platform_message_id = any(${texts(storable)}::text[])
            and organization_id = any(${uuids(rows.map((row) => row.organization_id))}::uuid[])`
  const messages = new Map(found.map((row) => [keyOf(row.organization_id, row.platform_message_id), row]))
  return ({ id, organization_id: organizationId }: EventColumns) =>
    messages.get(keyOf(organizationId, ids.get(id) ?? ""))
})

type Answer = { readonly until: string } & (EventColumns | { readonly id: null })

const isFound = (row: Answer): row is Answer & EventColumns => row.id !== null

const eventOf = (row: EventColumns, message: NamedMessage | undefined): EndpointEvent => {
  const event = {
    id: row.id,
    type: row.type,
    conversationId: row.conversation_id,
    sequence: row.sequence,
    occurredAt: DateTime.makeUnsafe(row.occurred_at.getTime()),
    dataJson: row.data
  }
  return {
    delivery: {
      organizationId: row.organization_id,
      event: row.trace === null ? event : { ...event, trace: row.trace },
      failures: 0,
      isDeferred: false
    },
    endpointIds: row.endpoint_ids,
    known: {
      channel: row.channel ?? message?.channel ?? null,
      accountId: row.account_id ?? message?.account_id ?? null,
      labels: row.labels,
      campaignId: message?.campaign_id ?? null
    }
  }
}

const decodeSaved = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ cursor: Schema.String })))

/** The cursor that was saved last. Snapshots belong to the server that took them: one of another server is ignored. */
const savedCursor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, shard: DeliveryShard) {
  const [row] = yield* decodeSaved(
    yield* sql`
      select cursor from endpoint_checkpoints where shard = ${shard}::integer
        and pg_snapshot_xmax((cursor::json ->> 'since')::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`
  )
  return row === undefined ? beginning : yield* decodeCursor(row.cursor)
})

/** The subscriptions of these organizations. */
export const subscriptionsOf = Effect.fnUntraced(function* (
  { openWebhooks, sql }: Pick<OutboxReader, "openWebhooks" | "sql">,
  organizationIds: ReadonlyArray<OrganizationId>
) {
  return yield* openWebhooks(
    yield* sql<SubscriptionRow>`
      select row_to_json(w)::text as webhook, o.suspended_at is not null as "isSuspended"
      from webhooks w join organizations o on o.id = w.organization_id
      where w.organization_id = any(${uuids(organizationIds)}::uuid[])`
  )
})

/** Implements `readForEndpoints` of the port `DeliveryQueue`. */
export const readForEndpoints = Effect.fnUntraced(function* (
  reader: Pick<OutboxReader, "openWebhooks" | "sql">,
  shard: DeliveryShard,
  from: OutboxCursor | null,
  limit: number
) {
  const { sql } = reader
  const cursor = from === null ? yield* savedCursor(sql, shard) : yield* decodeCursor(from)
  const { after, floor, since } = cursor
  const last = after === null ? [] : [after.commitOrder, after.sequence, after.id]
  const parameters = [cursor.until ?? "", since, floor, limit + 1, shard, ...last]
  const answer = yield* sql.unsafe<Answer>(textOf(after !== null, hasRunning(cursor)), parameters)
  const end = answer[0]?.until ?? since
  const found = answer.filter(isFound)
  const page = found.slice(0, limit)
  const lastRow = page.at(-1)
  const isUnfinished = found.length > limit
  const next: SnapshotCursor =
    isUnfinished && lastRow !== undefined
      ? {
          ...cursor,
          until: end,
          after: { commitOrder: lastRow.commit_order, sequence: lastRow.sequence, id: lastRow.id }
        }
      : {
          since: end,
          until: null,
          after: null,
          // Rows behind an unfinished slice may have been recorded soon after its first reading.
          floor: cursor.until === null ? floorAt(yield* DateTime.now) : floor
        }
  const messageOf = yield* namedMessages(sql, page)
  const organizationIds = [...new Set(page.map((row) => row.organization_id))]
  const batch: EndpointBatch = {
    events: page.map((row) => eventOf(row, messageOf(row))),
    cursor: cursorText(next),
    // Behind the end of a slice there may be events that were recorded since it began.
    hasMore: isUnfinished || cursor.until !== null,
    subscriptions: organizationIds.length === 0 ? [] : yield* subscriptionsOf(reader, organizationIds)
  }
  return batch
})

/** Implements `deferForEndpoints` of the port `DeliveryQueue`. */
export const deferForEndpoints = (
  sql: SqlClient.SqlClient,
  shard: DeliveryShard,
  deliveries: ReadonlyArray<QueuedDelivery>,
  cursor: OutboxCursor,
  now: DateTime.Utc
) =>
  deferDeliveries(
    sql,
    deliveries,
    now,
    sql`saved as (
    insert into endpoint_checkpoints (shard, cursor) values (${shard}::integer, ${cursor})
    on conflict (shard) do update set cursor = excluded.cursor
  ),`
  )
