import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type RateCard, emptyRateCard } from "../../domain/limits/RateCard.ts"
import type { RateAllowance, RateTable, RateTier, RateVerdict, RatedInterface } from "../../domain/limits/RateTier.ts"
import type { Booking, CallReport } from "../../domain/limits/RateLedger.ts"
import type { ChannelAccount } from "../../domain/conversations/Channel.ts"
import type { PlatformRejected } from "../../domain/messages/PlatformError.ts"
import type { SendPaceExceeded } from "../../domain/limits/SendPace.ts"

/**
 * How fast an organization may call (contract: Rate tiers). An adapter is a layer made of the `RateTable` of the
 * settings.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** The number of calls and the period of each tier; null: the tier is switched off. */
    readonly table: RateTable
    /**
     * Counts a call and says whether it is accepted. No window of one period contains more accepted calls of the
     * organization in the tier than its number, and an organization that called nothing for a period has all of it. A
     * refused call does not count. Null when the tier is switched off.
     */
    take(organizationId: OrganizationId, rated: RatedInterface, tier: RateTier): Effect.Effect<RateVerdict | null>
  }
>()("effect-parley/ports/RateLimits") {}

/** Which calls of an organization are counted together, and how many of them are allowed. */
export interface RateCounter {
  readonly rated: RatedInterface
  readonly tier: RateTier
  readonly allowance: RateAllowance
}

/** The calls of the last period, as all processes of a deployment report them (decision 14, Rates of all processes). */
export class RateLedger extends Context.Service<
  RateLedger,
  {
    /**
     * Books a report as `bookCalls` says, by the clock of the ledger. Reports on one counter are booked one after the
     * other, whichever process they come from, so the calls that the ledger accepts never exceed the allowance.
     */
    book(organizationId: OrganizationId, counter: RateCounter, report: CallReport): Effect.Effect<Booking>
  }
>()("effect-parley/ports/RateLedger") {}

/** A send, as far as its pace is concerned. */
export interface PacedSend {
  readonly from: ChannelAccount
  /** The recipient in the form that the platform takes. */
  readonly to: string
}

/** How fast messages go to the platforms (contract: A send that the platform would refuse for its pace). */
export interface Pacer {
  /**
   * Returns once the platform may be called, usually at once. Sends of a pair start in the order of their calls. Fails
   * at once if the wait would exceed `patienceMillis`. A send that fails, or is interrupted while it waits, does not
   * count. Returns the start of the send, in milliseconds of the adapter's clock.
   */
  hold(organizationId: OrganizationId, send: PacedSend, patienceMillis: number): Effect.Effect<number, SendPaceExceeded>
  /**
   * Slows down after the platform refused a send that `hold` started at `startedAt`. Returns the error for the caller;
   * null for a rejection that has nothing to do with pace.
   */
  refused(
    organizationId: OrganizationId,
    send: PacedSend,
    rejected: PlatformRejected,
    startedAt: number
  ): Effect.Effect<SendPaceExceeded | null>
}

/** Without an adapter nothing is held back, and a refusal of the platform is a rejection like others. */
export const SendPace = Context.Reference<Pacer | null>("effect-parley/ports/SendPace", { defaultValue: () => null })

/** The prices of the operator (contract: The rate card). Without a card no message has a cost. */
export const OperatorRates = Context.Reference<RateCard>("effect-parley/ports/OperatorRates", {
  defaultValue: () => emptyRateCard
})
