import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Conversations from "../../../emulator/messenger/Conversations.ts"
import type { InboundRequest } from "../../../emulator/person/inbound.ts"
import { account, linked, page } from "../pages.ts"
import { millis, seen, world } from "./personSide.ts"

type Json = Readonly<Record<string, unknown>>
type Channel = "messenger" | "instagram"

const psid = "2711636948859886"
const onMessenger = { channel: "messenger", from: psid } as const
const onInstagram = { channel: "instagram", from: psid } as const
const url = "https://example.com/file.png"

/** The first account of each channel. */
const own = { messenger: page.id, instagram: linked.id }
const objects = { messenger: "page", instagram: "instagram" }

const webhook = (channel: Channel, item: Json, list = "messaging") => ({
  object: objects[channel],
  entry: [{ id: own[channel], time: millis, [list]: [item] }]
})

const fromPerson = (channel: Channel, part: Json) => ({
  sender: { id: psid },
  recipient: { id: own[channel] },
  timestamp: millis,
  ...part
})

const happened = (channel: Channel) => ({ at: "2026-11-20T12:00:00.900Z", channel, accountExternalId: own[channel] })
const personOn = (channel: Channel) => ({ ids: [{ kind: channel, value: psid }], name: null, username: null })

const received = (channel: Channel, type: string, content: Json, more: Json = {}) => ({
  _tag: "MessageReceived",
  ...happened(channel),
  person: personOn(channel),
  echo: false,
  platformMessageId: "ID",
  sendId: null,
  type,
  content,
  media: [],
  replyTo: null,
  referral: null,
  standby: false,
  ...more
})

const fileAt = (address: string) => [
  { platformMediaId: null, url: address, mimeType: null, filename: null, sha256: null, index: 0 }
]

type Row = readonly [what: string, request: InboundRequest, part: Json, read: Json]

/** Actions of both channels. */
const rowsOf = (channel: Channel): ReadonlyArray<Row> => {
  const her = { channel, from: psid }
  const on = happened(channel)
  const person = personOn(channel)
  const files = (["image", "video", "audio", "file"] as const).map((type): Row => {
    const attachment = { type, payload: { url } }
    return [
      `${channel}: ${type}`,
      { ...her, type, url },
      { message: { mid: "ID", attachments: [attachment] } },
      received(channel, type, { attachment }, { media: fileAt(url) })
    ]
  })
  return [
    ...files,
    [
      `${channel}: text`,
      { ...her, type: "text", text: "Grüezi 😀" },
      { message: { mid: "ID", text: "Grüezi 😀" } },
      received(channel, "text", { text: "Grüezi 😀" })
    ],
    [
      `${channel}: a reply, from an advertisement`,
      { ...her, type: "text", text: "Yes", replyTo: "m_B", referral: { source: "ADS", ad_id: "7" } },
      { message: { mid: "ID", text: "Yes", reply_to: { mid: "m_B" }, referral: { source: "ADS", ad_id: "7" } } },
      received(channel, "text", { text: "Yes" }, { replyTo: "m_B", referral: { source: "ADS", ad_id: "7" } })
    ],
    [
      `${channel}: a file with words`,
      { ...her, type: "image", url, text: "Look" },
      { message: { mid: "ID", text: "Look", attachments: [{ type: "image", payload: { url } }] } },
      received(
        channel,
        "image",
        { text: "Look", attachment: { type: "image", payload: { url, caption: "Look" } } },
        { media: fileAt(url) }
      )
    ],
    [
      `${channel}: sticker`,
      { ...her, type: "sticker", url, stickerId: 369239263222822 },
      { message: { mid: "ID", attachments: [{ type: "sticker", payload: { url, sticker_id: 369239263222822 } }] } },
      received(
        channel,
        "sticker",
        { attachment: { type: "sticker", payload: { url, sticker_id: 369239263222822 } } },
        { media: fileAt(url) }
      )
    ],
    [
      `${channel}: a quick reply`,
      { ...her, type: "quick_reply", text: "Red", payload: "RED" },
      { message: { mid: "ID", text: "Red", quick_reply: { payload: "RED" } } },
      received(channel, "text", { text: "Red", quick_reply: { payload: "RED" } })
    ],
    [
      `${channel}: what is not passed on`,
      { ...her, type: "unsupported" },
      { message: { mid: "ID", is_unsupported: true } },
      received(channel, "unsupported", {})
    ],
    [
      `${channel}: a tap on a button`,
      { ...her, type: "postback", title: "Start", payload: "GO", referral: { ref: "x" } },
      { postback: { title: "Start", payload: "GO", mid: "ID", referral: { ref: "x" } } },
      {
        _tag: "PostbackTapped",
        ...on,
        person,
        title: "Start",
        payload: "GO",
        platformMessageId: "ID",
        referral: { ref: "x" },
        standby: false
      }
    ],
    [
      `${channel}: a reaction`,
      { ...her, type: "reaction", messageId: "m_B", emoji: "❤️" },
      { reaction: { mid: "m_B", action: "react", emoji: "❤️", reaction: "love" } },
      { _tag: "Reacted", ...on, person, byBusiness: false, platformMessageId: "m_B", reaction: "❤️" }
    ],
    [
      `${channel}: a reaction without a word for it`,
      { ...her, type: "reaction", messageId: "m_B", emoji: "🦊" },
      { reaction: { mid: "m_B", action: "react", emoji: "🦊", reaction: "other" } },
      { _tag: "Reacted", ...on, person, byBusiness: false, platformMessageId: "m_B", reaction: "🦊" }
    ],
    [
      `${channel}: a reaction that is taken back`,
      { ...her, type: "reaction", messageId: "m_B", emoji: "" },
      { reaction: { mid: "m_B", action: "unreact" } },
      { _tag: "Reacted", ...on, person, byBusiness: false, platformMessageId: "m_B", reaction: null }
    ],
    [
      `${channel}: another text`,
      { ...her, type: "edit", messageId: "m_B", text: "Better", editNumber: 2 },
      { message_edit: { mid: "m_B", text: "Better", num_edit: 2 } },
      {
        _tag: "MessageEdited",
        ...on,
        platformMessageId: "m_B",
        editNumber: 2,
        type: "text",
        content: { text: "Better" },
        media: []
      }
    ],
    [
      `${channel}: a visit`,
      { ...her, type: "referral", referral: { ref: "x", source: "SHORTLINK", type: "OPEN_THREAD" } },
      { referral: { ref: "x", source: "SHORTLINK", type: "OPEN_THREAD" } },
      { _tag: "Referred", ...on, person, referral: { ref: "x", source: "SHORTLINK", type: "OPEN_THREAD" } }
    ]
  ]
}

