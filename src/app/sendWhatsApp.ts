import { Effect } from "effect"
import { phoneContactIdentity } from "../domain/ContactIdentity.ts"
import type { OrganizationId } from "../domain/Ids.ts"
import { announcedContent, keptContent, messageType, type WhatsAppContent } from "../domain/WhatsAppContent.ts"
import { ChannelAccounts } from "../ports/ChannelAccounts.ts"
import { PhoneNumbers } from "../ports/PhoneNumbers.ts"
import { WhatsApp } from "../ports/WhatsApp.ts"
import { dispatch } from "./dispatch.ts"

/** Sends a WhatsApp message to a phone number. A number that nobody is known by becomes a contact (decision 18). */
export const sendWhatsApp = Effect.fn("sendWhatsApp")(function* (
  organizationId: OrganizationId,
  recipient: string,
  content: WhatsAppContent
) {
  const platform = yield* WhatsApp
  const { countryCode, phone } = yield* Effect.fromResult((yield* PhoneNumbers).read(recipient))
  const from = yield* (yield* ChannelAccounts).connected(organizationId, "whatsapp")
  const outgoing = {
    from: from.account,
    identity: phoneContactIdentity(phone),
    to: phone,
    recipient: { phone, countryCode },
    type: messageType(content),
    kept: keptContent(content),
    announced: announcedContent(content)
  }
  return yield* dispatch(organizationId, outgoing, platform.send(from, phone, content))
})
