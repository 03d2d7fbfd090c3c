import { Effect } from "effect"
import type { OrganizationId } from "../domain/Ids.ts"
import { ChannelAccounts } from "../ports/ChannelAccounts.ts"
import { TemplateCatalogue } from "../ports/TemplateCatalogue.ts"

/** The templates that the organization's number can send, in the platform's order. */
export const listTemplates = Effect.fn("listTemplates")(function* (organizationId: OrganizationId) {
  const catalogue = yield* TemplateCatalogue
  return yield* catalogue.approved(yield* (yield* ChannelAccounts).connected(organizationId, "whatsapp"))
})
