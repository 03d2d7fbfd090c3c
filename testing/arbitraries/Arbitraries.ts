import { Arbitrary } from "effect"
import type { Invitation } from "../../src/domain/access/Member.ts"
import { derived } from "./derived.ts"
import { inboundHistory } from "./inboundHistory.ts"
import { channelAccount, contact, inboundPerson, inboxContact, personId } from "./people.ts"
import { phoneForms, phoneNumber } from "./phoneNumbers.ts"
import { emailAddress, instant, personName, storableText, tag, text } from "./texts.ts"

const invitation: Arbitrary.Arbitrary<Invitation> = Arbitrary.all({
  organizationId: derived.organizationId,
  email: emailAddress,
  name: personName,
  role: derived.role,
  conversationScope: derived.conversationScope,
  createdAt: instant
})

/** Values of every type of the domain, under its name. They shrink, and every schema takes its own. */
export const Arbitraries = {
  ...derived,
  channelAccount,
  contact,
  emailAddress,
  inboundHistory,
  inboundPerson,
  inboxContact,
  instant,
  invitation,
  personId,
  personName,
  phoneForms,
  phoneNumber,
  storableText,
  tag,
  text
}
