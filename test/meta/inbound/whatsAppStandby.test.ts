import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { metadata, ofWhatsApp, phoneNumberId, read, shown } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const number = "16505551234"
const ada = { ids: [{ kind: "phone", value: number }], name: "Ada", username: null }
const nameless = { ...ada, name: null }
const contacts = [{ profile: { name: "Ada" }, wa_id: number }]
const message = { from: number, id: "wamid.A", timestamp: "1749416383", type: "text", text: { body: "Hi" } }
const body = { messaging_product: "whatsapp", to: number, type: "text", text: { body: "Hello" } }
const echo = { id: "wamid.E", timestamp: "1749416384", message: body }
const status = { id: "wamid.E", status: "delivered", timestamp: "1749416385", recipient_id: number }

const standby = (part: Schema.Json, field = "standby", more: JsonObject = {}) =>
  ofWhatsApp({ messaging_product: "whatsapp", standby: part, ...more }, field)

const items = (delivery: unknown) => read(delivery).map(shown)
const account = { channel: "whatsapp", accountExternalId: phoneNumberId }

const received = (more: JsonObject = {}) => ({
  _tag: "MessageReceived",
  ...account,
  at: "2025-06-08T20:59:43.000Z",
  person: ada,
  echo: false,
  platformMessageId: "wamid.A",
  sendId: null,
  type: "text",
  content: { text: "Hi" },
  media: [],
  replyTo: null,
  referral: null,
  standby: true,
  raw: message,
  ...more
})

/** The facts of items that the forms of a report share. */
const facts = (delivery: unknown) =>
  read(delivery).map((item) =>
    item._tag === "MessageReceived"
      ? [item._tag, item.platformMessageId, item.echo, item.standby, item.person.ids[0].value, item.content["text"]]
      : [item._tag, "platformMessageId" in item ? item.platformMessageId : null]
  )

const inbound = ["MessageReceived", "wamid.A", false, true, number, "Hi"]
const echoed = ["MessageReceived", "wamid.E", true, true, number, "Hello"]

describe("WhatsApp standby", () => {
  it("standby: a message of the person is read like any other, and marked as standby", () => {
    assert.deepStrictEqual(items(standby({ contacts, messages: [message] })), [received()])
  })

  it("standby: an echo is the body of the send call, with the recipient in to", () => {
    const [item] = items(standby({ message_echoes: [echo] }))
    assert.deepStrictEqual(item, {
      ...received(),
      at: "2025-06-08T20:59:44.000Z",
      person: nameless,
      echo: true,
      platformMessageId: "wamid.E",
      content: { text: "Hello" },
      raw: { ...body, id: "wamid.E", timestamp: "1749416384" }
    })
  })

  it("standby: a status of the other responder's message is read", () => {
    const [item] = items(standby({ statuses: [status] }))
    assert.include(item, { _tag: "StatusReported", platformMessageId: "wamid.E", status: "delivered" })
  })

  it.each<[string, unknown, ReadonlyArray<unknown>]>([
    ["all lists at once", standby({ contacts, messages: [message], message_echoes: [echo] }), [inbound, echoed]],
    [
      "single objects",
      standby({ contacts: contacts[0] ?? {}, messages: message, message_echoes: echo }),
      [inbound, echoed]
    ],
    ["unknown members", standby({ messages: [message], conversation: { id: "x" } }, "standby", { more: 1 }), [inbound]],
    ["the field messages", standby({ messages: [message] }, "messages"), [inbound]],
    ["a field that is not known", standby({ messages: [message] }, "agent_events"), [inbound]],
    ["lists in the value", ofWhatsApp({ messages: [message], message_echoes: [echo] }, "standby"), [inbound, echoed]],
    ["a list of parts", standby([{ messages: [message] }, { message_echoes: [echo] }]), [inbound, echoed]],
    ["a list of items", standby([message, echo, status]), [inbound, echoed, ["StatusReported", "wamid.E"]]],
    ["an item by itself", standby(message), [inbound]],
    ["a doubled item", standby({ messages: [message, message] }), [inbound, inbound]],
    ["people beside it", standby({ messages: [message] }, "messages", { contacts }), [inbound]],
    ["null lists", standby({ messages: [message], statuses: null, message_echoes: null }), [inbound]],
    [
      "the number inside it",
      {
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ field: "standby", value: { standby: { metadata, messages: [message] } } }] }]
      },
      [inbound]
    ],
    [
      "an echo as phones send it",
      standby({
        message_echoes: [{ from: "15550783881", to: number, id: "wamid.E", type: "text", text: { body: "Hello" } }]
      }),
      [echoed]
    ],
    [
      "an echo without a type",
      standby({ message_echoes: [{ ...echo, message: { to: number, text: { body: "Hello" } } }] }),
      [echoed]
    ]
  ])("standby: %s", (_, delivery, expected) => {
    assert.deepStrictEqual(facts(delivery), expected)
  })

  it("standby: other reports in the delivery are read too, and are not marked as standby", () => {
    const beside = { ...message, id: "wamid.B" }
    assert.deepStrictEqual(facts(standby({ messages: [message] }, "messages", { messages: [beside] })), [
      ["MessageReceived", "wamid.B", false, false, number, "Hi"],
      inbound
    ])
  })

  it("standby: a message has the same key as in the field messages", () => {
    const keys = [standby({ messages: [message] }), ofWhatsApp({ messages: [message] })].map((delivery) =>
      read(delivery).map(({ key }) => key)
    )
    assert.deepStrictEqual(keys[0], keys[1])
  })

  it("standby: an echo has the person's user id, the quoted message and the send", () => {
    const sendId = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e25"
    const sent = {
      recipient: "US.13491208655302741918",
      type: "image",
      image: { link: "https://example.com/a.jpg", caption: "This one" },
      context: { message_id: "wamid.A" },
      biz_opaque_callback_data: sendId
    }
    const [item] = items(standby({ message_echoes: [{ ...echo, message: sent }] }))
    assert.deepInclude(item, {
      person: { ids: [{ kind: "whatsapp", value: "US.13491208655302741918" }], name: null, username: null },
      replyTo: "wamid.A",
      sendId,
      content: { link: "https://example.com/a.jpg", caption: "This one" },
      media: [
        {
          platformMediaId: null,
          url: "https://example.com/a.jpg",
          mimeType: null,
          filename: null,
          sha256: null,
          index: 0
        }
      ]
    })
  })

  it.each<[string, Schema.Json]>([
    ["text", "x"],
    ["an empty object", {}],
    ["an empty list", []],
    ["a number", 7]
  ])("standby: %s instead of reports is neither a message nor a failure", (_, part) => {
    const [item, ...others] = read(standby(part))
    assert.deepStrictEqual([item?._tag, others], ["Ignored", []])
  })
})
