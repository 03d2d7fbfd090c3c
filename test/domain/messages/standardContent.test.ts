import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { MessageContent } from "../../../src/domain/messages/Message.ts"
import { MessengerContent, storedMessengerMessage } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { standardContent, textBeside } from "../../../src/domain/messages/standardContent.ts"
import { keptContent, messageType, WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"

const url = "https://example.com/a"

const isStandard = Schema.is(Schema.Literals(["text", "image", "document", "audio", "video", "location"]))
const long = "word ".repeat(200)

const text = (said: string) => ({ type: "text", content: { text: said } })
const attached = (type: string, payload: Schema.Json) => ({ attachment: { type, payload } })

type Example = readonly [type: string, content: MessageContent, shown: { readonly type: string; content: Schema.Json }]

/** What our own sends keep, on every channel. */
const outbound: ReadonlyArray<Example> = [
  ["text", { text: "hello" }, text("hello")],
  ["text", { text: " " }, text(" ")],
  ["text", { text: long }, text(long)],
  ["template", { template: { name: "welcome", language: "en", components: [] } }, text("[template: welcome]")],
  ["image", { url, caption: "look" }, { type: "image", content: { url, mimeType: "", caption: "look" } }],
  ["image", { url }, { type: "image", content: { url, mimeType: "", caption: "" } }],
  [
    "document",
    { url, filename: "f.pdf", caption: "read" },
    { type: "document", content: { url, mimeType: "", filename: "f.pdf" } }
  ],
  ["document", { url }, { type: "document", content: { url, mimeType: "", filename: "" } }],
  ["audio", { url }, { type: "audio", content: { url, mimeType: "" } }],
  ["video", { url, caption: "look" }, { type: "video", content: { url, mimeType: "", caption: "look" } }],
  [
    "location",
    { latitude: 1.5, longitude: -2, name: "Café", address: "1 Main St" },
    { type: "location", content: { latitude: 1.5, longitude: -2, name: "Café", address: "1 Main St" } }
  ],
  [
    "location",
    { latitude: 0, longitude: 0 },
    { type: "location", content: { latitude: 0, longitude: 0, name: "", address: "" } }
  ],
  ["quick_replies", { text: "Tea?", quick_replies: [{ content_type: "text", title: "Yes" }] }, text("Tea?")],
  ["button_template", attached("template", { template_type: "button", text: long, buttons: [] }), text(long)],
  [
    "generic_template",
    attached("template", { template_type: "generic", elements: [{ title: "First card" }, { title: "Second" }] }),
    text("First card")
  ],
  ["attachment_url", attached("file", { url }), { type: "document", content: { url, mimeType: "", filename: "" } }],
  ["attachment_url", attached("audio", { url }), { type: "audio", content: { url, mimeType: "" } }],
  ["image", attached("image", { url }), { type: "image", content: { url, mimeType: "", caption: "" } }],
  ["video", attached("video", { url }), { type: "video", content: { url, mimeType: "", caption: "" } }]
]

/** What people send that is none of the six types (contract: Senders, and kinds outside the six types). */
const inbound: ReadonlyArray<Example> = [
  [
    "image",
    { id: "1", mime_type: "image/jpeg", caption: "me" },
    { type: "image", content: { url: "", mimeType: "image/jpeg", caption: "me" } }
  ],
  [
    "sticker",
    { url, mimeType: "image/webp", animated: true },
    { type: "image", content: { url, mimeType: "image/webp", caption: "" } }
  ],
  ["attachment_url", attached("sticker", { url }), { type: "image", content: { url, mimeType: "", caption: "" } }],
  ["voice", { url, mime_type: "audio/ogg" }, { type: "audio", content: { url, mimeType: "audio/ogg" } }],
  ["button", { text: "Yes", payload: "YES" }, text("Yes")],
  ["interactive", { type: "button_reply", button_reply: { id: "1", title: "Book" } }, text("Book")],
  ["interactive", { type: "list_reply", list_reply: { id: "2", title: "Tuesday" } }, text("Tuesday")],
  ["reaction", { message_id: "wamid.1", emoji: "😀" }, text("[reaction]")],
  ["contacts", { contacts: [{ name: { formatted_name: "Ada" } }] }, text("Contact: Ada")],
  ["contacts", { contacts: [] }, text("[contacts]")],
  ["story_mention", attached("story_mention", { url }), text("Mentioned you in a story")],
  ["order", { catalog_id: "1", text: "Two, please", product_items: [] }, text("Two, please")],
  ["order", { catalog_id: "1", product_items: [] }, text("[order]")]
]

/** Contents that no adapter should have stored. */
const odd: ReadonlyArray<Example> = [
  ["text", {}, text("")],
  ["text", { text: 5 }, text("")],
  ["image", {}, text("[image]")],
  ["sticker", { mime_type: "image/webp", animated: true }, text("[sticker]")],
  ["sticker", { url: "" }, text("[sticker]")],
  ["document", { filename: "a.pdf", caption: "The menu" }, text("The menu")],
  ["image", attached("image", { sticker_id: 369239263222822 }), text("[image]")],
  ["image", { url: null, caption: ["a"] }, text("[image]")],
  ["location", { latitude: "1", longitude: 2, name: "Café" }, text("[location]")],
  ["location", { name: "Café" }, text("[location]")],
  ["image", { url, attachment: null }, { type: "image", content: { url, mimeType: "", caption: "" } }],
  ["attachment_url", { attachment: { type: "image" } }, text("[image]")],
  ["constructor", {}, text("[constructor]")],
  ["sticker pack", { url }, text("[sticker pack]")]
]

const shape = <Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), content: Schema.Struct(fields) })
const file = { url: Schema.String, mimeType: Schema.String }
const caption = Schema.String
const name = Schema.String

