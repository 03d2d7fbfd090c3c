import { Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The connected accounts of the organization with the health of their tokens, the one connected first as the first. */
export const listChannels = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* ChannelAccounts).ofOrganization(organizationId)
}, spanned("listChannels"))
