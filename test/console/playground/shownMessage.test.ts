import type { Schema } from "effect"
import { assert, describe, it } from "vitest"
import type { Message } from "../../../console/playground/emulatorSchemas.ts"
import { previewOf, shownMessage } from "../../../console/playground/shownMessage.ts"

const sent = (content: Schema.JsonObject, changes: Partial<Message> = {}): Message => ({
  id: "m1",
  at: "2026-11-20T12:00:00.000Z",
  by: "business",
  content,
  template: null,
  reactions: { business: null, person: null },
  isEdited: false,
  isDeleted: false,
  ...changes
})

const onWhatsApp = (content: Schema.JsonObject, changes: Partial<Message> = {}) =>
  shownMessage("whatsapp", sent(content, changes)).parts
const onMessenger = (content: Schema.JsonObject) => shownMessage("messenger", sent(content)).parts

const plain = { title: null, text: null, footer: null, files: [], taps: [] }

describe("WhatsApp messages on the phone of the playground", () => {
  it("a WhatsApp text shows its quoted message", () => {
    const message = sent({ type: "text", text: { body: "Hello" }, context: { message_id: "wamid.1" } })
    assert.deepStrictEqual(shownMessage("whatsapp", message), {
      parts: [{ ...plain, text: "Hello" }],
      replyTo: "wamid.1"
    })
    const answer = sent({ type: "text", text: { body: "Hi" }, context: { from: "1", id: "wamid.2" } })
    assert.strictEqual(shownMessage("whatsapp", answer).replyTo, "wamid.2")
  })

  it("a WhatsApp file of the emulator is shown by its id, others by their address", () => {
    const file = (type: string, value: Schema.JsonObject) => onWhatsApp({ type, [type]: value })[0]
    assert.deepStrictEqual(file("image", { id: "7", caption: "Look" }), {
      ...plain,
      text: "Look",
      files: [{ kind: "image", id: "7", url: null, name: null }]
    })
    assert.deepStrictEqual(file("document", { link: "https://example.com/a.pdf", filename: "a.pdf" })?.files, [
      { kind: "document", id: null, url: "https://example.com/a.pdf", name: "a.pdf" }
    ])
  })

  it("WhatsApp buttons and rows send the platform's replies", () => {
    const [buttons] = onWhatsApp({
      type: "interactive",
      interactive: {
        type: "button",
        header: { type: "text", text: "Size" },
        body: { text: "Which?" },
        footer: { text: "Until six" },
        action: { buttons: [{ type: "reply", reply: { id: "l", title: "Large" } }] }
      }
    })
    assert.deepStrictEqual(buttons, {
      ...plain,
      title: "Size",
      text: "Which?",
      footer: "Until six",
      taps: [
        {
          label: "Large",
          detail: null,
          request: {
            type: "interactive",
            replyTo: "m1",
            interactive: { type: "button_reply", button_reply: { id: "l", title: "Large" } }
          }
        }
      ]
    })
    const [list] = onWhatsApp({
      type: "interactive",
      interactive: {
        type: "list",
        body: { text: "Which?" },
        action: {
          sections: [{ rows: [{ id: "a", title: "A", description: "First" }] }, { rows: [{ id: "b", title: "B" }] }]
        }
      }
    })
    assert.deepStrictEqual(
      list?.taps.map((tap) => ("request" in tap ? tap.request["interactive"] : null)),
      [
        { type: "list_reply", list_reply: { id: "a", title: "A", description: "First" } },
        { type: "list_reply", list_reply: { id: "b", title: "B" } }
      ]
    )
  })

  it("a WhatsApp template shows its values, cards and buttons", () => {
    const template = {
      header: { format: "IMAGE", file: { id: "9" } },
      body: "Hello Ada",
      footer: "Bye",
      buttons: [
        { type: "QUICK_REPLY", text: "Yes", payload: "YES" },
        { type: "URL", text: "Open", url: "https://example.com/1" },
        { type: "URL", text: "Bad", url: "javascript:alert(1)" },
        { type: "PHONE_NUMBER", text: "Call" }
      ],
      cards: [{ body: "Card" }]
    }
    assert.deepStrictEqual(onWhatsApp({ type: "template" }, { template }), [
      {
        title: null,
        text: "Hello Ada",
        footer: "Bye",
        files: [{ kind: "image", id: "9", url: null, name: null }],
        taps: [
          { label: "Yes", detail: null, request: { type: "button", replyTo: "m1", text: "Yes", payload: "YES" } },
          { label: "Open", detail: null, href: "https://example.com/1" }
        ]
      },
      { ...plain, text: "Card" }
    ])
  })

  it("WhatsApp locations, contacts and replies are readable, other messages show their kind", () => {
    const text = (content: Schema.JsonObject) => onWhatsApp(content)[0]?.text
    assert.strictEqual(text({ type: "location", location: { latitude: 1, longitude: 2, name: "Home" } }), "Home\n1, 2")
    assert.strictEqual(
      text({ type: "contacts", contacts: [{ name: { formatted_name: "Grace" }, phones: [{ phone: "+1" }] }] }),
      "Grace\n+1"
    )
    assert.strictEqual(text({ type: "button", button: { text: "Yes", payload: "YES" } }), "Yes")
    assert.strictEqual(
      text({ type: "interactive", interactive: { type: "list_reply", list_reply: { id: "a", title: "A" } } }),
      "A"
    )
    assert.strictEqual(text({ type: "unsupported" }), "unsupported")
    assert.strictEqual(text({ type: "order", order: { text: "x" } }), 'order: {"text":"x"}')
    assert.deepStrictEqual(onWhatsApp({ type: "text", text: "wrong" }), [plain])
  })
})

