import { Context, Effect, Result } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { WhatsAppContent } from "../../domain/message/WhatsAppContent.ts"
import { PhoneNumbers } from "../../ports/policies/PhoneNumbers.ts"
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
    const context = yield* Effect.context<PhoneNumbers>()
    const read = readRecipient(Context.get(context, PhoneNumbers), recipient)
    if (Result.isFailure(read)) return yield* Effect.fail(read.failure)
    const number = yield* chooseNumber(organizationId, from, read.success.identity)
    return yield* dispatchWhatsApp(number, read.success, content)
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendWhatsApp")
)
