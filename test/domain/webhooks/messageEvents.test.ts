import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { Event } from "../../../src/domain/webhooks/Event.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  MessageId,
  OrganizationId,
  PlatformMessageId
} from "../../../src/domain/Ids.ts"
import { Message } from "../../../src/domain/messages/Message.ts"
import {
  isPlatformMessage,
  messageEchoed,
  messageReceived,
  type PlatformMessage,
  postbackTapped,
  receiptAnnounced
} from "../../../src/domain/webhooks/messageEvents.ts"

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${n}`
const id = EventId.make(uuid(1))
const createdAt = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const reportedAt = DateTime.makeUnsafe("2026-11-20T12:00:05.000Z")
const now = DateTime.makeUnsafe("2026-11-20T12:01:00.123Z")

const message: PlatformMessage = {
  id: MessageId.make(uuid(2)),
  organizationId: OrganizationId.make(uuid(3)),
  conversationId: ConversationId.make(uuid(4)),
  contactId: ContactId.make(uuid(5)),
  channel: "whatsapp",
  channelAccountId: ChannelAccountId.make(uuid(6)),
  direction: "inbound",
  peer: "16505551234",
  type: "text",
  content: { text: "Hello", reply_to: { message_id: "wamid.0" } },
  status: "delivered",
  platformMessageId: PlatformMessageId.make("wamid.1"),
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: {},
  createdAt
}

const encode = Schema.encodeSync(Event)
const envelope = {
  id,
  organizationId: message.organizationId,
  conversationId: message.conversationId,
  occurredAt: "2026-11-20T12:01:00.123Z"
}

/** What is announced of any message whatever. */
const everything = (given: PlatformMessage): ReadonlyArray<Event> => [
  messageReceived(id, given, now),
  messageEchoed(id, given, now),
  postbackTapped(id, given, { title: "", payload: null, platformMessageId: null }, now),
  ...(["delivered", "read", "failed"] as const).map((status) => receiptAnnounced(id, given, status, reportedAt, now))
]

describe("the events of a message", () => {
  it("include the received message", () => {
    assert.deepStrictEqual(encode(messageReceived(id, message, now)), {
      ...envelope,
      type: "message.received",
      data: {
        channel: "whatsapp",
        message_id: message.platformMessageId,
        conversation_id: message.conversationId,
        contact_id: message.contactId,
        from: "16505551234",
        type: "text",
        content: { text: "Hello", reply_to: { message_id: "wamid.0" } },
        timestamp: "2026-11-20T12:00:00.000Z"
      }
    })
  })

  it("map types without an equivalent to the nearest one, with the platform's content", () => {
    const sticker = { ...message, type: "sticker", content: { url: "https://a.example", animated: true } }
    const { data, type } = messageReceived(id, sticker, now)
    assert.deepStrictEqual(
      [type, data],
      [
        "message.received",
        {
          ...messageReceived(id, message, now).data,
          type: "image",
          content: { url: "https://a.example", animated: true, mimeType: "", caption: "" }
        }
      ]
    )
  })

  it("events: a message whose file has no address is text without an empty url", () => {
    const sticker = { ...message, type: "sticker", content: { url: "", animated: true } }
    const { data } = messageReceived(id, sticker, now)
    assert.deepStrictEqual(data, {
      ...messageReceived(id, message, now).data,
      type: "text",
      content: { animated: true, text: "[sticker]" }
    })
  })

  it("events: a missed call is text with the platform's call, whether it was answered, and its duration", () => {
    const call = { direction: "USER_INITIATED", status: "FAILED" }
    const { data } = messageReceived(id, { ...message, type: "call", content: { call } }, now)
    assert.deepStrictEqual(data, {
      ...messageReceived(id, message, now).data,
      type: "text",
      content: { text: "Missed voice call", call: { ...call, answered: false, seconds: null } }
    })
  })

  it("include messages sent elsewhere, with their time", () => {
    const echo: PlatformMessage = { ...message, direction: "outbound", status: "sent" }
    assert.deepStrictEqual(encode(messageEchoed(id, echo, now)), {
      ...envelope,
      type: "message.sent",
      data: {
        channel: "whatsapp",
        message_id: message.platformMessageId,
        to: "16505551234",
        type: "text",
        content: { text: "Hello", reply_to: { message_id: "wamid.0" } },
        status: "sent",
        timestamp: "2026-11-20T12:00:00.000Z"
      }
    })
  })

  it.each(["delivered", "read"] as const)("include the time when it was %s", (status) => {
    assert.deepStrictEqual(encode(receiptAnnounced(id, message, status, reportedAt, now)), {
      ...envelope,
      type: `message.${status}`,
      data: {
        channel: "whatsapp",
        message_id: message.platformMessageId,
        to: "16505551234",
        status,
        timestamp: "2026-11-20T12:00:05.000Z"
      }
    })
  })

  it.each([
    [
      { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "Not on WhatsApp" },
      { code: 131026, title: "Undeliverable", message: "Not on WhatsApp" }
    ],
    [
      { _tag: "OutcomeUnknown", detail: "lost" },
      { code: 0, title: "", message: "lost" }
    ],
    [null, { code: 0, title: "", message: "" }]
  ] as const)("include the reason of a failure: %j", (failure, error) => {
    assert.deepStrictEqual(encode(receiptAnnounced(id, { ...message, failure }, "failed", reportedAt, now)), {
      ...envelope,
      type: "message.failed",
      data: {
        channel: "whatsapp",
        message_id: message.platformMessageId,
        to: "16505551234",
        status: "failed",
        timestamp: "2026-11-20T12:00:05.000Z",
        error
      }
    })
  })

  it("include the tapped button, with its id if it has one", () => {
    const tapped = (platformMessageId: PlatformMessageId | null) =>
      encode(postbackTapped(id, message, { title: "Yes", payload: "YES", platformMessageId }, now))
    const data = {
      channel: "whatsapp" as const,
      from: "16505551234",
      title: "Yes",
      payload: "YES",
      timestamp: "2026-11-20T12:00:00.000Z"
    }
    assert.deepStrictEqual(tapped(null), { ...envelope, type: "postback", data })
    assert.deepStrictEqual(tapped(message.platformMessageId), {
      ...envelope,
      type: "postback",
      data: { ...data, message_id: message.platformMessageId }
    })
  })

  it.prop("can be encoded for any message", { given: Message }, ({ given }) => {
    const named = { ...given, platformMessageId: given.platformMessageId ?? PlatformMessageId.make("wamid.1") }
    assert.isTrue(isPlatformMessage(named))
    assert.strictEqual(isPlatformMessage(given), given.platformMessageId !== null)
    for (const event of everything(named)) {
      const { conversationId, occurredAt, organizationId } = Schema.decodeUnknownSync(Event)(encode(event))
      assert.deepStrictEqual([conversationId, organizationId], [given.conversationId, given.organizationId])
      assert.isTrue(DateTime.Equivalence(occurredAt, now))
    }
  })
})
