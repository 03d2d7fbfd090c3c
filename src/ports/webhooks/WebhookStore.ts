import { Context, type DateTime, type Effect, type Option } from "effect"
import type { EventId, OrganizationId, WebhookId } from "../../domain/Ids.ts"
import type { Webhook, WebhookEndpoint, WebhookUrlRefused } from "../../domain/webhooks/Webhook.ts"
import type { Delivery } from "../../domain/webhooks/Delivery.ts"
import type { DeliveryAnswer, DeliveryRefused } from "../../domain/webhooks/afterRefusal.ts"
import type { DeliverableType, DeliveryRecord, DeliveryStatus } from "../../domain/webhooks/DeliveryRecord.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** A subscription that nothing reaches, and how much has passed of the time after which it is disabled. */
export interface FailingWebhook extends Pick<Webhook, "id" | "organizationId"> {
  readonly failingSince: DateTime.Utc
  readonly percent: number
}

/** The subscriptions of organizations: one webhook each, and further endpoints. Secrets and headers are stored sealed. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /**
     * The one webhook. Inside a transaction it stays locked until its end. One whose secret cannot be opened has the status
     * `secret_unreadable`.
     */
    find(organizationId: OrganizationId): Effect.Effect<Option.Option<Webhook>>
    /** The endpoints, the oldest first. Inside a transaction they stay locked until its end. */
    endpoints(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<WebhookEndpoint>>
    /**
     * Dies of a subscription without a secret. Adds the subscription, or replaces it: the one webhook of the organization, or
     * the endpoint with its id. Deliveries under way go to the new address.
     */
    save(webhook: Webhook): Effect.Effect<void>
    /** Removes the endpoint, or else the one webhook. Also drops pending deliveries. Returns whether there was one. */
    remove(organizationId: OrganizationId, endpointId?: WebhookId): Effect.Effect<boolean>
    /**
     * Active subscriptions of all organizations that are not suspended, which have reached a percentage of `warningPercents` since their first
     * failure, at most `limit`. Each is given once for each percentage, whichever process asks; of several that were
     * reached meanwhile only for the highest. After a success it begins anew.
     */
    claimFailing(at: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<FailingWebhook>>
  }
>()("effect-parley/ports/WebhookStore") {}

/** Delivers events to webhooks. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Whether an address of the URL's host may be dialled (contract: What a webhook may be); asked again at every
     * connection.
     */
    checkAddress(url: string): Effect.Effect<void, WebhookUrlRefused>
    /**
     * Sends one signed POST (contract: Signatures and secrets). Texts of the receiver are returned in a form that every
     * store accepts.
     */
    send(delivery: Delivery, at: DateTime.Utc): Effect.Effect<DeliveryAnswer, DeliveryRefused>
  }
>()("effect-parley/ports/WebhookSender") {}

/** A filter of deliveries; null matches all. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly type: DeliverableType | null
  /** Limits the list to events at this instant or later. */
  readonly since: DateTime.Utc | null
}

/** Deliveries of events that happened from then on, and before `until` when that is given. */
export interface ReplayRange {
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc | null
  readonly status: DeliveryStatus | null
}

/**
 * The deliveries of a subscription with their outcomes, pending ones too: of an endpoint, or else of the one webhook. An event
 * becomes a delivery to an endpoint once the owner of the shard has read it.
 */
export class DeliveryHistory extends Context.Service<
  DeliveryHistory,
  {
    /** The newest event first. The total counts no further than `maxCountedDeliveries`; pages go on behind that. */
    list(
      organizationId: OrganizationId,
      filter: DeliveryFilter,
      page: PageRequest,
      endpointId?: WebhookId
    ): Effect.Effect<Page<DeliveryRecord>>
    find(
      organizationId: OrganizationId,
      eventId: EventId,
      endpointId?: WebhookId
    ): Effect.Effect<Option.Option<DeliveryRecord>>
    /** The body of the delivery; none for an event that no subscription receives. */
    body(organizationId: OrganizationId, eventId: EventId, endpointId?: WebhookId): Effect.Effect<Option.Option<string>>
    /**
     * Makes the delivery again: due now, with all its retries, and in no conversation's order. A deferred delivery becomes
     * due now as it is, even one that is held back. A delivery without an attempt stays in the outbox. The monthly counter
     * stays as it is. Gives whether there is such a delivery.
     */
    replay(
      organizationId: OrganizationId,
      eventId: EventId,
      now: DateTime.Utc,
      endpointId?: WebhookId
    ): Effect.Effect<boolean>
    /**
     * The same for a range of at most `limit` deliveries. Gives how many; none, without a change, where there are more.
     * The oldest become due now, `replaysPerSecond` of them, and as many in each second after that, behind those of
     * ranges that were replayed before.
     */
    replayRange(
      organizationId: OrganizationId,
      range: ReplayRange,
      limit: number,
      now: DateTime.Utc,
      endpointId?: WebhookId
    ): Effect.Effect<Option.Option<number>>
  }
>()("effect-parley/ports/DeliveryHistory") {}
