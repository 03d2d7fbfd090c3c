import { Arbitrary } from "effect"
import type { Invitation } from "../../src/domain/access/Member.ts"
import { derived } from "./derived.ts"
import { inboundHistory } from "./inboundHistory.ts"
import { channelAccount, contact, inboundPerson, inboxContact, personId } from "./people.ts"
import { pastMessage } from "./pastMessage.ts"
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

/** Generators for every domain type, by type name. The values shrink and are valid for the type's schema. */
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
  pastMessage,
  personId,
  personName,
  phoneForms,
  phoneNumber,
  storableText,
  tag,
  text
}
