import { Effect, Option } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { type Contact, ContactNotFound } from "../../domain/contacts/Contact.ts"
import {
  type ContactIdentity,
  isWhatsAppUserId,
  phoneContactIdentity,
  userContactIdentity
} from "../../domain/contacts/ContactIdentity.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import type { FileDraft } from "../../domain/media/SentFile.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { accountOfConversation } from "./chooseSender.ts"
import type { ReadRecipient } from "./readRecipient.ts"
import { sendOnce } from "./callOnce.ts"
import { checkRunning, dispatchDraft } from "./sendToContact.ts"

/** The contact as a recipient: their number, else their business-scoped user id; null if they have neither. */
const recipientOf = (
  { countryCode, phone }: Contact,
  identities: ReadonlyArray<ContactIdentity>
): ReadRecipient | null => {
  if (phone !== null) {
    return { to: phone, identity: phoneContactIdentity(phone), recipient: { phone, countryCode } }
  }
  const userId = identities
    .flatMap(({ kind, value }) => (kind === "whatsapp" && isWhatsAppUserId(value) ? [value] : []))
    .toSorted()[0]
  return userId === undefined ? null : { to: userId, identity: userContactIdentity(userId), recipient: {} }
}

/**
 * Sends to the contact of a WhatsApp conversation, from the number that it came over (contract C321). A closed conversation
 * is opened again, unless the contact has another one on the number that is not closed: the message belongs to that one.
 */
export const replyOnWhatsApp = Effect.fnUntraced(
  function* (access: SessionAccess, conversation: Conversation, content: WhatsAppContent | FileDraft) {
    const { organizationId } = access
    const { channelAccountId, contactId, id } = conversation
    const from = yield* accountOfConversation(conversation)
    const contacts = yield* ContactStore
    const contact = yield* contacts.find(organizationId, contactId)
    const recipient = Option.isNone(contact)
      ? null
      : recipientOf(contact.value, yield* contacts.identities(organizationId, contactId))
    if (recipient === null) return yield* new ContactNotFound()
    yield* checkRunning(access, contactId, channelAccountId)
    return yield* dispatchDraft(from, contactId, { ...recipient, answered: id }, content)
  },
  (send, { organizationId }) => sendOnce(organizationId, send),
  spanned("replyOnWhatsApp")
)
