import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import { emulated, page } from "./pages.ts"
import { acceptedBy, accessToken, type Answer, masked, phoneNumberId, refused, request } from "./platform.ts"

const json = "application/json"
const form = "application/x-www-form-urlencoded"

const post = (path: string, token: string, type: string, body: string | FormData) =>
  Effect.map(
    request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...(type === "" ? {} : { "content-type": type }) },
      body
    }),
    masked
  )

const whatsApp = (type: string, body: string | FormData) => post(`/${phoneNumberId}/messages`, accessToken, type, body)
const messenger = (type: string, body: string | FormData) => post(`/${page.id}/messages`, page.accessToken, type, body)

const accepted = acceptedBy("16505551234")
const answered: Answer = { status: 200, body: { recipient_id: "4711", message_id: "m_ID" } }

const base = { messaging_product: "whatsapp", to: "16505551234" }
const contacts = [{ name: { formatted_name: "Ada Lovelace", first_name: "Ada" }, phones: [{ phone: "+16505551235" }] }]
const template = { name: "hello_world", language: { code: "en_US" } }

const encoded = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

const multipart = (fields: Readonly<Record<string, string>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** The last message as the emulator heard it, apart from the token. */
const lastParams = Effect.map(
  Effect.flatMap(Emulator, ({ ledger }) => ledger),
  (calls) => calls.at(-1)?.body
)

describe("parameters that are objects", () => {
  it.effect.each<readonly [string, Readonly<Record<string, string>>]>([
    ["text", { text: JSON.stringify({ body: "Hello" }) }],
    ["contacts", { type: "contacts", contacts: JSON.stringify(contacts) }],
    ["reaction", { type: "reaction", reaction: JSON.stringify({ message_id: "wamid.X", emoji: "👍" }) }],
    ["location", { type: "location", location: JSON.stringify({ latitude: 1, longitude: 2 }) }]
  ])("of WhatsApp are read from their JSON text in forms, in parts and in JSON: %s", ([, params]) =>
    Effect.gen(function* () {
      const fields = { ...base, ...params }
      assert.deepStrictEqual(yield* whatsApp(form, encoded(fields)), accepted)
      assert.deepStrictEqual(yield* whatsApp("", multipart(fields)), accepted)
      assert.deepStrictEqual(yield* whatsApp(json, JSON.stringify(fields)), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are read as templates", () =>
    Effect.gen(function* () {
      const fields = { ...base, type: "template", template: JSON.stringify(template) }
      for (const answer of [yield* whatsApp(form, encoded(fields)), yield* whatsApp(json, JSON.stringify(fields))]) {
        assert.strictEqual(answer.status, 200)
      }
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("of Messenger are read from their JSON text, too", () =>
    Effect.gen(function* () {
      const fields = {
        recipient: JSON.stringify({ id: "4711" }),
        message: JSON.stringify({ text: "Hello" }),
        messaging_type: "RESPONSE"
      }
      assert.deepStrictEqual(yield* messenger(form, encoded(fields)), answered)
      assert.deepStrictEqual(yield* messenger("", multipart(fields)), answered)
      assert.deepStrictEqual(yield* messenger(json, JSON.stringify(fields)), answered)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are read from fields for each of their parts", () =>
    Effect.gen(function* () {
      const parts = {
        "recipient[id]": "4711",
        "message[text]": "Pick a color",
        "message[quick_replies][0][content_type]": "text",
        "message[quick_replies][0][title]": "Red",
        "message[quick_replies][0][payload]": "RED",
        messaging_type: "RESPONSE"
      }
      assert.deepStrictEqual(yield* messenger(form, encoded(parts)), answered)
      assert.deepStrictEqual(yield* lastParams, {
        recipient: { id: "4711" },
        message: {
          text: "Pick a color",
          quick_replies: [{ content_type: "text", title: "Red", payload: "RED" }]
        },
        messaging_type: "RESPONSE"
      })
      assert.deepStrictEqual(yield* whatsApp(form, encoded({ ...base, "text[body]": "Hello" })), accepted)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("leave texts alone that only look like JSON", () =>
    Effect.gen(function* () {
      const data = JSON.stringify({ order: 7 })
      const fields = { ...base, text: JSON.stringify({ body: "{}" }), biz_opaque_callback_data: data }
      assert.deepStrictEqual(yield* whatsApp(form, encoded(fields)), accepted)
      assert.deepStrictEqual(yield* whatsApp(json, JSON.stringify(fields)), accepted)
      assert.deepInclude(yield* lastParams, { biz_opaque_callback_data: data })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are refused when their text is no JSON", () =>
    Effect.gen(function* () {
      const message = "(#100) Param recipient must be a JSON object."
      for (const recipient of ["4711", "{id:4711}"]) {
        assert.deepStrictEqual(
          yield* messenger(form, encoded({ recipient, message: '{"text":"Hello"}' })),
          refused(400, 100, message)
        )
      }
    }).pipe(Effect.provide(emulated()))
  )

  it.effect.prop(
    "are never read into anything but JSON",
    [Schema.Array(Schema.Tuple([Schema.String, Schema.String]))],
    ([all]) =>
      Effect.gen(function* () {
        const answer = yield* messenger(
          form,
          new URLSearchParams(all.map(([name, value]): [string, string] => [`a${name}`, value])).toString()
        )
        assert.strictEqual(answer.status, 400)
      }).pipe(Effect.provide(emulated()))
  )
})
