import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OutboxBatch, OutboxCursor, OutboxDelivery, OutboxScope } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { SubscriptionRow } from "./openedWebhooks.ts"
import type { Subscription } from "../../../domain/webhooks/Webhook.ts"
import { outboxStatement } from "./outboxStatement.ts"
import { cursorText, decodeCursor, floorAt, type rememberedCursors, type SnapshotCursor } from "./SnapshotCursor.ts"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"

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
    subscriptions
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
    subscriptions: second === null ? first.subscriptions : [...first.subscriptions, ...second.subscriptions]
  }
  return batch
})
