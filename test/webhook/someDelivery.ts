import { DateTime } from "effect"
import type { Delivery } from "../../src/domain/webhooks/Delivery.ts"
import { ConversationId, EventId, OrganizationId, WebhookId } from "../../src/domain/Ids.ts"
import type { Webhook } from "../../src/domain/webhooks/Webhook.ts"

const organizationId = OrganizationId.make("018f0000-0000-7000-8000-000000000001")

export const at = DateTime.makeUnsafe("2026-11-20T12:00:30.900Z")

/** The secret of platforms P20. */
export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** A delivery of one event, its first attempt, to this URL. */
export const someDelivery = (url: string, changes: Partial<Webhook> = {}): Delivery => ({
  organizationId,
  event: {
    id: EventId.make("018f0000-0000-7000-8000-00000000000e"),
    type: "message.sent",
    conversationId: ConversationId.make("018f0000-0000-7000-8000-00000000000d"),
    sequence: 7,
    occurredAt: DateTime.makeUnsafe("2026-11-20T12:00:00.123Z"),
    dataJson: JSON.stringify({ channel: "whatsapp", to: "15551234567", content: { text: "Olá \u2028 </script>" } })
  },
  webhook: {
    id: WebhookId.make("018f0000-0000-7000-8000-00000000000f"),
    organizationId,
    url,
    events: ["message.sent"],
    status: "active",
    secret: { value: secret, chosen: false },
    previousSecrets: [],
    failingSince: null,
    createdAt: DateTime.makeUnsafe("2026-11-01T00:00:00.000Z"),
    updatedAt: DateTime.makeUnsafe("2026-11-01T00:00:00.000Z"),
    ...changes
  },
  failures: 0,
  isDeferred: false
})
