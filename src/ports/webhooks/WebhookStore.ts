import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/webhooks/Webhook.ts"

/** A subscription that nothing reaches, and how much has passed of the time after which it is disabled. */
export interface FailingWebhook extends Pick<Webhook, "id" | "organizationId"> {
  readonly failingSince: DateTime.Utc
  readonly percent: number
}

/** The subscription of each organization, one each. Its secrets are stored sealed. */
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
    /**
     * Active subscriptions of all organizations that are not suspended, which have reached a percentage of `warningPercents` since their first
     * failure, at most `limit`. Each is given once for each percentage, whichever process asks; of several that were
     * reached meanwhile only for the highest. After a success it begins anew.
     */
    claimFailing(at: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<FailingWebhook>>
  }
>()("effect-parley/ports/WebhookStore") {}
