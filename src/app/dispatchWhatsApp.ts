import { Effect } from "effect"
import { phoneContactIdentity } from "../domain/ContactIdentity.ts"
import { announcedContent, keptContent, messageType, type WhatsAppContent } from "../domain/WhatsAppContent.ts"
import type { ConnectedAccount } from "../ports/ChannelAccounts.ts"
import type { ReadPhoneNumber } from "../ports/PhoneNumbers.ts"
import { WhatsApp } from "../ports/WhatsApp.ts"
import { dispatch } from "./dispatch.ts"

/** Sends to a number from one of the organization's own, on the path that every send takes. */
export const dispatchWhatsApp = (
  from: ConnectedAccount,
  { countryCode, phone }: ReadPhoneNumber,
  content: WhatsAppContent
) =>
  Effect.flatMap(WhatsApp, (platform) => {
    const outgoing = {
      from: from.account,
      identity: phoneContactIdentity(phone),
      to: phone,
      recipient: { phone, countryCode },
      type: messageType(content),
      kept: keptContent(content),
      announced: announcedContent(content)
    }
    return dispatch(from.account.organizationId, outgoing, platform.send(from, phone, content))
  })
