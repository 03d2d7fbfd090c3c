import { Effect, Option } from "effect"
import { type Contact, ContactNotFound, ContactNotFoundByPhone } from "../../domain/contacts/Contact.ts"
import type { ChannelAccountId, ContactId } from "../../domain/Ids.ts"
import { Forbidden, type SessionAccess, maySee, visibleTo } from "../../domain/access/SessionAccess.ts"
import type { WhatsAppContent } from "../../domain/messages/WhatsAppContent.ts"
import type { FileDraft } from "../../domain/media/SentFile.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { accountOfConversation, chooseNumber } from "./chooseSender.ts"
import { dispatchDraft } from "./sendWhatsApp.ts"
import { type ReadRecipient, readRecipient } from "../contacts/readPhoneNumber.ts"
import { afterReply } from "./afterReply.ts"
import { sendOnce } from "./callOnce.ts"
import {
  type ContactIdentity,
  isWhatsAppUserId,
  phoneContactIdentity,
  userContactIdentity
} from "../../domain/contacts/ContactIdentity.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"

/** A caller may write only into conversations that they may see. A caller who sees all needs no look-up. */
export const checkRunning = Effect.fnUntraced(function* (
  access: SessionAccess,
  contactId: ContactId,
  channelAccountId: ChannelAccountId
) {
  if (visibleTo(access) === null) return
  const running = yield* (yield* ConversationStore).findRunning(access.organizationId, contactId, channelAccountId)
  if (Option.isSome(running) && !maySee(access, running.value)) return yield* new Forbidden()
})

/** Recipient and number of a send by a member. */
export const knownRecipient = Effect.fnUntraced(function* (
  access: SessionAccess,
  recipient: string,
  from: string | null
) {
  const { organizationId } = access
  const read = yield* readRecipient(organizationId, recipient)
  const contact = yield* (yield* ContactStore).findByIdentity(organizationId, read.identity)
  if (Option.isNone(contact)) return yield* new ContactNotFoundByPhone()
  const number = yield* chooseNumber(organizationId, from, read.identity, visibleTo(access))
  yield* checkRunning(access, contact.value.id, number.account.id)
  return { contact: contact.value, number, read }
})

/**
 * Sends a WhatsApp message to a contact, found by any form of their number or by their business-scoped user id. Unknown
 * ones are refused (contract: Sends to unknown people). `from` names the number that sends; null: `chooseNumber`
 * decides.
 */
export const sendToContact = Effect.fnUntraced(
  function* (
    access: SessionAccess,
    recipient: string,
    content: WhatsAppContent | FileDraft,
    from: string | null = null
  ) {
    const { contact, number, read } = yield* knownRecipient(access, recipient, from)
    return yield* dispatchDraft(number, contact.id, read, content)
  },
  (send, access) => afterReply(access, sendOnce(access.organizationId, send)),
  spanned("sendToContact")
)

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

/** The number of a WhatsApp conversation, and its contact as a recipient. */
export const addresseeOf = Effect.fnUntraced(function* (conversation: Conversation) {
  const { contactId, organizationId } = conversation
  const from = yield* accountOfConversation(conversation)
  const contacts = yield* ContactStore
  const contact = yield* contacts.find(organizationId, contactId)
  const recipient = Option.isNone(contact)
    ? null
    : recipientOf(contact.value, yield* contacts.identities(organizationId, contactId))
  if (recipient === null) return yield* new ContactNotFound()
  return { from, recipient }
})

/**
 * Sends to the contact of a WhatsApp conversation, from the number that it came over (contract: Answers in closed
 * conversations). A closed conversation is opened again, unless the contact has another one on the number that is not
 * closed: the message belongs to that one.
 */
export const replyOnWhatsApp = Effect.fnUntraced(
  function* (access: SessionAccess, conversation: Conversation, content: WhatsAppContent | FileDraft) {
    const { channelAccountId, contactId, id } = conversation
    const { from, recipient } = yield* addresseeOf(conversation)
    yield* checkRunning(access, contactId, channelAccountId)
    return yield* dispatchDraft(from, contactId, { ...recipient, answered: id }, content)
  },
  (send, access) => afterReply(access, sendOnce(access.organizationId, send)),
  spanned("replyOnWhatsApp")
)