const Shown = Schema.Union([
  shape("text", { text: Schema.String }),
  shape("image", { ...file, caption }),
  shape("document", { ...file, filename: Schema.String }),
  shape("audio", file),
  shape("video", { ...file, caption }),
  shape("location", { latitude: Schema.Finite, longitude: Schema.Finite, name, address: Schema.String })
])
const decode = Schema.decodeUnknownOption(Shown, { onExcessProperty: "error" })
/** The six shapes, without further fields. */
const isShown = (shown: unknown) => Option.isSome(decode(shown))

describe("standardContent", () => {
  it.each([...outbound, ...inbound, ...odd])("shows %s %j as %j", (type, content, shown) => {
    assert.deepStrictEqual<unknown>(standardContent({ type, content }), shown)
  })

  it.prop(
    "shows any content in one of the six shapes",
    {
      type: Schema.Union([
        Schema.NonEmptyString,
        Schema.Literals(["text", "image", "sticker", "document", "audio", "voice", "video", "location", "template"])
      ]),
      content: Schema.Union([
        MessageContent,
        Schema.Struct({
          attachment: Schema.Struct({ type: Schema.Literals(["image", "file"]), payload: Schema.Json })
        }),
        Schema.Struct({ latitude: Schema.Json, longitude: Schema.Finite, url: Schema.Json, caption: Schema.Json })
      ])
    },
    (message) => assert.isTrue(isShown(standardContent(message)))
  )

  it("shows no part that the contract does not define", () => {
    const shown = standardContent({ type: "audio", content: { url, caption: "mine", attachment: null } })
    assert.isTrue(isShown(shown))
    assert.isFalse(isShown({ ...shown, content: { ...shown.content, caption: "mine" } }))
  })

  it.prop("shows each sent message with its own type", { content: WhatsAppContent }, ({ content }) => {
    const type = messageType(content)
    const shown = standardContent({ type, content: keptContent(content) })
    const expected = type === "sticker" ? "image" : isStandard(type) ? type : "text"
    assert.strictEqual(shown.type, expected)
    if (content._tag === "Text") assert.deepStrictEqual<unknown>(shown, text(content.text))
  })

  it.prop("shows files of Messenger and Instagram as files", { content: MessengerContent }, ({ content }) => {
    const shown = standardContent({ type: "attachment_url", content: storedMessengerMessage(content) })
    const kind = content._tag === "Attachment" ? content.kind : content._tag === "Images" ? "image" : "text"
    assert.strictEqual(shown.type, kind === "file" ? "document" : kind)
    if (content._tag === "Attachment" && shown.type !== "text" && shown.type !== "location") {
      assert.strictEqual(shown.content.url, content.url)
    }
  })

  it("shows the first of several images with their number", () => {
    const content = storedMessengerMessage({ _tag: "Images", urls: [url, "https://example.com/b"] })
    assert.deepStrictEqual(standardContent({ type: "images", content }), {
      type: "image",
      content: { url, mimeType: "", caption: "2 images" }
    })
  })

  it.each([
    ["document", { url, caption: "The menu" }, "The menu"],
    ["file", attached("file", { url, caption: "The menu" }), "The menu"],
    ["audio", attached("audio", { url, caption: "Listen" }), "Listen"],
    ["document", { url }, ""],
    ["image", { url, caption: "shown by its type" }, ""],
    ["text", { text: "hello", caption: "no" }, ""]
  ] satisfies ReadonlyArray<readonly [string, MessageContent, string]>)(
    "leaves the text of a file to a separate field: of %s %j",
    (type, content, beside) => {
      assert.strictEqual(textBeside({ type, content }), beside)
    }
  )
})
