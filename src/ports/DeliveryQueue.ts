import { Context, type DateTime, type Effect } from "effect"
import type { Delivery, NextStep } from "../domain/Delivery.ts"
import type { EventId, OrganizationId } from "../domain/Ids.ts"

/** What became of one attempt. `Done` is a success. */
export interface SettledAttempt {
  readonly organizationId: OrganizationId
  readonly eventId: EventId
  /** Where it was tried: a subscription that has moved since is not disabled by what its old address says. */
  readonly url: string
  readonly at: DateTime.Utc
  /** Null, like the response, when no answer came. */
  readonly status: number | null
  readonly durationMillis: number
  /** The beginning of what was answered. */
  readonly response: string | null
  /** Why it was no success; empty when it was one. */
  readonly detail: string
  readonly next: NextStep | { readonly _tag: "Done" }
}

/** Events that still have to reach a webhook. They enter it in the statement that records the event. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Claims at most `limit` due deliveries of active subscriptions. Nobody else gets them until `leaseUntil`; whoever
     * dies with a claim leaves it to others then, so a delivery happens at least once.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<Delivery>>
    /**
     * Records the attempt, as a whole or not at all. The first attempt of a delivery counts one unit of the month it
     * happened in, whatever its result (decision 34).
     */
    settle(attempt: SettledAttempt): Effect.Effect<void>
    /** Waits until this process has put something into the queue since the last call. Others may have, unnoticed. */
    readonly arrival: Effect.Effect<void>
  }
>()("effect-parley/ports/DeliveryQueue") {}
