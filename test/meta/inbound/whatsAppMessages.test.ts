import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { standardContent } from "../../../src/domain/messages/standardContent.ts"
import { ofWhatsApp, onlyItem, phoneNumberId, read } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const contacts = [{ profile: { name: "Sheena Nelson" }, wa_id: "16505551234" }]
const sheena = { ids: [{ kind: "phone", value: "16505551234" }], name: "Sheena Nelson", username: null }

const base = { from: "16505551234", id: "wamid.A", timestamp: "1749416383" }
const at = "2025-06-08T20:59:43.000Z"

/** A delivery with one message of Sheena's. */
const message = (parts: JsonObject) => ofWhatsApp({ contacts, messages: [{ ...base, ...parts }] })

const account = { channel: "whatsapp", accountExternalId: phoneNumberId, at }

/** The message in the form shown to people. */
const shownContent = (parts: JsonObject) =>
  read(message(parts)).flatMap((item) =>
    item._tag === "MessageReceived" ? [[item.type, item.content, standardContent(item)]] : []
  )[0]

describe("WhatsApp messages", () => {
  it("WhatsApp messages: all fields are read", () => {
    const parts = {
      type: "text",
      text: { body: "Is this still available?" },
      context: { from: "15550783881", id: "wamid.B" },
      referral: { source_type: "ad", ctwa_clid: "Aff-n8" }
    }
    assert.deepStrictEqual(onlyItem(message(parts)), {
      _tag: "MessageReceived",
      ...account,
      person: sheena,
      echo: false,
      platformMessageId: "wamid.A",
      sendId: null,
      type: "text",
      content: { text: "Is this still available?" },
      media: [],
      replyTo: "wamid.B",
      referral: { source_type: "ad", ctwa_clid: "Aff-n8" },
      standby: false,
      raw: { ...base, ...parts }
    })
  })

  it.each<[JsonObject, JsonObject, JsonObject]>([
    [{ type: "text", text: { body: "Hi" } }, { text: "Hi" }, { type: "text", content: { text: "Hi" } }],
    [
      { type: "image", image: { id: "1", mime_type: "image/jpeg", sha256: "x=", caption: "Taj" } },
      { id: "1", mime_type: "image/jpeg", sha256: "x=", caption: "Taj" },
      { type: "image", content: { url: "", mimeType: "image/jpeg", caption: "Taj" } }
    ],
    [
      { type: "sticker", sticker: { id: "1", mime_type: "image/webp", animated: true } },
      { id: "1", mime_type: "image/webp", animated: true },
      { type: "image", content: { url: "", mimeType: "image/webp", caption: "" } }
    ],
    [
      { type: "audio", audio: { id: "1", mime_type: "audio/ogg; codecs=opus", voice: true } },
      { id: "1", mime_type: "audio/ogg; codecs=opus", voice: true },
      { type: "audio", content: { url: "", mimeType: "audio/ogg; codecs=opus" } }
    ],
    [
      { type: "location", location: { latitude: 37.44, longitude: -122.16, name: "Philz" } },
      { latitude: 37.44, longitude: -122.16, name: "Philz" },
      { type: "location", content: { latitude: 37.44, longitude: -122.16, name: "Philz", address: "" } }
    ],
    [
      { type: "button", button: { text: "Stop", payload: "STOP" } },
      { text: "Stop", payload: "STOP" },
      { type: "text", content: { text: "Stop" } }
    ],
    [
      { type: "interactive", interactive: { type: "list_reply", list_reply: { id: "1", title: "Express" } } },
      { type: "list_reply", list_reply: { id: "1", title: "Express" } },
      { type: "text", content: { text: "Express" } }
    ],
    [
      { type: "contacts", contacts: [{ name: { formatted_name: "Lucía" } }] },
      { contacts: [{ name: { formatted_name: "Lucía" } }] },
      { type: "text", content: { text: "Contact: Lucía" } }
    ],
    [
      { type: "order", order: { catalog_id: "1", text: "", product_items: [] } },
      { catalog_id: "1", text: "", product_items: [] },
      { type: "text", content: { text: "[order]" } }
    ],
    [
      { type: "unsupported", errors: [{ code: 131051 }], unsupported: { type: "poll" } },
      { errors: [{ code: 131051 }], unsupported: { type: "poll" } },
      { type: "text", content: { text: "Sent something that the platform does not pass on: poll" } }
    ],
    // The tap got lost on the way, and a kind that does not exist yet.
    [
      { type: "interactive", errors: [{ code: 131000 }] },
      { errors: [{ code: 131000 }] },
      { type: "text", content: { text: "[interactive]" } }
    ],
    [{ type: "telepathy", telepathy: {} }, {}, { type: "text", content: { text: "[telepathy]" } }],
    // All parts are malformed, but a person wrote it.
    [{ type: "text", text: 5 }, {}, { type: "text", content: { text: "" } }],
    [{ type: "constructor" }, {}, { type: "text", content: { text: "[constructor]" } }],
    [{}, {}, { type: "text", content: { text: "[unknown]" } }]
  ])("WhatsApp messages: %j has its content", (parts, content, session) => {
    assert.deepStrictEqual(shownContent(parts), [parts["type"] ?? "unknown", content, session])
  })

  it.each<[JsonObject, JsonObject | null]>([
    [
      { type: "document", document: { id: "7", mime_type: "application/zip", filename: "a.zip", sha256: "x=" } },
      { platformMediaId: "7", url: null, mimeType: "application/zip", filename: "a.zip", sha256: "x=" }
    ],
    [
      { type: "video", video: { id: 7, url: "https://lookaside.fbsbx.com/x" } },
      { platformMediaId: "7", url: "https://lookaside.fbsbx.com/x", mimeType: null, filename: null, sha256: null }
    ],
    [
      { type: "voice", voice: { id: "7" } },
      { platformMediaId: "7", url: null, mimeType: null, filename: null, sha256: null }
    ],
    [{ type: "image", image: { caption: "none" } }, null],
    [{ type: "location", location: { url: "https://philzcoffee.com/" } }, null]
  ])("WhatsApp messages: %j has this file to fetch", (parts, media) => {
    const found = read(message(parts)).flatMap((item) => (item._tag === "MessageReceived" ? item.media : []))
    assert.deepStrictEqual<ReadonlyArray<unknown>>(found, media === null ? [] : [{ ...media, index: 0 }])
  })
})

