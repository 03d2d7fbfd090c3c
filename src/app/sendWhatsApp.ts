import { Context, Effect, Result } from "effect"
import type { OrganizationId } from "../domain/Ids.ts"
import type { WhatsAppContent } from "../domain/message/WhatsAppContent.ts"
import { ChannelAccounts } from "../ports/stores/ChannelAccounts.ts"
import { PhoneNumbers } from "../ports/policies/PhoneNumbers.ts"
import { spanned } from "../telemetry/spanned.ts"
import { dispatchWhatsApp } from "./dispatch.ts"

/** Sends a WhatsApp message to a phone number. An unknown number becomes a contact (contract C18). */
export const sendWhatsApp = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  recipient: string,
  content: WhatsAppContent
) {
  const context = yield* Effect.context<PhoneNumbers | ChannelAccounts>()
  const number = Context.get(context, PhoneNumbers).read(recipient)
  if (Result.isFailure(number)) return yield* Effect.fail(number.failure)
  const from = yield* Context.get(context, ChannelAccounts).connected(organizationId, "whatsapp")
  return yield* dispatchWhatsApp(from, number.success, content)
}, spanned("sendWhatsApp"))
