import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Booking, CallReport } from "../../domain/limits/RateLedger.ts"
import type { RateAllowance, RatedInterface, RateTier } from "../../domain/limits/RateTier.ts"

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
