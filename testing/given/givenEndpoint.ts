import { type DateTime, Effect } from "effect"
import { type OrganizationId, WebhookId } from "../../src/domain/Ids.ts"
import type { WebhookEndpoint } from "../../src/domain/webhooks/Webhook.ts"
import { everyEvent } from "../../src/domain/webhooks/WebhookEndpoint.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { uuid } from "./given.ts"

/** Adds an endpoint to the organization; by default for every message that is sent. */
export const givenEndpoint = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  changes: Partial<WebhookEndpoint> = {}
) {
  const webhook: WebhookEndpoint = {
    id: WebhookId.make(yield* uuid),
    organizationId,
    url: "https://second.example.com/hook",
    events: ["message.sent"],
    status: "active",
    secret: { value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", chosen: false },
    previousSecrets: [],
    failingSince: null,
    createdAt: at,
    updatedAt: at,
    endpoint: { name: "Second", filter: everyEvent, headers: { "x-token": "abc" }, disabledReason: null },
    ...changes
  }
  yield* (yield* WebhookStore).save(webhook)
  return webhook
})
