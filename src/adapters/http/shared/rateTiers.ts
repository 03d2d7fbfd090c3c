import { Context, Effect } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateVerdict } from "../../../domain/quota/RateVerdict.ts"
import type { RatedInterface, RateTier } from "../../../domain/quota/RateTier.ts"
import type { RateLimits } from "../../../ports/policies/RateLimits.ts"
import { noteFacts } from "./RequestFacts.ts"

/** The rate tier that an endpoint belongs to (contract C35). */
export const Tier = Context.Reference<RateTier>("effect-parley/http/Tier", { defaultValue: () => "standard" })

/** The text of a refused call. 60 seconds are enough for every tier; `Retry-After` is the tier's own period (contract C110). */
export const rateLimitExceeded = "Rate limit exceeded. Try again in 60 seconds."

/** Counts a request of the interface, and notes what that did to the allowance. Says whether it may go on. */
export const countRequest =
  (limits: RateLimits["Service"], rated: RatedInterface) =>
  (
    organizationId: OrganizationId,
    { annotations }: { readonly annotations: Context.Context<never> }
  ): Effect.Effect<boolean> =>
    Effect.flatMap(limits.take(organizationId, rated, Context.get(annotations, Tier)), (verdict) =>
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
