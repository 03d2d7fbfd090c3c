import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { messageText } from "../../../src/domain/messages/messageText.ts"
import { standardContent } from "../../../src/domain/messages/standardContent.ts"
import { fromPerson, instagramId, ofInstagram, ofPage, onlyItem, pageId, psid, read } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const at = "2025-11-21T10:13:19.000Z"
const account = { channel: "messenger", accountExternalId: pageId, at }
const person = { ids: [{ kind: "messenger", value: psid }], name: null, username: null }

const message = (parts: JsonObject) => ofPage(fromPerson(pageId, { message: { mid: "m_A", ...parts } }))

/** The message in the form shown to people. */
const shownContent = (parts: JsonObject) =>
  read(message(parts)).flatMap((item) =>
    item._tag === "MessageReceived" ? [[item.type, item.content, standardContent(item), messageText(item)]] : []
  )[0]

const url = "https://cdn.example.com/x"

describe("Messenger messages", () => {
  it("Messenger messages: all fields are read", () => {
    const item = fromPerson(pageId, {
      message: {
        mid: "m_A",
        text: "Hi",
        quick_reply: { payload: "RED" },
        reply_to: { mid: "m_B" },
        referral: { ref: "shirt" },
        nlp: { entities: {} }
      }
    })
    assert.deepStrictEqual(onlyItem(ofPage(item)), {
      _tag: "MessageReceived",
      ...account,
      person,
      echo: false,
      platformMessageId: "m_A",
      sendId: null,
      type: "text",
      content: { text: "Hi", quick_reply: { payload: "RED" } },
      media: [],
      replyTo: "m_B",
      referral: { ref: "shirt" },
      standby: false,
      raw: item
    })
  })

  it("Messenger messages: the referral may be beside the message", () => {
    const item = fromPerson(pageId, { message: { mid: "m_A", text: "Hi" }, referral: { ref: "shirt" } })
    assert.deepInclude(onlyItem(ofPage(item)), { referral: { ref: "shirt" } })
  })

  it.each<[JsonObject, string, JsonObject, JsonObject, string]>([
    [
      { attachments: [{ type: "image", payload: { url } }] },
      "image",
      { attachment: { type: "image", payload: { url } } },
      { type: "image", content: { url, mimeType: "", caption: "" } },
      "[image]"
    ],
    [
      { text: "Look", attachments: [{ type: "image", payload: { url } }] },
      "image",
      { text: "Look", attachment: { type: "image", payload: { url, caption: "Look" } } },
      { type: "image", content: { url, mimeType: "", caption: "Look" } },
      "Look"
    ],
    [
      { attachments: [{ type: "location", title: "Pin", payload: { coordinates: { lat: 1.5, long: 2.5 } } }] },
      "location",
      {
        attachment: {
          type: "location",
          title: "Pin",
          payload: { coordinates: { lat: 1.5, long: 2.5 }, latitude: 1.5, longitude: 2.5, name: "Pin" }
        }
      },
      { type: "location", content: { latitude: 1.5, longitude: 2.5, name: "Pin", address: "" } },
      "[location]"
    ],
    // A link with a preview by the platform: the text is the message.
    [
      { text: "https://a.b", attachments: [{ type: "fallback", title: "a.b", url, payload: null }] },
      "text",
      { text: "https://a.b", attachments: [{ type: "fallback", title: "a.b", url, payload: null }] },
      { type: "text", content: { text: "https://a.b" } },
      "https://a.b"
    ],
    [
      { attachments: [{ type: "template", payload: { template_type: "button", text: "Visit" } }] },
      "template",
      { attachment: { type: "template", payload: { template_type: "button", text: "Visit" } } },
      { type: "text", content: { text: "Visit" } },
      "Visit"
    ],
    [
      { text: "Here", attachments: [{ type: "location", payload: { coordinates: { lat: 1.5, long: 2.5 } } }] },
      "location",
      {
        text: "Here",
        attachment: {
          type: "location",
          payload: { coordinates: { lat: 1.5, long: 2.5 }, latitude: 1.5, longitude: 2.5, caption: "Here" }
        }
      },
      { type: "location", content: { latitude: 1.5, longitude: 2.5, name: "", address: "" } },
      "Here"
    ],
    [
      { attachments: [{ type: "like_heart" }] },
      "like_heart",
      { attachment: { type: "like_heart" } },
      { type: "text", content: { text: "❤️" } },
      "❤️"
    ],
    [
      {
        attachments: [
          { type: "share", payload: { url } },
          { type: "audio", payload: { url } }
        ]
      },
      "audio",
      {
        attachment: { type: "audio", payload: { url } },
        attachments: [
          { type: "share", payload: { url } },
          { type: "audio", payload: { url } }
        ]
      },
      { type: "audio", content: { url, mimeType: "" } },
      "[audio]"
    ],
    [
      { text: "Nice!", reply_to: { story: { id: "1", url } } },
      "text",
      { text: "Nice!", reply_to: { story: { id: "1", url } } },
      { type: "text", content: { text: "Nice!" } },
      "Nice!"
    ],
    [
      { is_unsupported: true },
      "unsupported",
      {},
      { type: "text", content: { text: "Sent something that the platform does not pass on" } },
      "Sent something that the platform does not pass on"
    ],
    [{ attachments: ["x", 5] }, "unknown", {}, { type: "text", content: { text: "[unknown]" } }, "[unknown]"],
    [
      { attachments: [{}] },
      "unknown",
      { attachment: {} },
      { type: "text", content: { text: "[unknown]" } },
      "[unknown]"
    ]
  ])("Messenger messages: %j has its content", (parts, type, content, session, text) => {
    assert.deepStrictEqual(shownContent(parts), [type, content, session, text])
  })

  it("Messenger messages: every attachment with a file is fetched", () => {
    const attachments = [
      { type: "share", payload: { url } },
      { type: "image", payload: { url } },
      { type: "sticker", payload: { url: `${url}2` } },
      { type: "video", payload: {} }
    ]
    const media = read(message({ attachments })).flatMap((item) => (item._tag === "MessageReceived" ? item.media : []))
    const file = { platformMediaId: null, mimeType: null, filename: null, sha256: null }
    assert.deepStrictEqual<ReadonlyArray<unknown>>(media, [
      { ...file, url, index: 1 },
      { ...file, url: `${url}2`, index: 2 }
    ])
  })

  it.each<[string, JsonObject, JsonObject]>([
    ["as it should be", { id: pageId }, { id: psid }],
    ["the wrong way round", { id: psid }, { id: pageId }],
    ["with numbers", { id: Number(pageId) }, { id: Number(psid) }]
  ])("Messenger messages: an echo is outbound, with its sides %s", (_, sender, recipient) => {
    const item = { sender, recipient, timestamp: 1_763_719_999_000, message: { mid: "m_A", is_echo: true, text: "Hi" } }
    assert.deepStrictEqual(onlyItem(ofPage(item)), {
      _tag: "MessageReceived",
      ...account,
      person,
      echo: true,
      platformMessageId: "m_A",
      sendId: null,
      type: "text",
      content: { text: "Hi" },
      media: [],
      replyTo: null,
      referral: null,
      standby: false,
      raw: item
    })
  })

  it.each<[Schema.Json, boolean, string | null]>([
    ["018f0000-0000-7000-8000-00000000000f", true, "018f0000-0000-7000-8000-00000000000f"],
    ["order 17", true, null],
    [17, true, null],
    ["018f0000-0000-7000-8000-00000000000f", false, null]
  ])("Messenger messages: the returned send id is read: %j (echo: %j)", (metadata, isEcho, sendId) => {
    const [sender, recipient] = isEcho ? [pageId, psid] : [psid, pageId]
    const message = { mid: "m_A", text: "Hi", metadata, ...(isEcho ? { is_echo: true } : {}) }
    const item = { sender: { id: sender }, recipient: { id: recipient }, timestamp: 1_763_719_999_000, message }
    assert.deepInclude(onlyItem(ofPage(item)), { echo: isEcho, sendId })
  })

  it("Messenger messages: a deleted message is a deletion", () => {
    const item = fromPerson(instagramId, { message: { mid: "m_A", is_deleted: true } })
    assert.deepStrictEqual(onlyItem(ofInstagram(item)), {
      _tag: "MessageDeleted",
      channel: "instagram",
      accountExternalId: instagramId,
      at,
      platformMessageId: "m_A"
    })
  })

  it.each<[JsonObject, string]>([
    [{ message: { text: "Hi" } }, "a message without an id"],
    [{ message: "Hi" }, "message is no object"],
    [{ message: { mid: "m_A" }, sender: {} }, "a message without a person"],
    // A guest of a website is not reachable, but their message is not lost.
    [{ message: { mid: "m_A" }, sender: { user_ref: 5 } }, "a message without a person"],
    // More digits than JavaScript can represent exactly: it could be another person.
    [{ message: { mid: "m_A" }, sender: { id: Number("17841452691600098") } }, "a message without a person"]
  ])("Messenger messages: an unreadable message has a reason: %j", (parts, error) => {
    const item = fromPerson(pageId, parts)
    assert.deepStrictEqual(onlyItem(ofPage(item)), {
      _tag: "Unreadable",
      ...account,
      businessAccountId: null,
      field: "messaging.message",
      raw: item,
      error
    })
  })
})
