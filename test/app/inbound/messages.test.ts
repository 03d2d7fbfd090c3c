import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { developerMediaPath, mediaPath } from "../../../src/domain/media/Media.ts"
import { eventTypesOf } from "../../../testing/given/seen.ts"
import {
  fromPerson,
  instagramId,
  ofInstagram,
  ofPage,
  ofWhatsApp,
  pageId,
  psid
} from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, millis, processed, stamp } from "./scene.ts"

const from = "5511987654321"
const text = (parts = {}) => ({
  id: "wamid.1",
  from,
  timestamp: stamp(5),
  type: "text",
  text: { body: "Olá" },
  ...parts
})
const ada = { profile: { name: "Ada" }, wa_id: "551187654321" }

describe("an inbound message", () => {
  it.effect("creates a contact, a conversation and a message for a new person, and announces all three", () =>
    Effect.gen(function* () {
      const { at, id, now, number } = yield* givenInbound
      yield* processed(ofWhatsApp({ contacts: [ada], messages: [text()] }))
      const { contacts, conversations, identities, messages, parked } = yield* kept(id)
      const [contact] = contacts
      const [conversation] = conversations
      const [message] = messages
      if (contact === undefined || conversation === undefined || message === undefined) return assert.fail("nothing")
      assert.deepStrictEqual(contacts, [
        {
          ...newContact(
            { id: contact.id, vendorContactId: contact.vendorContactId, organizationId: id, source: "whatsapp" },
            now
          ),
          phone: contact.phone,
          name: "Ada",
          countryCode: contact.countryCode
        }
      ])
      assert.deepStrictEqual([String(contact.phone), String(contact.countryCode)], [from, "BR"])
      assert.deepStrictEqual(identities, ["phone 551187654321"])
      assert.deepStrictEqual(conversations, [
        {
          id: conversation.id,
          organizationId: id,
          contactId: contact.id,
          channel: "whatsapp",
          channelAccountId: number.id,
          status: "open",
          assigneeId: null,
          priority: "none",
          snoozedAt: null,
          snoozedUntil: null,
          warnedAt: null,
          queuedAt: null,
          teamId: null,
          labels: [],
          unreadCount: 1,
          source: "whatsapp",
          closedAt: null,
          closedBy: null,
          resolution: null,
          createdAt: now,
          updatedAt: now,
          isHidden: false,
          lastLearnedAt: now,
          lastSentAt: null,
          lastWrittenAt: null,
          lastEchoAt: null
        }
      ])
      assert.deepStrictEqual(messages, [
        {
          id: message.id,
          organizationId: id,
          conversationId: conversation.id,
          contactId: contact.id,
          channel: "whatsapp",
          channelAccountId: number.id,
          direction: "inbound",
          peer: from,
          type: "text",
          content: { text: "Olá" },
          status: "delivered",
          platformMessageId: message.platformMessageId,
          failure: null,
          deliveredAt: null,
          readAt: null,
          annotations: {},
          createdAt: at(-5)
        }
      ])
      assert.strictEqual(String(message.platformMessageId), "wamid.1")
      assert.deepStrictEqual(parked, [])
      assert.deepStrictEqual(yield* eventsIn(id), [
        {
          type: "contact.created",
          conversationId: null,
          occurredAt: now,
          data: { contact: { id: contact.id, phone: from, name: "Ada", email: null, tags: [] }, source: "whatsapp" }
        },
        {
          type: "conversation.opened",
          conversationId: conversation.id,
          occurredAt: now,
          data: { conversation: { id: conversation.id, contact_id: contact.id, channel: "whatsapp", status: "open" } }
        },
        {
          type: "message.received",
          conversationId: conversation.id,
          occurredAt: now,
          data: {
            channel: "whatsapp",
            message_id: "wamid.1",
            conversation_id: conversation.id,
            contact_id: contact.id,
            from,
            type: "text",
            content: { text: "Olá" },
            timestamp: "2026-11-21T11:59:55.000Z"
          }
        }
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is stored once if it is delivered repeatedly, with other messages, or twice at the same time", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const delivery = ofWhatsApp({ contacts: [ada], messages: [text()] })
      yield* processed(delivery, delivery)
      const before = yield* kept(id)
      yield* processed(delivery)
      yield* processed(ofWhatsApp({ contacts: [ada], messages: [text({ id: "wamid.2" }), text(), text()] }))
      const after = yield* kept(id)
      assert.deepStrictEqual(after.messages.slice(0, 1), before.messages)
      assert.deepStrictEqual(
        after.messages.map(({ platformMessageId }) => String(platformMessageId)),
        ["wamid.1", "wamid.2"]
      )
      assert.deepStrictEqual(
        after.conversations.map(({ unreadCount }) => unreadCount),
        [2]
      )
      assert.deepStrictEqual(yield* eventTypesOf(id), [
        "contact.created",
        "conversation.opened",
        "message.received",
        "message.received"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("has the address of its file, which is fetched later", () =>
    Effect.gen(function* () {
      const { at, id, now, number } = yield* givenInbound
      const image = { id: "1234", mime_type: "image/jpeg", sha256: "WGFtcGxl", caption: "Look" }
      yield* processed(ofWhatsApp({ contacts: [ada], messages: [text({ type: "image", image })] }))
      const { media, messages } = yield* kept(id)
      const [file] = media
      const [message] = messages
      if (file === undefined || message === undefined) return assert.fail("nothing")
      const url = `https://parley.example${mediaPath(file.media.id)}`
      assert.deepStrictEqual(message.content["url"], url)
      assert.deepStrictEqual(message.content["caption"], "Look")
      assert.deepStrictEqual(media, [
        {
          dueAt: now,
          media: {
            id: file.media.id,
            organizationId: id,
            messageId: message.id,
            channelAccountId: number.id,
            platformMediaId: "1234",
            url: null,
            mimeType: "image/jpeg",
            filename: null,
            sha256: "WGFtcGxl",
            index: 0,
            createdAt: now,
            status: "pending",
            failures: 0,
            detail: null,
            size: null,
            storedAt: null,
            isShared: false,
            atPlatform: {}
          }
        }
      ])
      assert.deepStrictEqual(message.createdAt, at(-5))
      const received = (yield* eventsIn(id)).find(({ type }) => type === "message.received")
      assert.deepInclude(JSON.parse(JSON.stringify(received?.data)).content, {
        url: `https://parley.example${developerMediaPath(file.media.id)}`,
        caption: "Look"
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("joins the open conversation, or opens another one if that is closed", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const said = (mid: string) => ofPage(fromPerson(pageId, { message: { mid, text: "Hi" } }))
      yield* processed(said("m_1"))
      yield* processed(said("m_2"))
      const { conversations, messages } = yield* kept(id)
      assert.deepStrictEqual(
        [conversations.length, messages.map(({ conversationId }) => conversationId)],
        [1, [conversations[0]?.id, conversations[0]?.id]]
      )
      assert.deepStrictEqual((yield* kept(id)).identities, [`messenger ${psid}`])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stores the message that it answers and the referral", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const referral = { ref: "summer", source: "ADS", type: "OPEN_THREAD" }
      const message = { mid: "m_1", text: "Hi", reply_to: { mid: "m_0" }, referral }
      yield* processed(ofPage(fromPerson(pageId, { message })))
      const { messages } = yield* kept(id)
      assert.deepStrictEqual(messages[0]?.content, { text: "Hi", reply_to: { message_id: "m_0" }, referral })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is not unread if another app owns the conversation", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const event = fromPerson(pageId, { message: { mid: "m_1", text: "Hi" } })
      yield* processed({ object: "page", entry: [{ id: pageId, time: millis(1), standby: [event] }] })
      const { conversations, messages } = yield* kept(id)
      assert.deepStrictEqual(messages[0]?.content, { text: "Hi", standby: true })
      assert.deepStrictEqual(
        conversations.map(({ unreadCount }) => unreadCount),
        [0]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("an echo", () => {
  const echo = (mid: string, secondsBefore: number) => ({
    sender: { id: instagramId },
    recipient: { id: psid },
    timestamp: millis(secondsBefore),
    message: { mid, text: "Hello from the app", is_echo: true }
  })
  const said = (mid: string, secondsBefore: number) =>
    fromPerson(instagramId, { timestamp: millis(secondsBefore), message: { mid, text: "Hi" } })

  it.effect("is stored once as an outbound message, and announced as sent", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      yield* processed(ofInstagram(echo("m_1", 7)), ofInstagram(echo("m_1", 7)))
      const { conversations, messages } = yield* kept(id)
      const [conversation] = conversations
      const [message] = messages
      assert.deepInclude(message, { direction: "outbound", status: "sent", peer: psid, type: "text" })
      const events = yield* eventsIn(id)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["contact.created", "conversation.opened", "message.sent"]
      )
      assert.deepStrictEqual(events[2], {
        type: "message.sent",
        conversationId: conversation?.id ?? null,
        occurredAt: now,
        data: {
          channel: "instagram",
          message_id: "m_1",
          to: psid,
          type: "text",
          content: { text: "Hello from the app" },
          status: "sent",
          timestamp: "2026-11-21T11:59:53.000Z"
        }
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("leaves later inbound messages unread, in any order of arrival", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const items = [said("m_1", 9), echo("m_2", 8), said("m_3", 7), echo("m_4", 6), said("m_5", 5), said("m_6", 4)]
      for (const item of [4, 0, 3, 5, 1, 2].flatMap((place) => items[place] ?? [])) yield* processed(ofInstagram(item))
      const one = yield* kept(id)
      assert.deepStrictEqual(
        one.conversations.map(({ unreadCount }) => unreadCount),
        [2]
      )
      assert.lengthOf(one.messages, 6)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("leaves the same number of unread messages if all reports arrive together", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofInstagram(said("m_5", 5), said("m_1", 9), echo("m_4", 6), said("m_6", 4)))
      assert.deepStrictEqual(
        (yield* kept(id)).conversations.map(({ unreadCount }) => unreadCount),
        [2]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("taps, opt-ins, referrals and forms", () => {
  it.effect("a tap is stored and has an event", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      const postback = { title: "Start", payload: "START", mid: "m_1" }
      yield* processed(ofPage(fromPerson(pageId, { timestamp: millis(3), postback })))
      const { conversations, messages } = yield* kept(id)
      assert.deepStrictEqual(messages[0]?.content, { text: "Start", postback: { title: "Start", payload: "START" } })
      assert.deepStrictEqual(
        conversations.map(({ unreadCount }) => unreadCount),
        [1]
      )
      assert.deepStrictEqual((yield* eventsIn(id))[2], {
        type: "postback",
        conversationId: conversations[0]?.id ?? null,
        occurredAt: now,
        data: {
          channel: "messenger",
          from: psid,
          title: "Start",
          payload: "START",
          message_id: "m_1",
          timestamp: "2026-11-21T11:59:57.000Z"
        }
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("a tap without an id of the platform is stored once", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const tap = ofPage(fromPerson(pageId, { postback: { title: "Start", payload: "START" } }))
      yield* processed(tap)
      yield* processed(tap)
      assert.lengthOf((yield* kept(id)).messages, 1)
      const events = yield* eventsIn(id)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["contact.created", "conversation.opened", "postback"]
      )
      assert.notProperty(events[2]?.data, "message_id")
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("an opt-in and a referral are stored without a message event", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const optin = { ref: "checkbox" }
      const referral = { ref: "summer", source: "SHORTLINK", type: "OPEN_THREAD" }
      const deliveries = [
        ofPage(fromPerson(pageId, { timestamp: millis(4), optin })),
        ofPage(fromPerson(pageId, { timestamp: millis(3), referral }))
      ]
      yield* processed(...deliveries)
      yield* processed(...deliveries)
      const { contacts, conversations, messages } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ content }) => content),
        [
          { text: "Agreed to receive messages", opt_in: optin },
          { text: "Came by a link or an ad", referral }
        ]
      )
      assert.deepStrictEqual(
        [contacts.map(({ optedIn }) => optedIn), conversations.map(({ unreadCount }) => unreadCount)],
        [[null], [0]]
      )
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "contact.opted_in"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("the answer of a form has an event with readable text and the values", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const reply = { name: "flow", body: "Sent", response_json: '{"flow_token":"t","first_name":"Ada"}' }
      const answer = { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: reply } }
      yield* processed(ofWhatsApp({ messages: [text(answer)] }))
      const received = (yield* eventsIn(id)).find(({ type }) => type === "message.received")
      assert.deepInclude(received?.data, {
        type: "text",
        content: { type: "nfm_reply", nfm_reply: reply, text: "Form answer\nfirst name: Ada" }
      })
    }).pipe(Effect.provide(inboundWorld))
  )
})
