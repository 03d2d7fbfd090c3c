import { Effect } from "effect"
import type { Tenant } from "./business.ts"
import { businesses } from "./cast.ts"
import type { Receiver } from "./Receiver.ts"
import { Instances, settleIn } from "./running.ts"

/** The businesses, settled in one after the other; they call one instance or the other. */
export const tenantsOf = Effect.fnUntraced(function* (receiver: Receiver) {
  const urls = yield* Instances
  const tenants = new Map<string, Tenant>()
  for (const [ordinal, business] of businesses.entries()) {
    const settled = yield* settleIn(business, urls[ordinal % urls.length] ?? urls[0], receiver)
    const path = `/${settled.organizationId}`
    const conversationOf = (messageId: string) => receiver.conversationOf(path, messageId)
    tenants.set(business.name, { ...settled, conversationOf })
  }
  return tenants
})
