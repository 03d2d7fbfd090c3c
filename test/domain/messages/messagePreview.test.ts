import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MessageContent } from "../../../src/domain/messages/Message.ts"
import { maxPreviewLength, messagePreview } from "../../../src/domain/messages/messageText.ts"
import { MessengerContent, messengerMessage } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { keptContent, messageType, WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { TextPieces } from "../../../testing/arbitraries/textPieces.ts"

const url = "https://example.com/a"
const generic = (elements: Schema.Json) => ({
  attachment: { type: "template", payload: { template_type: "generic", elements } }
})

const examples: ReadonlyArray<readonly [type: string, content: MessageContent, preview: string]> = [
  ["text", { text: "hello" }, "hello"],
  ["text", { text: "two\nlines" }, "two\nlines"],
  ["text", { text: " " }, ""],
  ["text", {}, ""],
  ["template", { template: { name: "welcome", language: "en" } }, "[template: welcome]"],
  ["template", {}, "[template]"],
  ["image", { url, caption: "the menu" }, "the menu"],
  ["image", { url, caption: "" }, "[image]"],
  ["image", { url, caption: 5 }, "[image]"],
  ["image", { url }, "[image]"],
  ["document", { url, filename: "f.pdf" }, "[document]"],
  ["audio", { url }, "[audio]"],
  ["video", { url, caption: "look" }, "look"],
  ["location", { latitude: 1, longitude: 2, name: "Café" }, "Café"],
  ["location", { latitude: 1, longitude: 2, address: "1 Main St" }, "[location]"],
  ["quick_replies", { text: "Tea?", quick_replies: [{ content_type: "text", title: "Yes", payload: "YES" }] }, "Tea?"],
  [
    "button_template",
    { attachment: { type: "template", payload: { template_type: "button", text: "Pick one", buttons: [] } } },
    "Pick one"
  ],
  ["generic_template", generic([{ title: "First card" }, { title: "Second card" }]), "First card"],
  ["generic_template", generic([]), "[template]"],
  ["interactive", { type: "button_reply", button_reply: { id: "1", title: "Book a table" } }, "Book a table"],
  ["interactive", { type: "list_reply", list_reply: { id: "2", title: "Tuesday", description: "8 pm" } }, "Tuesday"],
  ["interactive", { type: "button_reply", button_reply: { id: "1" } }, "Button reply"],
  ["button", { text: "Yes", payload: "YES" }, "Yes"],
  ["reaction", { message_id: "wamid.1", emoji: "😀" }, "[reaction]"],
  ["attachment_url", { attachment: { type: "file", payload: { url } } }, "[file]"],
  ["image", { attachment: { type: "image", payload: { url } } }, "[image]"],
  ["sticker", { attachment: null }, "[sticker]"]
]

describe("messagePreview", () => {
  it.each(examples)("of %s %j is %j", (type, content, preview) => {
    assert.strictEqual(messagePreview(type, content), preview)
  })

  it.prop(
    "is not empty for any message that can be sent",
    { whatsApp: WhatsAppContent, messenger: MessengerContent },
    ({ messenger, whatsApp }) => {
      const isBlank = (text: string) => text.trim() === ""
      if (whatsApp._tag !== "Text" || !isBlank(whatsApp.text)) {
        assert.isFalse(isBlank(messagePreview(messageType(whatsApp), keptContent(whatsApp))))
      }
      assert.isFalse(isBlank(messagePreview("attachment_url", messengerMessage(messenger))))
    }
  )

  it.prop("accepts any content", { type: Schema.NonEmptyString, content: MessageContent }, (given) => {
    assert.isAtMost(Array.from(messagePreview(given.type, given.content)).length, maxPreviewLength)
  })

  it.prop("is the beginning of a text, without half of a surrogate pair", { pieces: TextPieces }, ({ pieces }) => {
    const text = `a${pieces.join("").repeat(20)}`.toWellFormed()
    const preview = messagePreview("text", { text })
    assert.isTrue(text.startsWith(preview) && preview !== "")
    assert.isTrue(preview.isWellFormed())
    assert.isAtMost(Array.from(preview).length, maxPreviewLength)
  })
})
