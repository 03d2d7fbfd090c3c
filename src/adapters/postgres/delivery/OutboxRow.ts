import { DateTime } from "effect"
import type { QueuedDelivery } from "../../../domain/delivery/Delivery.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import type { OutboxDelivery } from "../../../ports/stores/DeliveryQueue.ts"
import { cursorText, type SnapshotCursor } from "./SnapshotCursor.ts"

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
  readonly commit_order: string
  readonly is_new: boolean
  readonly is_held: boolean
}

/**
 * A class, since V8 gives each object literal with a getter a hidden class of its own. Hidden classes live in the old
 * generation, and everything that theirs refers to stays until a full collection.
 */
export class OutboxRow implements OutboxDelivery {
  readonly delivery: QueuedDelivery
  readonly isHeld: boolean
  readonly #row: OutboxColumns
  readonly #range: SnapshotCursor

  /** `range` is the cursor that the row was read from, with the snapshot that the reading goes up to. */
  constructor(row: OutboxColumns, range: SnapshotCursor) {
    this.delivery = {
      organizationId: row.organization_id,
      event: {
        id: row.id,
        type: row.type,
        conversationId: row.conversation_id,
        sequence: row.sequence,
        occurredAt: DateTime.makeUnsafe(row.occurred_at.getTime()),
        dataJson: row.data
      },
      failures: 0,
      isDeferred: false
    }
    this.isHeld = row.is_held
    this.#row = row
    this.#range = range
  }

  /** Written on demand, which is where an organization begins to lag. */
  get cursor() {
    const { commit_order: commitOrder, id, sequence } = this.#row
    return cursorText({ ...this.#range, after: { commitOrder, sequence, id } })
  }
}
