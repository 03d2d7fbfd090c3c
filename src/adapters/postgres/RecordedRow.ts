import { DateTime } from "effect"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../domain/Ids.ts"
import type { RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import { type DeliveryPlace, placeText } from "./deliveryPlace.ts"

/**
 * An event in the log, as the driver gives it. Read by hand, since reading them by a schema takes longer than all else that
 * this process does to them; their types in the database vouch for them.
 */
export interface LoggedRow {
  readonly id: EventId
  readonly organization_id: OrganizationId
  readonly webhook_id: WebhookId
  readonly type: string
  readonly conversation_id: ConversationId | null
  readonly sequence: number
  readonly occurred_at: Date
  /** As text: the driver would parse it, and its numbers with it. */
  readonly data: string
  readonly turn: string
  readonly is_new: boolean
  readonly is_held: boolean
}

/**
 * A row as it is given back. A class, since a getter that an object literal has makes every object of a kind of its own:
 * kinds are in the old generation, and what theirs refers to stays until all of it is collected.
 */
export class RecordedRow implements RecordedDelivery {
  readonly delivery: QueuedDelivery
  readonly isHeld: boolean
  readonly #row: LoggedRow
  readonly #stretch: DeliveryPlace

  /** `stretch` is the place it was read from, and how far that reading reaches. */
  constructor(row: LoggedRow, stretch: DeliveryPlace) {
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
      isWaiting: false
    }
    this.isHeld = row.is_held
    this.#row = row
    this.#stretch = stretch
  }

  /** Written when it is asked for, which is where an organization falls behind. */
  get place() {
    return placeText({ ...this.#stretch, after: this.#row })
  }
}
