import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { type Contact, newContact, VendorContactId } from "../../../src/domain/contacts/Contact.ts"
import { newConversation } from "../../../src/domain/conversations/Conversation.ts"
import { contactCreated, Event } from "../../../src/domain/webhooks/Event.ts"
import { conversationClosed, conversationOpened } from "../../../src/domain/webhooks/conversationEvents.ts"
import { deliveryBody } from "../../../src/domain/webhooks/DeliveryRecord.ts"
import { messageSent } from "../../../src/domain/webhooks/messageEvents.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  OrganizationId,
  PlatformMessageId,
  WebhookId
} from "../../../src/domain/Ids.ts"
import { CountryCode, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const organizationId = OrganizationId.make(uuid(1))
const eventId = EventId.make(uuid(2))
const at = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")

const contact: Contact = {
  ...newContact(
    {
      id: ContactId.make(uuid(3)),
      vendorContactId: VendorContactId.make("ct_abcdefghijklmnopqrstuvwx"),
      organizationId,
      source: "import"
    },
    at
  ),
  phone: PhoneNumber.make("15551234567"),
  name: "Ada",
  email: "ada@example.com",
  countryCode: CountryCode.make("US"),
  tags: ["vip", "beta"],
  labels: ["lead"],
  attributes: { tier: "gold" },
  optedIn: true,
  updatedAt: DateTime.makeUnsafe("2026-11-20T12:00:02.008Z")
}

const conversation = newConversation(
  {
    id: ConversationId.make(uuid(4)),
    organizationId,
    contactId: contact.id,
    channel: "whatsapp",
    channelAccountId: ChannelAccountId.make(uuid(5)),
    source: "api"
  },
  at
)

const later = DateTime.makeUnsafe("2026-11-21T08:00:00.250Z")
const closed = { ...conversation, status: "closed" as const, closedAt: at, closedBy: "service_role" }

const sent = {
  organizationId,
  conversationId: conversation.id,
  channel: "whatsapp" as const,
  platformMessageId: PlatformMessageId.make("wamid.HBgL"),
  to: "15551234567",
  type: "template",
  content: { template: { name: "welcome", language: "en" } },
  at: DateTime.makeUnsafe("2026-11-20T12:00:01Z")
}

/** The event, the time of it and the payload, letter by letter. */
const examples = [
  {
    event: contactCreated(eventId, contact, "api"),
    type: "contact.created",
    conversationId: null,
    occurredAt: "2026-11-20T12:00:00.007Z",
    data:
      `{"contact":{"id":"${uuid(3)}","phone":"15551234567","name":"Ada","email":"ada@example.com",` +
      `"tags":["vip","beta"],"labels":["lead"]},"source":"api"}`
  },
  {
    event: contactCreated(eventId, { ...contact, phone: null, email: null, name: "", tags: [] }, "messenger"),
    type: "contact.created",
    conversationId: null,
    occurredAt: "2026-11-20T12:00:00.007Z",
    data: `{"contact":{"id":"${uuid(3)}","phone":"","name":"","email":null,"tags":[],"labels":["lead"]},"source":"messenger"}`
  },
  {
    event: conversationOpened(eventId, conversation),
    type: "conversation.opened",
    conversationId: conversation.id,
    occurredAt: "2026-11-20T12:00:00.007Z",
    data: `{"conversation":{"id":"${uuid(4)}","contact_id":"${uuid(3)}","channel":"whatsapp","status":"open"}}`
  },
  {
    event: conversationOpened(eventId, conversation, later),
    type: "conversation.opened",
    conversationId: conversation.id,
    occurredAt: "2026-11-21T08:00:00.250Z",
    data: `{"conversation":{"id":"${uuid(4)}","contact_id":"${uuid(3)}","channel":"whatsapp","status":"open"}}`
  },
  {
    event: conversationClosed(eventId, closed, later),
    type: "conversation.closed",
    conversationId: conversation.id,
    occurredAt: "2026-11-21T08:00:00.250Z",
    data:
      `{"conversation":{"id":"${uuid(4)}","contact_id":"${uuid(3)}","channel":"whatsapp","status":"closed"},` +
      `"closed_by":"service_role","resolution":null}`
  },
  {
    event: conversationClosed(eventId, { ...closed, closedBy: uuid(7), resolution: "Refunded" }, later),
    type: "conversation.closed",
    conversationId: conversation.id,
    occurredAt: "2026-11-21T08:00:00.250Z",
    data:
      `{"conversation":{"id":"${uuid(4)}","contact_id":"${uuid(3)}","channel":"whatsapp","status":"closed"},` +
      `"closed_by":"${uuid(7)}","resolution":"Refunded"}`
  },
  {
    event: messageSent(eventId, sent),
    type: "message.sent",
    conversationId: conversation.id,
    occurredAt: "2026-11-20T12:00:01.000Z",
    data:
      `{"channel":"whatsapp","message_id":"wamid.HBgL","to":"15551234567","type":"template",` +
      `"content":{"template":{"name":"welcome","language":"en"}},"status":"sent","timestamp":"2026-11-20T12:00:01.000Z"}`
  }
]

const isEvent = Schema.is(Event)
const encode = Schema.encodeUnknownSync(Schema.toCodecJson(Event))
const decode = Schema.decodeUnknownSync(Schema.toCodecJson(Event))

describe("Event", () => {
  it.each(examples)("encodes $type as the contract does", ({ conversationId, data, event, occurredAt, type }) => {
    const { conversationId: of, id, occurredAt: when, organizationId: whose, type: name } = event
    assert.deepStrictEqual(
      [id, whose, of, name, DateTime.formatIso(when)],
      [eventId, organizationId, conversationId, type, occurredAt]
    )
    assert.strictEqual(JSON.stringify(event.data), data)
    assert.isTrue(isEvent(event))
  })

  it.each(examples)("decodes an encoded $type", ({ event }) => {
    assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(encode(event)))), event)
  })

  it.each(examples)("wraps $type for its delivery to the subscriber", ({ data, event, occurredAt, type }) => {
    const webhookId = WebhookId.make(uuid(6))
    assert.strictEqual(
      deliveryBody(webhookId, { ...event, dataJson: data }),
      `{"event":"${type}","timestamp":"${occurredAt}","webhook_id":"${uuid(6)}","data":${data}}`
    )
  })

  it("rejects events whose name the contract does not define", () => {
    assert.isFalse(isEvent({ ...messageSent(eventId, sent), type: "message.lost" }))
  })
})
