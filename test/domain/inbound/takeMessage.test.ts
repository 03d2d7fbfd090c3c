import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { emptyInbox, withContact } from "../../../src/domain/inbound/InboxState.ts"
import {
  bsuid,
  contactsIn,
  conversationsIn,
  knownByPhone,
  messagesIn,
  only,
  person,
  phone,
  pmid,
  reported,
  messageReport
} from "../../../testing/inbound/given.ts"
import { announced, contextOf, minute, number, page, run, take, today } from "../../../testing/inbound/world.ts"

const ada = person([phone("16505550000"), bsuid("US.1")], "Ada")
const pageAda = person([{ kind: "messenger", value: "1" }])
const types = (state: typeof emptyInbox) => announced(state).map(({ type }) => type)

describe("an inbound message", () => {
  const report = messageReport(number, "m1", ada, 1)
  const { ids } = contextOf(report, today)
  const after = take(emptyInbox, report)

  it("creates a contact, a conversation and a message", () => {
    const { contact, identities, nameAt, phoneAt } = only(contactsIn(after))
    assert.deepStrictEqual(
      [contact.id, contact.vendorContactId, contact.phone, contact.countryCode, contact.name, contact.source],
      [ids.contactId, ids.vendorContactId, "16505550000", "US", "Ada", "whatsapp"]
    )
    assert.deepStrictEqual([nameAt, phoneAt, contact.createdAt], [minute(1), minute(1), today])
    assert.deepStrictEqual(identities, [
      { kind: "phone", scope: "", value: "16505550000" },
      { kind: "whatsapp", scope: "", value: "US.1" }
    ])
    assert.strictEqual(only(conversationsIn(after)).conversation.unreadCount, 1)
    assert.deepStrictEqual(only(messagesIn(after)), {
      message: {
        id: ids.messageId,
        organizationId: number.organizationId,
        conversationId: ids.conversationId,
        contactId: ids.contactId,
        channel: "whatsapp",
        channelAccountId: number.id,
        direction: "inbound",
        peer: "16505550000",
        type: "text",
        content: { text: "text of m1" },
        status: "delivered",
        platformMessageId: pmid("m1"),
        failure: null,
        deliveredAt: null,
        readAt: null,
        annotations: {},
        createdAt: minute(1)
      },
      learnedAt: today,
      listedAt: minute(1),
      raw: { id: "m1" },
      countsUnread: true
    })
  })

  it("has its event after those of its contact and conversation", () => {
    assert.deepStrictEqual(types(after), ["contact.created", "conversation.opened", "message.received"])
  })

  it("is not stored twice", () => {
    assert.strictEqual(take(after, report), after)
  })

  it("is a different one on another account", () => {
    const other = take(after, messageReport(page, "m1", pageAda, 1))
    assert.strictEqual(messagesIn(other).length, 2)
  })

  it("has an event of the contact only if the contact changes", () => {
    const known = withContact(emptyInbox, knownByPhone("", "16505550000"))
    const named = take(known, messageReport(number, "m1", ada, 1))
    assert.deepStrictEqual(types(named), ["contact.updated", "conversation.opened", "message.received"])
    assert.deepStrictEqual(only(contactsIn(named)).contact.updatedAt, today)
    assert.deepStrictEqual(types(take(named, messageReport(number, "m2", ada, 2))).slice(3), ["message.received"])
  })

  it("has the message it answers and the referral", () => {
    const answer = messageReport(number, "m2", ada, 1, {
      content: { text: "Yes", reply_to: { story: { id: "s" } } },
      replyTo: pmid("m1"),
      referral: { ad_id: "5" },
      standby: true
    })
    const held = only(messagesIn(take(emptyInbox, answer)))
    assert.deepStrictEqual(held.message.content, {
      text: "Yes",
      reply_to: { story: { id: "s" }, message_id: "m1" },
      referral: { ad_id: "5" },
      standby: true
    })
    assert.isFalse(held.countsUnread)
  })

  it("lists its files, with their later addresses", () => {
    const url = "https://platform.example/1"
    const file = { platformMediaId: null, url, mimeType: "image/png", filename: null, sha256: null, index: 0 }
    const withFile = messageReport(number, "m3", ada, 1, { type: "image", content: { url }, media: [file] })
    const taken = take(emptyInbox, withFile)
    const id = only(contextOf(withFile, today).ids.mediaIds)
    const { message } = only(messagesIn(taken))
    assert.deepStrictEqual(taken.media, [
      {
        ...file,
        id,
        organizationId: number.organizationId,
        messageId: message.id,
        channelAccountId: number.id,
        createdAt: today
      }
    ])
    assert.deepStrictEqual(message.content, { url: `https://parley.example/media/${id}` })
    const event = announced(taken).find(({ type }) => type === "message.received")
    assert.deepInclude(JSON.parse(JSON.stringify(event?.data)).content, {
      url: `https://parley.example/v1/media/${id}`
    })
  })
})

describe("an echo", () => {
  it("is an outbound message, and no earlier message stays unread", () => {
    const reports = [
      messageReport(number, "m1", ada, 1),
      messageReport(number, "m2", ada, 5, { echo: true }),
      messageReport(number, "m3", ada, 3)
    ]
    const after = run(emptyInbox, reports)
    assert.deepStrictEqual(
      messagesIn(after)
        .map(({ countsUnread, message }) => [
          String(message.platformMessageId),
          message.direction,
          message.status,
          countsUnread
        ])
        .toSorted(),
      [
        ["m1", "inbound", "delivered", true],
        ["m2", "outbound", "sent", false],
        ["m3", "inbound", "delivered", true]
      ]
    )
    const { conversation, isRecounted, lastEchoAt, lastSentAt } = only(conversationsIn(after))
    assert.deepStrictEqual([isRecounted, lastEchoAt, lastSentAt], [true, minute(5), null])
    assert.strictEqual(conversation.unreadCount, 1)
    assert.deepStrictEqual(types(after).slice(2), ["message.received", "message.sent", "message.received"])
  })

  it("is read if a watermark of a later time arrived before it", () => {
    const mark = { ...reported(page, "read", 9), person: pageAda, upTo: minute(8) }
    const read = { account: page, item: Inbound.cases.ReadUpTo.make(mark) }
    const echo = messageReport(page, "m1", pageAda, 7, { echo: true })
    const late = messageReport(page, "m2", pageAda, 9, { echo: true })
    const after = run(emptyInbox, [messageReport(page, "m0", pageAda, 1), read, echo, late])
    assert.deepStrictEqual(
      messagesIn(after)
        .map(({ message }) => [String(message.platformMessageId), message.status, message.readAt === null])
        .toSorted(),
      [
        ["m0", "delivered", true],
        ["m1", "read", false],
        ["m2", "sent", true]
      ]
    )
    const events = announced(after).filter(({ type }) => type === "message.delivered" || type === "message.read")
    assert.deepStrictEqual(
      events.map(({ data, type }) => [type, "timestamp" in data ? data.timestamp : null]),
      [
        ["message.delivered", DateTime.formatIso(minute(8))],
        ["message.read", DateTime.formatIso(minute(8))]
      ]
    )
  })
})