describe("changes of WhatsApp messages", () => {
  it.each<[JsonObject, string | null]>([
    [{ emoji: "👍" }, "👍"],
    [{ emoji: "" }, null],
    [{}, null]
  ])("WhatsApp messages: a reaction is read: %j", (parts, reaction) => {
    assert.deepStrictEqual(onlyItem(message({ type: "reaction", reaction: { message_id: "wamid.B", ...parts } })), {
      _tag: "Reacted",
      ...account,
      person: sheena,
      byBusiness: false,
      platformMessageId: "wamid.B",
      reaction
    })
  })

  it("WhatsApp messages: an edit has the new content", () => {
    const edited = { type: "image", image: { id: "9", caption: "Better" } }
    assert.deepStrictEqual(
      onlyItem(message({ type: "edit", edit: { original_message_id: "wamid.B", message: edited } })),
      {
        _tag: "MessageEdited",
        ...account,
        platformMessageId: "wamid.B",
        editNumber: null,
        type: "image",
        content: { id: "9", caption: "Better" },
        media: [{ platformMediaId: "9", url: null, mimeType: null, filename: null, sha256: null, index: 0 }]
      }
    )
  })

  it("WhatsApp messages: a group message belongs to its author and names the group (contract: Messages in groups of WhatsApp)", () => {
    const items = read(message({ group_id: "1203@g.us", type: "text", text: { body: "Hi all" } }))
    assert.deepStrictEqual(
      items.map((item) => item._tag === "MessageReceived" && item.content),
      [{ text: "Hi all", group_id: "1203@g.us" }]
    )
  })

  it("WhatsApp messages: a deletion is read", () => {
    assert.deepStrictEqual(onlyItem(message({ type: "revoke", revoke: { original_message_id: "wamid.B" } })), {
      _tag: "MessageDeleted",
      ...account,
      platformMessageId: "wamid.B"
    })
  })

  it.each<[JsonObject, string]>([
    [{ recipient_type: "group", type: "text", text: { body: "Hi all" } }, "groups are not supported"],
    [{ type: "request_welcome" }, "a chat was opened"]
  ])("WhatsApp messages: an irrelevant message is ignored: %j", (parts, reason) => {
    assert.deepStrictEqual(onlyItem(message(parts)), {
      _tag: "Ignored",
      ...account,
      businessAccountId: "102290129340398",
      field: "messages",
      raw: { ...base, ...parts },
      reason
    })
  })
})
