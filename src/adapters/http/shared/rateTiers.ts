import { Context, Effect } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateVerdict } from "../../../domain/limits/RateVerdict.ts"
import type { RatedInterface, RateTier } from "../../../domain/limits/RateTier.ts"
import type { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { noteFacts } from "./RequestFacts.ts"

/** The rate tier that an endpoint belongs to (contract C35). */
export const Tier = Context.Reference<RateTier>("effect-parley/http/Tier", { defaultValue: () => "standard" })

/** The text of a refused call. 60 seconds are enough for every tier; `Retry-After` is the tier's own period (contract C110). */
export const rateLimitExceeded = "Rate limit exceeded. Try again in 60 seconds."

export const tierOf = ({ annotations }: { readonly annotations: Context.Context<never> }): RateTier =>
  Context.get(annotations, Tier)

/**
 * The tier of a call by a page: the console is one page for all members, and loads again what events change. Browsers say
 * where a call comes from, and let no script say it for them (contract C219).
 */
export const tierOfPage = (tier: RateTier, headers: Readonly<Record<string, string | undefined>>): RateTier =>
  tier === "standard" && headers["sec-fetch-site"] === "same-origin" ? "console" : tier

/** Counts a request of the interface, and notes what that did to the allowance. Says whether it may go on. */
export const countRequest =
  (limits: RateLimits["Service"], rated: RatedInterface) =>
  (organizationId: OrganizationId, tier: RateTier): Effect.Effect<boolean> =>
    Effect.flatMap(limits.take(organizationId, rated, tier), (verdict) =>
      Effect.as(noteFacts({ verdict }), verdict?.isAllowed ?? true)
    )

/** The headers of a verdict (draft-ietf-httpapi-ratelimit-headers-06, RFC 9110 §10.2.3). */
export const rateHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => {
  const headers = {
    "ratelimit-limit": String(verdict.limit),
    "ratelimit-remaining": String(verdict.remaining),
    "ratelimit-reset": String(verdict.resetSeconds)
  }
  return verdict.isAllowed ? headers : { ...headers, "retry-after": String(verdict.retryAfterSeconds) }
}
