import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { failuresThatHold } from "../../../domain/webhooks/Delivery.ts"
import type { ConsumerFilter, ConsumerName } from "../../../domain/webhooks/EventConsumer.ts"
import type { ConversationId, EventId, OrganizationId } from "../../../domain/Ids.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { ConsumerBatch, UnhandledEvent } from "../../../ports/webhooks/EventConsumers.ts"
import { hasRunning, sliceOf, until } from "./readOutbox.ts"
import { cursorText, decodeCursor, floorAt, type SnapshotCursor } from "./SnapshotCursor.ts"

/** Whether an earlier event of the conversation of the row `d` is deferred by the consumer and blocks it. */
export const isHeldBack = (consumer: string): string => `exists (
  select from consumer_events b
  where b.organization_id = d.organization_id and b.conversation_id = d.conversation_id and b.consumer = ${consumer}
    and b.sequence < d.sequence and b.dead_at is null and (b.due_at is null or b.failures < ${failuresThatHold}))`

const inOrder = "commit_order, sequence, id"

/**
 * Recorded events between two snapshots, as `readOutbox` reads them. The filter is applied behind the limit: a
 * statement reads a bounded number of rows, however few of them match. There is at least one row: it has the snapshot.
 */
const textOf = (isContinued: boolean, isRunning: boolean): string => {
  const rows = `
    select organization_id, id, type, conversation_id, sequence, occurred_at, data, trace, commit_order from events
    where id >= $3::uuid and not pg_visible_in_snapshot(transaction, $2::text::pg_snapshot)
      and pg_visible_in_snapshot(transaction, (select ${until}))
      ${isContinued ? `and (${inOrder}) > ($8::text::xid8, $9::integer, $10::uuid)` : ""}`
  return `
  with slice as (${sliceOf(rows, inOrder, isRunning)}
  )
  select (select (${until})::text) as until, d.id, d.organization_id, d.type, d.conversation_id, d.sequence, d.occurred_at,
    case when w.is_wanted then d.data::text end as data, d.trace, d.commit_order::text as commit_order,
    (select o.suspended_at is not null from organizations o where o.id = d.organization_id and w.is_wanted)
      or (w.is_wanted and ${isHeldBack("$7::text")}) as is_held
  from (select 1) one left join slice d on true
    cross join lateral (select ($5::text is null or d.type = any(string_to_array($5::text, ',')))
      and ($6::text is null or d.organization_id = $6::text::uuid)
      and not exists (select from consumer_events e
        where e.organization_id = d.organization_id and e.event_id = d.id and e.consumer = $7::text) as is_wanted) w
  order by d.commit_order, d.sequence, d.id limit $4::integer`
}

/** A row as the driver returns it. The types of the columns guarantee the shape. */
interface EventColumns {
  readonly id: EventId
  readonly organization_id: OrganizationId
  readonly type: string
  readonly conversation_id: ConversationId | null
  readonly sequence: number
  readonly occurred_at: Date
  /** Null for an event that the consumer does not handle now. JSON as text, because the driver would change its numbers. */
  readonly data: string | null
  readonly trace: string | null
  readonly commit_order: string
  readonly is_held: boolean | null
}

type Answer = { readonly until: string } & (EventColumns | { readonly id: null })

const isFound = (row: Answer): row is Answer & EventColumns => row.id !== null

const eventOf = (row: EventColumns, range: SnapshotCursor): UnhandledEvent | null => {
  const { data: dataJson } = row
  if (dataJson === null) return null
  const event = {
    id: row.id,
    type: row.type,
    conversationId: row.conversation_id,
    sequence: row.sequence,
    occurredAt: DateTime.makeUnsafe(row.occurred_at.getTime()),
    dataJson
  }
  return {
    delivery: {
      organizationId: row.organization_id,
      event: row.trace === null ? event : { ...event, trace: row.trace },
      failures: 0,
      isDeferred: false
    },
    /** Written on demand: most cursors are not saved. */
    get cursor() {
      return cursorText({ ...range, after: positionOf(row) })
    },
    isHeld: row.is_held === true
  }
}

const positionOf = ({ commit_order: commitOrder, id, sequence }: EventColumns) => ({ commitOrder, sequence, id })

/** Implements `read` of the port `EventConsumers`. */
export const readForConsumer = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  { organizationId, types }: ConsumerFilter,
  from: OutboxCursor,
  limit: number
) {
  const cursor = yield* decodeCursor(from)
  const { after, floor, since } = cursor
  const text = textOf(after !== null, hasRunning(cursor))
  const scope = [types === null ? null : types.join(","), organizationId, name]
  const last = after === null ? [] : [after.commitOrder, after.sequence, after.id]
  const answer = yield* sql.unsafe<Answer>(text, [cursor.until ?? "", since, floor, limit + 1, ...scope, ...last])
  const end = answer[0]?.until ?? since
  const found = answer.filter(isFound)
  const page = found.slice(0, limit)
  const range: SnapshotCursor = { ...cursor, until: end }
  const lastRow = page.at(-1)
  const isUnfinished = found.length > limit
  const next: SnapshotCursor =
    isUnfinished && lastRow !== undefined
      ? { ...range, after: positionOf(lastRow) }
      : {
          since: end,
          until: null,
          after: null,
          // Rows behind an unfinished slice may have been recorded soon after its first reading.
          floor: cursor.until === null ? floorAt(yield* DateTime.now) : floor
        }
  const batch: ConsumerBatch = {
    events: page.flatMap((row) => eventOf(row, range) ?? []),
    cursor: cursorText(next),
    // Behind the end of a slice there may be events that were recorded since it began.
    hasMore: isUnfinished || cursor.until !== null
  }
  return batch
})