const coordinates = { lat: 37.4, long: -122.2 }
const place = { latitude: 37.4, longitude: -122.2, name: "Philz" }
const link = { type: "fallback", payload: { url, title: "Shoes" } }
const post = { type: "share", payload: { url } }
const story = { id: "17900000000000001", url }

/** Actions of one of the channels. */
const ownRows: ReadonlyArray<Row> = [
  [
    "messenger: a place",
    { ...onMessenger, type: "location", location: place },
    { message: { mid: "ID", attachments: [{ type: "location", title: "Philz", payload: { coordinates } }] } },
    received("messenger", "location", {
      attachment: { type: "location", title: "Philz", payload: { coordinates, ...place } }
    })
  ],
  [
    "messenger: a link",
    { ...onMessenger, type: "share", url, title: "Shoes" },
    { message: { mid: "ID", attachments: [link] } },
    received("messenger", "fallback", { attachment: link })
  ],
  [
    "messenger: an opt-in",
    { ...onMessenger, type: "optin", optin: { ref: "newsletter" } },
    { optin: { ref: "newsletter" } },
    { _tag: "OptedIn", ...happened("messenger"), person: personOn("messenger"), optIn: { ref: "newsletter" } }
  ],
  [
    "instagram: a post",
    { ...onInstagram, type: "share", url },
    { message: { mid: "ID", attachments: [post] } },
    received("instagram", "share", { attachment: post })
  ],
  [
    "instagram: a heart",
    { ...onInstagram, type: "like_heart" },
    { message: { mid: "ID", attachments: [{ type: "like_heart" }] } },
    received("instagram", "like_heart", { attachment: { type: "like_heart" } })
  ],
  [
    "instagram: a message that is taken back",
    { ...onInstagram, type: "deletion", messageId: "aWdf" },
    { message: { mid: "aWdf", is_deleted: true } },
    { _tag: "MessageDeleted", ...happened("instagram"), platformMessageId: "aWdf" }
  ],
  [
    "instagram: an answer to a story",
    { ...onInstagram, type: "story_reply", text: "Nice!", url },
    { message: { mid: "ID", text: "Nice!", reply_to: { story } } },
    received("instagram", "text", { text: "Nice!", reply_to: { story } })
  ],
  [
    "instagram: a mention in a story",
    { ...onInstagram, type: "story_mention", url },
    { message: { mid: "ID", attachments: [{ type: "story_mention", payload: { url } }] } },
    received("instagram", "story_mention", { attachment: { type: "story_mention", payload: { url } } })
  ]
]

const ids = { messenger: /^m_[\w-]{86}$/, instagram: /^aWdfZAG1faXRlb\w+$/ }

