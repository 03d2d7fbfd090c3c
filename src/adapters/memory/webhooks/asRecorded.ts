import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"
import type { LoggedEvent } from "./StoredDeliveries.ts"

/** The event without its organization, which the caller knows. */
export const asRecorded = ({ conversationId, data, id, occurredAt, type }: LoggedEvent): RecordedEvent => ({
  id,
  type,
  conversationId,
  occurredAt,
  data
})
