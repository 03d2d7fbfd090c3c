import { assert, describe, it } from "@effect/vitest"
import { whatsAppBody } from "../../../src/adapters/meta/client/CloudWhatsApp.ts"
import { WhatsAppUserId } from "../../../src/domain/contacts/ContactIdentity.ts"
import type { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { sendId, to } from "../graph.ts"

const base = { messaging_product: "whatsapp", to: "16505551234" }
const url = "https://example.com/file"

describe("the body of a WhatsApp message", () => {
  it.each<readonly [WhatsAppContent, Readonly<Record<string, unknown>>]>([
    [
      { _tag: "Text", text: "Hello" },
      { type: "text", text: { body: "Hello" } }
    ],
    [
      { _tag: "Template", name: "hello_world", languageCode: "en_US", components: null },
      { type: "template", template: { name: "hello_world", language: { code: "en_US" } } }
    ],
    [
      { _tag: "Template", name: "t", languageCode: "pt_BR", components: [] },
      { type: "template", template: { name: "t", language: { code: "pt_BR" }, components: [] } }
    ],
    [
      { _tag: "Image", url, caption: null },
      { type: "image", image: { link: url } }
    ],
    [
      { _tag: "Image", url, caption: "" },
      { type: "image", image: { link: url, caption: "" } }
    ],
    [
      { _tag: "Document", url, caption: "c", filename: "f.pdf" },
      { type: "document", document: { link: url, caption: "c", filename: "f.pdf" } }
    ],
    [
      { _tag: "Document", url, caption: null, filename: null },
      { type: "document", document: { link: url } }
    ],
    [
      { _tag: "Audio", url },
      { type: "audio", audio: { link: url } }
    ],
    [
      { _tag: "Video", url, caption: "c" },
      { type: "video", video: { link: url, caption: "c" } }
    ],
    [
      { _tag: "Location", latitude: 37.483307, longitude: -122.14834, name: "Pablo", address: "1 Hacker Way" },
      {
        type: "location",
        location: { latitude: 37.483307, longitude: -122.14834, name: "Pablo", address: "1 Hacker Way" }
      }
    ],
    [
      { _tag: "Location", latitude: 0, longitude: 0, name: null, address: null },
      { type: "location", location: { latitude: 0, longitude: 0 } }
    ]
  ])("WhatsApp body: a message is composed from %j", (content, expected) => {
    assert.deepStrictEqual(whatsAppBody(to, content, sendId), {
      ...base,
      ...expected,
      biz_opaque_callback_data: sendId
    })
  })

  it.each(["US.13491208655302741918", "US.ENT.11815799212886844830"])(
    "WhatsApp body: a message to a person without a number has the id as its recipient: %s",
    (userId) => {
      assert.deepStrictEqual(whatsAppBody(WhatsAppUserId.make(userId), { _tag: "Text", text: "Hello" }, sendId), {
        messaging_product: "whatsapp",
        recipient: userId,
        type: "text",
        text: { body: "Hello" },
        biz_opaque_callback_data: sendId
      })
    }
  )
})
