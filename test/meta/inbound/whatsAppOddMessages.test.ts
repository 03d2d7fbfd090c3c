import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { metadata, ofWhatsApp, onlyItem, phoneNumberId, read } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const base = { from: "16505551234", id: "wamid.A", timestamp: "1749416383" }
const account = { channel: "whatsapp", accountExternalId: phoneNumberId, at: "2025-06-08T20:59:43.000Z" }

describe("WhatsApp messages that the business sent elsewhere", () => {
  it("WhatsApp echoes: an echo is outbound", () => {
    const echo = {
      from: "15550783881",
      to: "+1 650 555-1234",
      id: "wamid.A",
      timestamp: "1749416383",
      type: "text",
      text: { body: "Hi" }
    }
    const item = onlyItem(ofWhatsApp({ message_echoes: [echo] }, "smb_message_echoes"))
    assert.deepStrictEqual(item, {
      _tag: "MessageReceived",
      ...account,
      person: { ids: [{ kind: "phone", value: "16505551234" }], name: null, username: null },
      echo: true,
      platformMessageId: "wamid.A",
      sendId: null,
      type: "text",
      content: { text: "Hi" },
      media: [],
      replyTo: null,
      referral: null,
      standby: false,
      raw: echo
    })
  })

  it.each<[string, JsonObject, JsonObject, JsonObject | null]>([
    [
      "smb_message_echoes",
      { type: "image", image: { link: "https://example.com/a.jpg" } },
      { link: "https://example.com/a.jpg" },
      { platformMediaId: null, url: "https://example.com/a.jpg" }
    ],
    ["message_echoes", { type: "template", template: { name: "hello" } }, { template: { name: "hello" } }, null]
  ])("WhatsApp echoes: the content is stored as sent: %s %j", (field, parts, content, file) => {
    const media = { mimeType: null, filename: null, sha256: null, index: 0 }
    const item = onlyItem(ofWhatsApp({ message_echoes: [{ ...base, to: "16505551234", ...parts }] }, field))
    assert.deepInclude(item, { echo: true, content, media: file === null ? [] : [{ ...file, ...media }] })
  })

  it("WhatsApp echoes: an echo may be a reaction", () => {
    const reaction = { ...base, to: "16505551234", type: "reaction", reaction: { message_id: "wamid.B", emoji: "👍" } }
    const item = onlyItem(ofWhatsApp({ message_echoes: [reaction] }, "smb_message_echoes"))
    assert.include(item, { _tag: "Reacted", byBusiness: true, platformMessageId: "wamid.B" })
  })
})

describe("unreadable WhatsApp messages", () => {
  it.each<[JsonObject, string]>([
    [{ type: "text", id: null }, "a message without an id"],
    [{ type: "text", id: "x".repeat(513) }, "a message without an id"],
    [{ type: "text", from: null }, "a message without a person"],
    [{ type: "reaction", reaction: {} }, "the id of the message is missing"],
    [{ type: "reaction", reaction: { message_id: "wamid.B" }, id: 1.5 }, "a message without an id"],
    [{ type: "edit", edit: { original_message_id: "wamid.B" } }, "an edit without the new message"],
    [{ type: "revoke" }, "the id of the message is missing"],
    [{ type: "system" }, "a system message without content"],
    [{ type: "system", system: { type: "user_changed_number" } }, "a change without a new number or id"]
  ])("WhatsApp messages: an unreadable message has a reason: %j", (parts, error) => {
    const raw = { ...base, ...parts }
    assert.deepStrictEqual(onlyItem(ofWhatsApp({ messages: [raw] })), {
      _tag: "Unreadable",
      ...account,
      businessAccountId: "102290129340398",
      field: "messages",
      raw,
      error
    })
  })

  it("WhatsApp messages: without a phone number each message is an error", () => {
    const delivery = ofWhatsApp({ metadata: { ...metadata, phone_number_id: "" }, messages: [base, base] })
    const errors = read(delivery).map((item) => (item._tag === "Unreadable" ? item.error : item._tag))
    const error = "the phone number is missing"
    assert.deepStrictEqual(errors, [error, error])
  })
})
