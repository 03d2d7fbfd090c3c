import { Context, type DateTime, type Effect } from "effect"
import type { Delivery, DeliveryAnswer, DeliveryRefused } from "../../domain/webhooks/Delivery.ts"
import type { WebhookUrlRefused } from "../../domain/webhooks/Webhook.ts"

/** Delivers events to webhooks. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Whether an address of the URL's host may be dialled (contract C33); asked again at every connection. */
    checkAddress(url: string): Effect.Effect<void, WebhookUrlRefused>
    /** Sends one signed POST (contract C28). Texts of the receiver are returned in a form that every store accepts. */
    send(delivery: Delivery, at: DateTime.Utc): Effect.Effect<DeliveryAnswer, DeliveryRefused>
  }
>()("effect-parley/ports/WebhookSender") {}
