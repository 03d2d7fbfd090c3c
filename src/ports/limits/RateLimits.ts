import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateVerdict } from "../../domain/limits/RateVerdict.ts"
import type { RatedInterface, RateTable, RateTier } from "../../domain/limits/RateTier.ts"

/** How fast an organization may call (contract C35). An adapter is a layer made of the `RateTable` of the settings. */
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
