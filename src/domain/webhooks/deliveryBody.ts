import { DateTime } from "effect"
import type { WebhookId } from "../Ids.ts"

/** The body of a delivery (contract C67). `webhook_id` is the subscription's id (contract C27). */
export const deliveryBody = (
  webhookId: WebhookId,
  event: { readonly type: string; readonly occurredAt: DateTime.Utc; readonly dataJson: string }
): string => {
  const head = JSON.stringify({
    event: event.type,
    timestamp: DateTime.formatIso(event.occurredAt),
    webhook_id: webhookId
  })
  return `${head.slice(0, -1)},"data":${event.dataJson}}`
}
