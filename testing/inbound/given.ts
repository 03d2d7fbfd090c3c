import { type DateTime, HashMap } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { type Contact, newContact, VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { type ContactIdentity, phoneContactIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { newConversation } from "../../src/domain/conversations/Conversation.ts"
import { ContactId, ConversationId, MessageId, PlatformMessageId } from "../../src/domain/Ids.ts"
import { Inbound, type InboundPerson, type PersonId } from "../../src/domain/inbound/Inbound.ts"
import type { InboxContact } from "../../src/domain/inbound/InboxContact.ts"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import { type InboxState, withContact, withConversation, withMessage } from "../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { assert } from "../contracts/assert.ts"
import { minute, organizationId, uuidOf } from "./world.ts"

export const phone = (value: string): PersonId => ({ kind: "phone", value: PhoneNumber.make(value) })
export const bsuid = (value: string): PersonId => ({ kind: "whatsapp", value })

export const person = (
  ids: readonly [PersonId, ...ReadonlyArray<PersonId>],
  name: string | null = null
): InboundPerson => ({ ids, name, username: null })

export const pmid = (id: string) => PlatformMessageId.make(id)

/** The fields of every report. */
export const reported = ({ channel, externalId }: ChannelAccount, key: string, at: number) => ({
  key,
  at: minute(at),
  channel,
  accountExternalId: externalId
})

/** A message with text, or its echo. */
export const messageReport = (
  account: ChannelAccount,
  id: string,
  whom: InboundPerson,
  at: number,
  more: Partial<
    Pick<
      typeof Inbound.cases.MessageReceived.Type,
      "content" | "echo" | "media" | "referral" | "replyTo" | "standby" | "type"
    >
  > = {}
): RoutedInbound => ({
  account,
  item: Inbound.cases.MessageReceived.make({
    ...reported(account, `message ${id}`, at),
    person: whom,
    echo: false,
    platformMessageId: pmid(id),
    sendId: null,
    type: "text",
    content: { text: `text of ${id}` },
    media: [],
    replyTo: null,
    referral: null,
    standby: false,
    raw: { id },
    ...more
  })
})

/** An existing contact, created by a user, whose values take precedence over the platforms'. */
export const contactNamed = (
  name: string,
  identities: ReadonlyArray<ContactIdentity>,
  more: Partial<Contact> = {}
): InboxContact => ({
  contact: {
    ...newContact(
      {
        id: ContactId.make(uuidOf(`contact ${name}`)),
        vendorContactId: VendorContactId.make("ct_aaaaaaaaaaaaaaaaaaaaaaaa"),
        organizationId,
        source: "api",
        name
      },
      minute(0)
    ),
    ...more
  },
  identities,
  nameAt: null,
  phoneAt: null,
  optedInAt: null,
  watermarks: [],
  consents: []
})

export const knownByPhone = (name: string, value: string, more: Partial<Contact> = {}): InboxContact =>
  contactNamed(name, [phoneContactIdentity(PhoneNumber.make(value))], { phone: PhoneNumber.make(value), ...more })

/** Adds an open conversation of the contact with messages of the business. */
export const withTalk = (
  state: InboxState,
  met: InboxContact,
  account: ChannelAccount,
  sent: ReadonlyArray<Partial<Message> & { readonly createdAt: DateTime.Utc }>
): InboxState => {
  const { id: channelAccountId, channel } = account
  const id = ConversationId.make(uuidOf(`conversation of ${met.contact.id} on ${channelAccountId}`))
  const draft = { id, organizationId, contactId: met.contact.id, channel, channelAccountId, source: "api" }
  const thread = {
    conversation: newConversation(draft, minute(0)),
    lastLearnedAt: sent.at(-1)?.createdAt ?? null,
    lastSentAt: sent.at(-1)?.createdAt ?? null,
    lastWrittenAt: sent.at(-1)?.createdAt ?? null,
    lastEchoAt: null,
    isRecounted: false
  }
  return sent.reduce(
    (before, message, index) =>
      withMessage(before, {
        message: {
          id: MessageId.make(uuidOf(`message ${index} in ${id}`)),
          organizationId,
          conversationId: id,
          contactId: met.contact.id,
          channel,
          channelAccountId,
          direction: "outbound",
          peer: "peer",
          type: "text",
          content: { text: "ours" },
          status: "sent",
          platformMessageId: null,
          failure: null,
          deliveredAt: null,
          readAt: null,
          annotations: {},
          ...message
        },
        learnedAt: message.createdAt,
        listedAt: message.createdAt,
        raw: null,
        countsUnread: false
      }),
    withConversation(withContact(state, met), thread)
  )
}

/** The only element. */
export const only = <A>(all: Iterable<A>): A => {
  const [first, ...others] = all
  return first === undefined || others.length > 0
    ? assert.fail(`there are ${others.length + (first === undefined ? 0 : 1)}`)
    : first
}

export const contactsIn = ({ contacts }: InboxState) => [...HashMap.values(contacts)]
export const conversationsIn = ({ conversations }: InboxState) => [...HashMap.values(conversations)]
export const messagesIn = ({ messages }: InboxState) => [...HashMap.values(messages)]
