import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { InboundRequest } from "../../../emulator/person/inbound.ts"
import { seconds, seen, world } from "./personSide.ts"
import { wabaId } from "../platform.ts"
import { ada, base, happened, type Json, person, received, webhook } from "./whatsAppSide.ts"

const location = {
  latitude: 37.4,
  longitude: -122.2,
  name: "Philz",
  address: "101 Forest Ave",
  url: "https://p.example"
}
const contacts = [
  { name: { formatted_name: "Lucía Gómez", first_name: "Lucía" }, phones: [{ phone: "+1 983" }] }
] as const
const order = {
  catalog_id: "194836987003835",
  product_items: [{ product_retailer_id: "di9ozbzfi4", quantity: 2, item_price: 30, currency: "USD" }]
} as const
const flow = { name: "flow", body: "Sent", response_json: '{"size":"L"}' }
const errors = [
  {
    code: 131051,
    title: "Message type unknown",
    message: "Message type unknown",
    error_data: { details: "Message type is currently not supported." }
  }
]
const edited = { type: "image", image: { caption: "Better", id: "7", mime_type: "image/png", sha256: "x=" } }

type Row = readonly [what: string, request: InboundRequest, item: Json, read: Json]

const messages: ReadonlyArray<Row> = [
  [
    "a text",
    { ...ada, type: "text", text: "Grüezi 😀" },
    { type: "text", text: { body: "Grüezi 😀" } },
    received("text", { text: "Grüezi 😀" })
  ],
  [
    "a reply, from an advertisement",
    {
      ...ada,
      type: "text",
      text: "Yes",
      replyTo: "wamid.B",
      context: { forwarded: true },
      referral: { source_id: "7" }
    },
    {
      context: { from: "15550783881", id: "wamid.B", forwarded: true },
      referral: { source_id: "7" },
      type: "text",
      text: { body: "Yes" }
    },
    received(
      "text",
      { text: "Yes", context: { forwarded: true } },
      { replyTo: "wamid.B", referral: { source_id: "7" } }
    )
  ],
  ["a place", { ...ada, type: "location", location }, { type: "location", location }, received("location", location)],
  [
    "contacts",
    { ...ada, type: "contacts", contacts },
    { type: "contacts", contacts },
    received("contacts", { contacts })
  ],
  [
    "a tap on a template's button",
    { ...ada, type: "button", text: "Stop", payload: "STOP", replyTo: "wamid.B" },
    { context: { from: "15550783881", id: "wamid.B" }, type: "button", button: { text: "Stop", payload: "STOP" } },
    received("button", { text: "Stop", payload: "STOP" }, { replyTo: "wamid.B" })
  ],
  [
    "a tap on a button without a payload of its own",
    { ...ada, type: "button", text: "Stop" },
    { type: "button", button: { text: "Stop", payload: "Stop" } },
    received("button", { text: "Stop", payload: "Stop" })
  ],
  [
    "a tap on a button",
    { ...ada, type: "interactive", interactive: { type: "button_reply", button_reply: { id: "no", title: "No" } } },
    { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "no", title: "No" } } },
    received("interactive", { type: "button_reply", button_reply: { id: "no", title: "No" } })
  ],
  [
    "a choice from a list",
    {
      ...ada,
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "x", title: "Express", description: "Next day" } }
    },
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "x", title: "Express", description: "Next day" } }
    },
    received("interactive", { type: "list_reply", list_reply: { id: "x", title: "Express", description: "Next day" } })
  ],
  [
    "a form that was filled in",
    { ...ada, type: "interactive", interactive: { type: "nfm_reply", nfm_reply: flow } },
    { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: flow } },
    received("interactive", { type: "nfm_reply", nfm_reply: flow })
  ],
  [
    "an order",
    { ...ada, type: "order", order },
    { type: "order", order: { ...order, text: "" } },
    received("order", { ...order, text: "" })
  ],
  [
    "what the platform does not pass on",
    { ...ada, type: "unsupported", kind: "poll" },
    { type: "unsupported", errors, unsupported: { type: "poll" } },
    received("unsupported", { unsupported: { type: "poll" }, errors })
  ],
  [
    "what the platform does not even name",
    { ...ada, type: "unsupported" },
    { type: "unsupported", errors },
    received("unsupported", { errors })
  ],
  [
    "a reaction",
    { ...ada, type: "reaction", messageId: "wamid.B", emoji: "👍" },
    { type: "reaction", reaction: { message_id: "wamid.B", emoji: "👍" } },
    { _tag: "Reacted", ...happened, person, byBusiness: false, platformMessageId: "wamid.B", reaction: "👍" }
  ],
  [
    "a reaction that is taken back",
    { ...ada, type: "reaction", messageId: "wamid.B", emoji: "" },
    { type: "reaction", reaction: { message_id: "wamid.B", emoji: "" } },
    { _tag: "Reacted", ...happened, person, byBusiness: false, platformMessageId: "wamid.B", reaction: null }
  ],
  [
    "another text",
    { ...ada, type: "edit", messageId: "wamid.B", text: "Better" },
    { type: "edit", edit: { original_message_id: "wamid.B", message: { type: "text", text: { body: "Better" } } } },
    {
      _tag: "MessageEdited",
      ...happened,
      platformMessageId: "wamid.B",
      editNumber: null,
      type: "text",
      content: { text: "Better" },
      media: []
    }
  ],
  [
    "another caption",
    { ...ada, type: "edit", messageId: "wamid.B", message: edited },
    { type: "edit", edit: { original_message_id: "wamid.B", message: edited } },
    {
      _tag: "MessageEdited",
      ...happened,
      platformMessageId: "wamid.B",
      editNumber: null,
      type: "image",
      content: edited.image,
      media: [{ platformMediaId: "7", url: null, mimeType: "image/png", filename: null, sha256: "x=", index: 0 }]
    }
  ],
  [
    "a message that is taken back",
    { ...ada, type: "revoke", messageId: "wamid.B" },
    { type: "revoke", revoke: { original_message_id: "wamid.B" } },
    { _tag: "MessageDeleted", ...happened, platformMessageId: "wamid.B" }
  ],
  [
    "a chat that is opened",
    { ...ada, type: "request_welcome" },
    { type: "request_welcome" },
    {
      _tag: "Ignored",
      ...happened,
      businessAccountId: wabaId,
      field: "messages",
      reason: "a chat was opened"
    }
  ]
]

describe("what a person does on WhatsApp", () => {
  it.effect.each(messages)("is reported as the platform would, and understood: %s", ([, request, item, read]) =>
    Effect.gen(function* () {
      const { items, messageId, payload } = yield* seen(request)
      assert.deepStrictEqual(payload, webhook({ ...base, ...item }))
      assert.deepStrictEqual(items, [read])
      assert.match(String(messageId), /^wamid\.HBgL[A-Za-z0-9+/]+VAgASGBQzQ[A-Za-z0-9+/]+={0,2}$/)
    }).pipe(Effect.provide(world()))
  )

  it.effect("has the time that is given, and is reported now", () =>
    Effect.gen(function* () {
      const { items, payload } = yield* seen({
        ...ada,
        type: "text",
        text: "Hi",
        timestamp: "2026-11-20T11:00:00.700Z"
      })
      assert.deepStrictEqual(
        payload,
        webhook({ ...base, timestamp: String(seconds - 3_600), type: "text", text: { body: "Hi" } })
      )
      assert.deepStrictEqual(items, [received("text", { text: "Hi" }, { at: "2026-11-20T11:00:00.000Z" })])
    }).pipe(Effect.provide(world()))
  )
})
