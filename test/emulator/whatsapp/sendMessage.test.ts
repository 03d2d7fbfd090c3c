import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uploaded, withFile } from "../media/media.ts"
import { acceptedBy, accessToken, emulated, masked, phoneNumberId, request, send } from "../platform.ts"

const interactive = (type: string, action: unknown, more: object = {}) => ({
  type: "interactive",
  interactive: { type, body: { text: "Please choose" }, action, ...more }
})

const row = (id: string) => ({ id, title: `Row ${id}`, description: "What it is" })

/** An example of everything that the platform accepts from a sender. */
const accepted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a text": { type: "text", text: { body: "Hello", preview_url: false } },
  "a text without a type": { text: { body: "See https://example.com", preview_url: true } },
  "a text of 4096 characters beyond ASCII": { type: "text", text: { body: "😀".repeat(4096) } },
  "a type in upper case": { type: "TEXT", text: { body: "Hello" } },
  "an explicit individual recipient": { recipient_type: "individual", type: "text", text: { body: "Hello" } },
  "a reply": { context: { message_id: "wamid.X" }, type: "text", text: { body: "Hello" } },
  "opaque data for the callback": { biz_opaque_callback_data: "order-1", type: "text", text: { body: "Hello" } },
  "an image by link": { type: "image", image: { link: "https://example.com/a.png", caption: "A" } },
  "an image by id": { type: "image", image: { id: "1234567890" } },
  "a document": { type: "document", document: { link: "https://example.com/a.pdf", filename: "a.pdf", caption: "A" } },
  "an audio": { type: "audio", audio: { id: "1234567890", voice: true } },
  "a video": { type: "video", video: { link: "http://example.com/a.mp4", caption: "A" } },
  "a sticker": { type: "sticker", sticker: { id: "1234567890" } },
  "a location": {
    type: "location",
    location: { latitude: 37.758056, longitude: -122.425332, name: "META HQ", address: "1 Hacker Way" }
  },
  "a location in text": { type: "location", location: { latitude: "37.758056", longitude: "-122.425332" } },
  "a reaction": { type: "reaction", reaction: { message_id: "wamid.X", emoji: "😀" } },
  "a reaction taken back": { type: "reaction", reaction: { message_id: "wamid.X", emoji: "" } },
  contacts: {
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: "John Smith", first_name: "John" },
        phones: [{ phone: "+1 (940) 555-1234", type: "HOME" }],
        org: { company: "WhatsApp" }
      }
    ]
  },
  "reply buttons": interactive(
    "button",
    { buttons: [{ type: "reply", reply: { id: "yes", title: "Yes" } }] },
    { header: { type: "image", image: { id: "1" } }, footer: { text: "Soon" } }
  ),
  "a list": interactive("list", {
    button: "Choose",
    sections: [
      { title: "One", rows: ["1", "2", "3", "4", "5"].map(row) },
      { title: "Two", rows: ["6", "7", "8", "9", "10"].map(row) }
    ]
  }),
  "a link button": interactive("cta_url", {
    name: "cta_url",
    parameters: { display_text: "Open", url: "https://example.com" }
  }),
  "a request for a location": interactive("location_request_message", { name: "send_location" }),
  "a flow": interactive("flow", {
    name: "flow",
    parameters: { flow_message_version: "3", flow_id: "1", flow_cta: "Book", flow_token: "t", flow_action: "navigate" }
  }),
  "a product": interactive("product", { catalog_id: "1", product_retailer_id: "2" }),
  "a catalog": interactive("catalog_message", { name: "catalog_message" })
}

layer(emulated())("a send", (it) => {
  it.effect.each(Object.entries(accepted))("WhatsApp messages: accepts %s", ([, params]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(withFile(params, yield* uploaded())), acceptedBy("16505551234"))
    })
  )

  it.effect.each(["+16505551234", "16505551234", "+1 (650) 555-1234", "1-650-555-1234"])(
    "WhatsApp messages: the number %s is accepted, and the response has its digits",
    (to) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* send({ to, text: { body: "Hello" } }), acceptedBy("16505551234", to))
      })
  )

  it.effect("WhatsApp messages: the response for a template has its status", () =>
    Effect.gen(function* () {
      const answer = yield* send({ type: "template", template: { name: "hello_world", language: { code: "en_US" } } })
      assert.deepStrictEqual(answer, {
        status: 200,
        body: {
          messaging_product: "whatsapp",
          contacts: [{ input: "16505551234", wa_id: "16505551234" }],
          messages: [{ id: "wamid.ID", message_status: "accepted" }]
        }
      })
    })
  )

  it.effect("WhatsApp messages: a business-scoped user id or a group can replace the number", () =>
    Effect.gen(function* () {
      const toUser = yield* send({ to: undefined, recipient: "US.13491208655302741918", text: { body: "Hello" } })
      const toParent = yield* send({ to: undefined, recipient: "US.ENT.11815799212886844830", text: { body: "Hello" } })
      const toNobody = yield* send({ to: undefined, recipient: "US.ENT.", text: { body: "Hello" } })
      const both = yield* send({ recipient: "US.13491208655302741918", text: { body: "Hello" } })
      const toGroup = yield* send({ to: "120363@g.us", recipient_type: "group", text: { body: "Hello" } })
      assert.deepStrictEqual(toUser.body, {
        messaging_product: "whatsapp",
        contacts: [{ input: "US.13491208655302741918", user_id: "US.13491208655302741918" }],
        messages: [{ id: "wamid.ID" }]
      })
      assert.deepStrictEqual([toParent.status, toNobody.status], [200, 400])
      assert.deepStrictEqual(both, acceptedBy("16505551234"))
      assert.deepStrictEqual(toGroup.body, {
        messaging_product: "whatsapp",
        contacts: [{ input: "120363@g.us" }],
        messages: [{ id: "wamid.ID" }]
      })
    })
  )

  it.effect("WhatsApp messages: a read mark is accepted, with or without a typing indicator", () =>
    Effect.gen(function* () {
      const read = { to: undefined, status: "read", message_id: "wamid.HBgL" }
      const success = { status: 200, body: { success: true } }
      assert.deepStrictEqual(yield* send(read), success)
      assert.deepStrictEqual(yield* send({ ...read, typing_indicator: { type: "text" } }), success)
    })
  )

  it.effect.each([
    `/v23.0/${phoneNumberId}/messages`,
    `/v9.1/${phoneNumberId}/messages`,
    `/${phoneNumberId}/messages/`
  ])("WhatsApp messages: are sent at %s", (path) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send({ text: { body: "Hello" } }, path), acceptedBy("16505551234"))
    })
  )

  it.effect("WhatsApp messages: the token may be in the query, and a form may have JSON fields", () =>
    Effect.gen(function* () {
      const form = new URLSearchParams({
        messaging_product: "whatsapp",
        to: "+16505551234",
        type: "text",
        text: JSON.stringify({ body: "a&b=c ü" })
      })
      const path = `/v23.0/${phoneNumberId}/messages`
      const inQuery = yield* request(`${path}?access_token=${accessToken}`, { method: "POST", body: form })
      form.set("access_token", accessToken)
      const inForm = yield* request(path, { method: "POST", body: form })
      const inHeader = yield* request(path, {
        method: "POST",
        headers: { authorization: `OAuth ${accessToken}` },
        body: form
      })
      for (const answer of [inQuery, inForm, inHeader]) {
        assert.deepStrictEqual(masked(answer), acceptedBy("16505551234", "+16505551234"))
      }
    })
  )
})
