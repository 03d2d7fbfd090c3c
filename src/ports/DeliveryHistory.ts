import { Context, type DateTime, type Effect, type Option } from "effect"
import type { DeliverableType, DeliveryRecord, DeliveryStatus } from "../domain/DeliveryRecord.ts"
import type { EventId, OrganizationId } from "../domain/Ids.ts"
import type { Page, PageRequest } from "../domain/Page.ts"

/** Which deliveries; null where all will do. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly type: DeliverableType | null
  /** Of events that happened then or later. */
  readonly since: DateTime.Utc | null
}

/** Deliveries of events that happened from then on, and before `until` when that is given. */
export interface ReplayRange {
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc | null
  readonly status: DeliveryStatus | null
}

/** What became of an organization's deliveries: those that wait, and those that came to an end. */
export class DeliveryHistory extends Context.Service<
  DeliveryHistory,
  {
    /** The newest event first. The total counts no further than `maxCountedDeliveries`; pages go on behind that. */
    list(organizationId: OrganizationId, filter: DeliveryFilter, page: PageRequest): Effect.Effect<Page<DeliveryRecord>>
    find(organizationId: OrganizationId, eventId: EventId): Effect.Effect<Option.Option<DeliveryRecord>>
    /**
     * Has the delivery made again, due now, with all its retries to come, and in no conversation's order; one that waits
     * becomes due now as it is, even one that is held back; one that nobody has attempted yet is on its way already. The
     * monthly counter stays as it is. Gives back whether there is such a delivery.
     */
    replay(organizationId: OrganizationId, eventId: EventId, now: DateTime.Utc): Effect.Effect<boolean>
    /**
     * The same for a whole range, if it is no more than `limit`; gives back how many, or none and changes nothing. The oldest
     * become due now, `replaysPerSecond` of them, and as many in each second after that; those of another range that was
     * replayed before come first.
     */
    replayRange(
      organizationId: OrganizationId,
      range: ReplayRange,
      limit: number,
      now: DateTime.Utc
    ): Effect.Effect<Option.Option<number>>
  }
>()("effect-parley/ports/DeliveryHistory") {}
