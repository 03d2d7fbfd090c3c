import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MessageContent } from "../../../src/domain/messages/Message.ts"
import {
  announcedContent,
  keptContent,
  messageType,
  WhatsAppContent
} from "../../../src/domain/messages/WhatsAppContent.ts"

const { Audio, Document, Image, Location, Template, Text, Video } = WhatsAppContent.cases
const url = "https://example.com/a"
const components = [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]

const isMessageContent = Schema.is(MessageContent)

const examples = [
  [
    Template.make({ name: "welcome", languageCode: "en_US", components: null }),
    "template",
    {
      template: { name: "welcome", language: "en_US" }
    }
  ],
  [
    Template.make({ name: "welcome", languageCode: "en", components }),
    "template",
    {
      template: { name: "welcome", language: "en", components }
    }
  ],
  [
    Template.make({ name: "welcome", languageCode: "en", components: [] }),
    "template",
    {
      template: { name: "welcome", language: "en", components: [] }
    }
  ],
  [Text.make({ text: "hello" }), "text", { text: "hello" }],
  [Image.make({ url, caption: null }), "image", { url }],
  [Image.make({ url, caption: "" }), "image", { url, caption: "" }],
  [Document.make({ url, caption: "c", filename: "f.pdf" }), "document", { url, filename: "f.pdf", caption: "c" }],
  [Document.make({ url, caption: null, filename: null }), "document", { url }],
  [Audio.make({ url }), "audio", { url }],
  [Video.make({ url, caption: "c" }), "video", { url, caption: "c" }],
  [
    Location.make({ latitude: 0, longitude: -0.5, name: null, address: "a" }),
    "location",
    {
      latitude: 0,
      longitude: -0.5,
      address: "a"
    }
  ]
] as const

describe("WhatsAppContent", () => {
  it.each(examples)("stores %j as %s %j", (content, type, kept) => {
    assert.strictEqual(messageType(content), type)
    assert.strictEqual(JSON.stringify(keptContent(content)), JSON.stringify(kept))
  })

  it.prop("encodes the content as JSON, without absent parts", { content: WhatsAppContent }, ({ content }) => {
    const kept = keptContent(content)
    assert.isTrue(isMessageContent(kept))
    assert.notInclude(Object.values(kept), null)
  })

  /** What is kept, with the address for backends in the place of the other. */
  const announced = ({ eventUrl, ...kept }: MessageContent): MessageContent =>
    eventUrl === undefined ? kept : { ...kept, url: eventUrl }

  it.prop(
    "has in events a template without values, the address of an uploaded file, and all else unchanged",
    { content: WhatsAppContent },
    (given) => {
      const { content } = given
      assert.deepStrictEqual(
        announcedContent(content),
        content._tag === "Template"
          ? { template: { name: content.name, language: content.languageCode } }
          : announced(keptContent(content))
      )
    }
  )

  it("has in events no values of a template", () => {
    const content = Template.make({ name: "code", languageCode: "en", components })
    assert.strictEqual(JSON.stringify(announcedContent(content)), '{"template":{"name":"code","language":"en"}}')
  })
})
