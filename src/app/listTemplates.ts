import { Effect } from "effect"
import type { OrganizationId } from "../domain/Ids.ts"
import { ChannelAccounts } from "../ports/stores/ChannelAccounts.ts"
import { TemplateCatalogue } from "../ports/platforms/TemplateCatalogue.ts"
import { spanned } from "../telemetry/spanned.ts"

/** The templates that the organization's number can send, in the platform's order. */
export const listTemplates = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const catalogue = yield* TemplateCatalogue
  return yield* catalogue.approved(yield* (yield* ChannelAccounts).connected(organizationId, "whatsapp"))
}, spanned("listTemplates"))
