import { Effect } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateTier, RateVerdict, RatedInterface } from "../../../domain/limits/RateTier.ts"
import type { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { RequestFacts } from "../interfaces/RequestFacts.ts"

/** The endpoints that do not have the standard tier (contract: Rate tiers). */
export const endpointTiers: ReadonlyMap<string, RateTier> = new Map([
  ["POST /api/developer/v1/send-message", "messaging"],
  ["POST /api/developer/v1/messenger/send-message", "messaging"],
  ["POST /api/developer/v1/instagram/send-message", "messaging"],
  ["POST /api/whatsapp/messages/send", "messaging"],
  ["POST /api/whatsapp/conversations/:conversationId/messages", "messaging"],
  ["POST /api/whatsapp/private-replies", "messaging"],
  ["POST /api/developer/v1/messages/:messageId/read", "messaging"],
  ["POST /api/developer/v1/messages/:messageId/typing", "messaging"],
  ["POST /api/whatsapp/messages/:messageId/read", "messaging"],
  ["POST /api/whatsapp/messages/:messageId/typing", "messaging"],
  ["POST /api/whatsapp/contacts/bulk", "bulk"],
  ["POST /api/whatsapp/import/messages", "bulk"],
  ["POST /api/developer/v1/import/messages", "bulk"]
])

/** An endpoint with the prefix of its interface. */
export interface RatedEndpoint {
  readonly method: string
  readonly path: string
}

export const tierOf = ({ method, path }: RatedEndpoint): RateTier =>
  endpointTiers.get(`${method} ${path}`) ?? "standard"

/**
 * Text of a rate-limited call. 60 seconds suffice for every tier; `Retry-After` has the tier's period (contract:
 * Windows of the rate tiers).
 */
export const rateLimitExceeded = "Rate limit exceeded. Try again in 60 seconds."

/**
 * Rate tier of browser calls. All members share the console, which reloads data after events. Browsers set the origin
 * headers, and scripts cannot change them (contract: Rate tier of the console).
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
