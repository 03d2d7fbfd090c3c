import { DateTime } from "effect"
import { noCampaignCounts } from "../../src/domain/campaigns/CampaignCounts.ts"
import { type Contact, newContact, VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { type Conversation, newConversation } from "../../src/domain/conversations/Conversation.ts"
import type { Note } from "../../src/domain/conversations/Note.ts"
import {
  accountUpdated,
  consentChanged,
  contactErased,
  contactCreated,
  contactUpdated,
  type Event,
  webhookFailing,
  webhookTest
} from "../../src/domain/webhooks/Event.ts"
import {
  conversationAssigned,
  conversationClosed,
  conversationOpened,
  conversationUpdated,
  noteAdded,
  noteRemoved,
  unreadChanged
} from "../../src/domain/webhooks/conversationEvents.ts"
import { campaignUpdated } from "../../src/domain/webhooks/campaignEvents.ts"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import {
  messageDeleted,
  messageEdited,
  messageReacted,
  messageReceived,
  postbackTapped,
  receiptAnnounced,
  sendFailed
} from "../../src/domain/webhooks/messageEvents.ts"
import {
  CampaignId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  MessageId,
  NoteId,
  OrganizationId,
  PendingSendId,
  PlatformMessageId,
  TeamId,
  UserId,
  WebhookId
} from "../../src/domain/Ids.ts"
import { PendingOutcome } from "../../src/domain/sends/PendingSend.ts"
import type { Message } from "../../src/domain/messages/Message.ts"

const uuid = (digit: number) => `0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e2${digit}`

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")
const id = EventId.make(uuid(0))
const organizationId = OrganizationId.make(uuid(1))
const conversationId = ConversationId.make(uuid(2))
const channelAccountId = ChannelAccountId.make(uuid(3))
const platformMessageId = PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5")

const contact: Contact = {
  ...newContact(
    {
      id: ContactId.make(uuid(4)),
      vendorContactId: VendorContactId.make(`ct_${"a".repeat(24)}`),
      organizationId,
      source: "api",
      name: "Ann"
    },
    at
  ),
  phone: PhoneNumber.make("15551234567")
}

const conversation: Conversation = newConversation(
  { id: conversationId, organizationId, contactId: contact.id, channelAccountId, channel: "whatsapp", source: "api" },
  at
)

const said = {
  id: MessageId.make(uuid(5)),
  organizationId,
  conversationId,
  contactId: contact.id,
  channel: "whatsapp",
  channelAccountId,
  direction: "inbound",
  peer: "15551234567",
  type: "text",
  content: { text: "Is it open today?" },
  status: "delivered",
  platformMessageId,
  failure: { _tag: "Rejected", code: 131047, title: "Re-engagement message", message: "Too late" },
  deliveredAt: null,
  readAt: null,
  annotations: {},
  createdAt: at
} as const satisfies Message

const note: Note = {
  id: NoteId.make(uuid(6)),
  organizationId,
  conversationId,
  text: "Called back",
  authorId: UserId.make(uuid(7)),
  mentions: [],
  createdAt: at
}

const account: ChannelAccount = {
  id: channelAccountId,
  organizationId,
  channel: "whatsapp",
  externalId: "106540352242922",
  businessAccountId: "102290129340398",
  displayName: "+1 555 078 3881",
  pageId: null,
  createdAt: at
}

const reaction = { by: "contact", reaction: "👍", at, key: "r" } as const

const details = { previous_owner_role: "ai_agent", new_owner_role: "escalation", metadata: "Asks for a refund" }

const priced = {
  ...said,
  annotations: {
    pricing: { at, status: "sent", value: { billable: true, category: "marketing", model: "PMP", type: "regular" } }
  }
} as const

/** The event with all fields that it may have. */
const withOtherLabels = (event: Event): Event =>
  event.type === "conversation.updated"
    ? {
        ...event,
        data: {
          ...event.data,
          labels: { current: ["VIP"], previous: [] },
          team: { current: TeamId.make(uuid(8)), previous: null }
        }
      }
    : event

/** One event of each type, as the service records it. */
export const everyEvent: ReadonlyArray<Event> = [
  contactCreated(id, contact, "api"),
  contactUpdated(id, contact, "api"),
  conversationOpened(id, conversation),
  conversationClosed(id, { ...conversation, status: "closed", closedBy: "service_role", resolution: null }, at),
  messageSent(id, {
    ...said,
    to: said.peer,
    at,
    type: "template",
    content: { template: { name: "a", language: "en" } }
  }),
  messageReceived(id, said, at),
  receiptAnnounced(id, priced, "delivered", at, at),
  receiptAnnounced(id, priced, "read", at, at),
  receiptAnnounced(id, said, "failed", at, at),
  postbackTapped(id, said, { title: "Red", payload: "RED", platformMessageId }, at),
  messageReacted(id, said, { from: said.peer, reaction }, at),
  messageEdited(id, said, { type: "text", content: { text: "Is it open tomorrow?" }, number: 1, at, key: "e" }, at),
  messageDeleted(id, said, at, at),
  sendFailed(
    id,
    {
      id: PendingSendId.make(uuid(9)),
      organizationId,
      origin: "session",
      channel: "whatsapp",
      recipient: "+15551234567",
      conversationId,
      contactId: contact.id,
      dueAt: at
    },
    PendingOutcome.cases.NotSent.make({ reason: "PlatformRejected", code: 131047, detail: "Too late" }),
    at
  ),
  consentChanged(id, contact, { channel: "whatsapp", state: "opted_in", at, source: "api", by: uuid(8) }, at),
  consentChanged(
    id,
    contact,
    { channel: "whatsapp", state: "opted_out", at, source: "word", by: platformMessageId },
    at
  ),
  contactErased(id, { contactId: contact.id, organizationId, requestedAt: at }),
  noteAdded(id, note),
  noteRemoved(id, note, at),
  conversationAssigned(
    id,
    { id: conversationId, organizationId, assigneeId: note.authorId },
    { by: "service_role", previousId: null },
    at
  ),
  unreadChanged(id, { id: conversationId, organizationId, unreadCount: 0 }, "service_role", at),
  unreadChanged(id, { id: conversationId, organizationId, unreadCount: 1 }, "service_role", at),
  withOtherLabels(
    conversationUpdated(
      id,
      { ...conversation, status: "escalated" },
      { previousStatus: "ai_handling", by: "platform", reason: "control_passed", details, at },
      at
    )
  ),
  accountUpdated(id, { account, key: "c", what: "account_update", values: { event: "BAN" }, at }, at),
  webhookFailing(id, { organizationId, id: WebhookId.make(uuid(9)), failingSince: at, percent: 50 }, at),
  campaignUpdated(
    id,
    {
      id: CampaignId.make(uuid(8)),
      organizationId,
      name: "Spring offer",
      status: "paused",
      reason: { reason: "requested", code: null, detail: "" },
      counts: {
        ...noCampaignCounts,
        recipients: 2,
        queued: 1,
        sent: 1,
        priced: { marketing: 1 },
        billable: { marketing: 1 },
        leftOutByReason: { opted_out: 1 }
      }
    },
    "running",
    at
  ),
  webhookTest(id, organizationId, at)
]