describe("actions on Messenger and Instagram", () => {
  it.effect.each([...rowsOf("messenger"), ...rowsOf("instagram"), ...ownRows])(
    "inbound messaging: is reported like the platform's, and readable: %s",
    ([, request, part, read]) =>
      Effect.gen(function* () {
        if (request.channel === "whatsapp") return
        const { items, messageId, payload } = yield* seen(request)
        assert.deepStrictEqual(payload, webhook(request.channel, fromPerson(request.channel, part)))
        assert.deepStrictEqual(items, [read])
        if (JSON.stringify(part).includes('"ID"')) assert.match(String(messageId), ids[request.channel])
        else assert.isNull(messageId)
      }).pipe(Effect.provide(world()))
  )

  it.effect("inbound messaging: standby messages of another app's conversation have no button payloads", () =>
    Effect.gen(function* () {
      const text = yield* seen({ ...onMessenger, type: "text", text: "Hi", standby: true })
      assert.deepStrictEqual(
        text.payload,
        webhook("messenger", fromPerson("messenger", { message: { mid: "ID", text: "Hi" } }), "standby")
      )
      assert.deepStrictEqual(text.items, [received("messenger", "text", { text: "Hi" }, { standby: true })])
      const tap = yield* seen({ ...onMessenger, type: "postback", title: "Start", payload: "GO", standby: true })
      assert.deepStrictEqual(
        tap.payload,
        webhook("messenger", fromPerson("messenger", { postback: { title: "Start", mid: "ID" } }), "standby")
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound messaging: has the specified time, and is reported now", () =>
    Effect.gen(function* () {
      const timestamp = "2026-11-20T11:59:59.123Z"
      const { payload } = yield* seen({ ...onMessenger, type: "text", text: "Hi", timestamp })
      const item = fromPerson("messenger", { timestamp: Date.parse(timestamp), message: { mid: "ID", text: "Hi" } })
      assert.deepStrictEqual(payload, webhook("messenger", item))
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound messaging: uses the specified account", () =>
    Effect.gen(function* () {
      const { payload } = yield* seen({ ...onInstagram, to: account.id, type: "text", text: "Hi" })
      const item = { ...fromPerson("instagram", { message: { mid: "ID", text: "Hi" } }), recipient: { id: account.id } }
      assert.deepStrictEqual(payload, {
        object: "instagram",
        entry: [{ id: account.id, time: millis, messaging: [item] }]
      })
    }).pipe(Effect.provide(world()))
  )
})

describe("messages of the business from another app", () => {
  it.effect.each([
    ["messenger", { app_id: 263902037430900 }, {}],
    ["messenger", { app_id: 7, metadata: "m" }, { appId: 7, metadata: "m" }],
    ["instagram", {}, {}]
  ] as const)(
    "inbound messaging: an echo is reported with sender and recipient exchanged: %s",
    ([channel, told, more]) =>
      Effect.gen(function* () {
        const { items, messageId, payload } = yield* seen({ channel, from: psid, type: "echo", text: "Hi", ...more })
        assert.match(String(messageId), ids[channel])
        const item = {
          sender: { id: own[channel] },
          recipient: { id: psid },
          timestamp: millis,
          message: { mid: "ID", is_echo: true, ...told, text: "Hi" }
        }
        assert.deepStrictEqual(payload, webhook(channel, item))
        assert.deepStrictEqual(items, [received(channel, "text", { text: "Hi" }, { echo: true })])
      }).pipe(Effect.provide(world()))
  )
})

describe("conversations of people", () => {
  const inbox = { channel: "messenger", id: page.id, name: page.name } as const

  it.effect("inbound messaging: the conversation has unread messages of the person and answers of other apps", () =>
    Effect.gen(function* () {
      const conversations = yield* Conversations.Conversations
      const shown = Effect.map(conversations.newestFirst(inbox), (all) =>
        all.map(({ messageCount, name, person, snippet, unreadCount }) => [
          person,
          name,
          snippet,
          messageCount,
          unreadCount
        ])
      )
      yield* seen({ ...onMessenger, type: "reaction", messageId: "m_B", emoji: "👍" })
      assert.deepStrictEqual(yield* shown, [])
      yield* seen({ ...onMessenger, type: "text", text: "Hi" })
      assert.deepStrictEqual(yield* shown, [[psid, `Person ${psid}`, "Hi", 1, 1]])
      yield* seen({ ...onMessenger, name: "Kun Liu", type: "image" })
      assert.deepStrictEqual(yield* shown, [[psid, "Kun Liu", "Kun Liu sent an attachment.", 2, 2]])
      yield* seen({ ...onMessenger, type: "postback", title: "Start", payload: "GO" })
      yield* seen({ ...onMessenger, type: "echo", text: "Hello" })
      assert.deepStrictEqual(yield* shown, [[psid, "Kun Liu", "Hello", 4, 3]])
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound messaging: the conversation belongs to the account that the person wrote to", () =>
    Effect.gen(function* () {
      const conversations = yield* Conversations.Conversations
      const onLinked = { channel: "instagram", id: linked.id, name: linked.username } as const
      assert.isFalse(yield* conversations.has(onLinked, psid))
      yield* seen({ ...onInstagram, name: "ada", type: "story_mention" })
      assert.isTrue(yield* conversations.has(onLinked, psid))
      assert.isFalse(yield* conversations.has(inbox, psid))
    }).pipe(Effect.provide(Layer.fresh(world())))
  )
})
