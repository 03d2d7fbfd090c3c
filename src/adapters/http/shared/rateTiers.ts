import { Context, Effect } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateTier, RateVerdict, RatedInterface } from "../../../domain/limits/RateTier.ts"
import type { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { RequestFacts } from "./RequestFacts.ts"

/** Rate tier of an endpoint (contract C35). */
export const Tier = Context.Reference<RateTier>("effect-parley/http/Tier", { defaultValue: () => "standard" })

/** Text of a rate-limited call. 60 seconds suffice for every tier; `Retry-After` has the tier's period (contract C110). */
export const rateLimitExceeded = "Rate limit exceeded. Try again in 60 seconds."

export const tierOf = ({ annotations }: { readonly annotations: Context.Context<never> }): RateTier =>
  Context.get(annotations, Tier)

/**
 * Rate tier of browser calls. All members share the console, which reloads data after events. Browsers set the origin
 * headers, and scripts cannot change them (contract C219).
 */
export const tierOfPage = (tier: RateTier, headers: Readonly<Record<string, string | undefined>>): RateTier =>
  tier === "standard" && headers["sec-fetch-site"] === "same-origin" ? "console" : tier

/** Counts a request of the interface, records the verdict, and returns whether the request is allowed. */
export const countRequest =
  (limits: RateLimits["Service"], rated: RatedInterface) =>
  (organizationId: OrganizationId, tier: RateTier): Effect.Effect<boolean> =>
    Effect.withFiber((fiber) => {
      const facts = fiber.getRef(RequestFacts)
      return Effect.map(limits.take(organizationId, rated, tier), (verdict) => {
        if (facts !== null) facts.verdict = verdict
        return verdict?.isAllowed ?? true
      })
    })

/** The headers of a verdict (draft-ietf-httpapi-ratelimit-headers-06, RFC 9110 §10.2.3). */
export const rateHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => {
  const headers = {
    "ratelimit-limit": String(verdict.limit),
    "ratelimit-remaining": String(verdict.remaining),
    "ratelimit-reset": String(verdict.resetSeconds)
  }
  return verdict.isAllowed ? headers : { ...headers, "retry-after": String(verdict.retryAfterSeconds) }
}
