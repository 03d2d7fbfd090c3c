import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateVerdict } from "../../domain/quota/RateBucket.ts"
import type { RatedInterface, RateTier } from "../../domain/quota/RateTier.ts"

/** How fast an organization may call (contract C35). */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts a call. Null when the tier is switched off. */
    take(organizationId: OrganizationId, rated: RatedInterface, tier: RateTier): Effect.Effect<RateVerdict | null>
  }
>()("effect-parley/ports/RateLimits") {}