describe("Messenger and Instagram messages on the phone of the playground", () => {
  it("quick replies, buttons and cards of Messenger and Instagram can be tapped", () => {
    assert.deepStrictEqual(
      onMessenger({ text: "Which?", quick_replies: [{ content_type: "text", title: "A", payload: "a" }] }),
      [
        {
          ...plain,
          text: "Which?",
          taps: [{ label: "A", detail: null, request: { type: "quick_reply", text: "A", payload: "a" } }]
        }
      ]
    )
    const buttons = [
      { type: "postback", title: "Start", payload: "START" },
      { type: "web_url", title: "Site", url: "https://example.com/" }
    ]
    const taps = [
      { label: "Start", detail: null, request: { type: "postback", title: "Start", payload: "START" } },
      { label: "Site", detail: null, href: "https://example.com/" }
    ]
    const template = (payload: Schema.JsonObject) => onMessenger({ attachment: { type: "template", payload } })
    assert.deepStrictEqual(template({ template_type: "button", text: "Hi", buttons }), [{ ...plain, text: "Hi", taps }])
    assert.deepStrictEqual(template({ template_type: "generic", elements: [{ title: "T", subtitle: "S", buttons }] }), [
      { ...plain, title: "T", text: "S", taps }
    ])
  })

  it("grids, media templates, receipts and stickers of Messenger are readable", () => {
    const template = (payload: Schema.JsonObject) => onMessenger({ attachment: { type: "template", payload } })
    const file = (url: string, kind: "image" | "video" = "image") => ({ kind, id: null, url, name: null })
    const [a, b] = ["https://example.com/a", "https://example.com/b"]
    const images = [
      { url: a, action: { type: "postback", payload: "A" } },
      { url: b, action: { type: "web_url", url: b } }
    ]
    assert.deepStrictEqual(template({ template_type: "image_grid", elements: [{ title: "Menu", images }] }), [
      {
        ...plain,
        title: "Menu",
        files: [file(a), file(b)],
        taps: [
          { label: "A", detail: null, request: { type: "postback", title: "A", payload: "A" } },
          { label: b, detail: null, href: b }
        ]
      }
    ])
    assert.deepStrictEqual(template({ template_type: "media", elements: [{ media_type: "video", url: a }] }), [
      { ...plain, files: [file(a, "video")] }
    ])
    const order = { order_number: "1042", currency: "EUR", payment_method: "Visa", summary: { total_cost: 13 } }
    assert.deepStrictEqual(
      template({ template_type: "receipt", ...order, elements: [{ title: "Soup", quantity: 2, price: 6.5 }] }),
      [{ ...plain, title: "1042", text: "2 × Soup: 6.5 EUR\nVisa: 13 EUR" }]
    )
    assert.deepStrictEqual(onMessenger({ sticker_id: "369239263222822" }), [{ ...plain, text: "👍" }])
    assert.deepStrictEqual(onMessenger({ sticker_id: 4711 }), [{ ...plain, text: "🏷 4711" }])
  })

  it("a Messenger or Instagram file of the emulator is shown by its id", () => {
    const url = "http://127.0.0.1:8081/_emulator/files/4123"
    assert.deepStrictEqual(onMessenger({ attachments: [{ type: "image", payload: { url } }] }), [
      { ...plain, files: [{ kind: "image", id: "4123", url: null, name: null }] }
    ])
    assert.deepStrictEqual(onMessenger({ attachment: { type: "file", payload: { url: "https://example.com/a" } } }), [
      { ...plain, files: [{ kind: "document", id: null, url: "https://example.com/a", name: null }] }
    ])
  })

  it("Messenger and Instagram taps, hearts, locations and quotes are shown", () => {
    assert.strictEqual(onMessenger({ postback: { title: "Start", payload: "START" } })[0]?.text, "Start")
    assert.strictEqual(onMessenger({ attachments: [{ type: "like_heart" }] })[0]?.text, "❤")
    const location = { type: "location", title: "Home", payload: { coordinates: { lat: 1, long: 2 } } }
    assert.deepInclude(onMessenger({ attachments: [location] })[0], { title: "Home", text: "1, 2" })
    assert.strictEqual(shownMessage("instagram", sent({ text: "Hi", reply_to: { mid: "m_1" } })).replyTo, "m_1")
  })
})

describe("message previews of the playground", () => {
  it("a message preview is its text, otherwise the kind of its file; a deleted message has none", () => {
    assert.strictEqual(previewOf("whatsapp", sent({ type: "text", text: { body: "Hello" } })), "Hello")
    assert.strictEqual(previewOf("whatsapp", sent({ type: "image", image: { id: "7" } })), "[image]")
    assert.strictEqual(
      previewOf("whatsapp", sent({ type: "document", document: { id: "7", filename: "a.pdf" } })),
      "a.pdf"
    )
    assert.strictEqual(previewOf("whatsapp", sent({}, { isDeleted: true })), "")
    assert.strictEqual(previewOf("messenger", sent({})), "")
  })
})
