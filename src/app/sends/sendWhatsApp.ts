import { Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { chooseNumber } from "./chooseSender.ts"
import { dispatchWhatsApp } from "./dispatchWhatsApp.ts"
import { readRecipient } from "./readRecipient.ts"
import { sendOnce } from "./sendOnce.ts"

/**
 * Sends a WhatsApp message to a number or a business-scoped user id. An unknown one becomes a contact (contract C18).
 * `from` names the number that sends; null: `chooseNumber` decides.
 */
export const sendWhatsApp = Effect.fnUntraced(
  function* (organizationId: OrganizationId, recipient: string, content: WhatsAppContent, from: string | null = null) {
    const to = yield* readRecipient(organizationId, recipient)
    const number = yield* chooseNumber(organizationId, from, to.identity)
    return yield* dispatchWhatsApp(number, to, content)
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendWhatsApp")
)
