import { Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"
import { chooseAccount } from "../sends/chooseSender.ts"
import { spanned } from "../../telemetry/spanned.ts"

/**
 * The templates that a number of the organization can send, in the platform's order. Numbers of different WhatsApp
 * Business Accounts have different ones. `from` names the number; null: the
 * default number, else the one connected first.
 */
export const listTemplates = Effect.fnUntraced(function* (organizationId: OrganizationId, from: string | null = null) {
  yield* outsideTransaction("listTemplates")
  const catalogue = yield* TemplateCatalogue
  return yield* catalogue.approved(yield* chooseAccount(organizationId, "whatsapp", from))
}, spanned("listTemplates"))
