import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { Webhook } from "../../../domain/webhook/Webhook.ts"

/** The one subscription of each organization. Its secrets are kept sealed. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /**
     * Inside a transaction the subscription stays locked until its end. One whose secret cannot be opened has the status
     * `secret_unreadable`.
     */
    find(organizationId: OrganizationId): Effect.Effect<Option.Option<Webhook>>
    /** Dies of a subscription without a secret. Adds the subscription, or replaces the organization's other one; deliveries under way go to the new address. */
    save(webhook: Webhook): Effect.Effect<void>
    /** Also drops pending deliveries. Returns whether there was one. */
    remove(organizationId: OrganizationId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/WebhookStore") {}
