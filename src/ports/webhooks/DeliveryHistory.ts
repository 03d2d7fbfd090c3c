import { Context, type DateTime, type Effect, type Option } from "effect"
import type { DeliverableType, DeliveryRecord, DeliveryStatus } from "../../domain/webhooks/DeliveryRecord.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

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

/** The deliveries of an organization with their outcomes, pending ones too. */
export class DeliveryHistory extends Context.Service<
  DeliveryHistory,
  {
    /** The newest event first. The total counts no further than `maxCountedDeliveries`; pages go on behind that. */
    list(organizationId: OrganizationId, filter: DeliveryFilter, page: PageRequest): Effect.Effect<Page<DeliveryRecord>>
    find(organizationId: OrganizationId, eventId: EventId): Effect.Effect<Option.Option<DeliveryRecord>>
    /** The body of the delivery; none for an event that no subscription receives. */
    body(organizationId: OrganizationId, eventId: EventId): Effect.Effect<Option.Option<string>>
    /**
     * Makes the delivery again: due now, with all its retries, and in no conversation's order. A deferred delivery becomes
     * due now as it is, even one that is held back. A delivery without an attempt stays in the outbox. The monthly counter
     * stays as it is. Gives whether there is such a delivery.
     */
    replay(organizationId: OrganizationId, eventId: EventId, now: DateTime.Utc): Effect.Effect<boolean>
    /**
     * The same for a range of at most `limit` deliveries. Gives how many; none, without a change, where there are more.
     * The oldest become due now, `replaysPerSecond` of them, and as many in each second after that, behind those of
     * ranges that were replayed before.
     */
    replayRange(
      organizationId: OrganizationId,
      range: ReplayRange,
      limit: number,
      now: DateTime.Utc
    ): Effect.Effect<Option.Option<number>>
  }
>()("effect-parley/ports/DeliveryHistory") {}
