import { Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { WhatsAppContent } from "../../domain/message/WhatsAppContent.ts"
import { ChannelAccounts } from "../../ports/stores/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { dispatchWhatsApp } from "./dispatchWhatsApp.ts"
import { readRecipient } from "./readRecipient.ts"
import { sendOnce } from "./sendOnce.ts"

/** Sends a WhatsApp message to a number or a business-scoped user id. An unknown one becomes a contact (contract C18). */
export const sendWhatsApp = Effect.fnUntraced(
  function* (organizationId: OrganizationId, recipient: string, content: WhatsAppContent) {
    const to = yield* readRecipient(organizationId, recipient)
    const from = yield* (yield* ChannelAccounts).connected(organizationId, "whatsapp")
    return yield* dispatchWhatsApp(from, to, content)
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendWhatsApp")
)
