import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type SentWhatsApp, WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, givenDashboard, signedIn } from "../sessionDashboard.ts"

const to = "+15551234567"
const url = "https://example.com/file"

const asked = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.map(({ content, from, to }: SentWhatsApp) => ({ to: String(to), account: from.account.id, content }))
)

const Answered = Schema.Struct({ data: Schema.Struct({ conversationId: Schema.String, contactId: Schema.String }) })

interface Row {
  readonly body: object
  /** What the platform is asked for. */
  readonly content: SentWhatsApp["content"]
  /** What is announced, and what is shown of it. */
  readonly announced?: object
  readonly shown?: {
    readonly type: string
    readonly content: object
    readonly template?: object
    readonly original?: object
    readonly caption?: string
  }
}

const components = [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]

const card = {
  name: { formatted_name: "Ada Lovelace", first_name: "Ada" },
  phones: [{ phone: "+1 555 765 4321", type: "WORK" }]
} as const

const interactive = {
  type: "button",
  body: { text: "Which time suits you?" },
  action: {
    buttons: [
      { type: "reply", reply: { id: "18", title: "18:00" } },
      { type: "reply", reply: { id: "20", title: "20:00" } }
    ]
  }
} as const

/** Each type with everything that it takes, and with nothing that it does not need. */
const rows: ReadonlyArray<Row> = [
  {
    body: { type: "text", text: "See you" },
    content: { _tag: "Text", text: "See you" },
    announced: { text: "See you" }
  },
  {
    body: { type: "template", template: { name: "hello_world", language: "en_US", components } },
    content: { _tag: "Template", name: "hello_world", languageCode: "en_US", components },
    announced: { template: { name: "hello_world", language: "en_US" } },
    shown: {
      type: "text",
      content: { text: "[template: hello_world]" },
      template: { name: "hello_world", language: "en_US", components }
    }
  },
  {
    body: { type: "template", template: { name: "hello_world", language: "en_US", components: null }, text: "no" },
    content: { _tag: "Template", name: "hello_world", languageCode: "en_US", components: null },
    announced: { template: { name: "hello_world", language: "en_US" } },
    shown: {
      type: "text",
      content: { text: "[template: hello_world]" },
      template: { name: "hello_world", language: "en_US", components: [] }
    }
  },
  {
    body: { type: "image", image: { url, caption: "Below" } },
    content: { _tag: "Image", url, caption: "Below" },
    announced: { url, caption: "Below" },
    shown: { type: "image", content: { url, mimeType: "", caption: "Below" } }
  },
  {
    body: { type: "image", image: { url } },
    content: { _tag: "Image", url, caption: null },
    announced: { url },
    shown: { type: "image", content: { url, mimeType: "", caption: "" } }
  },
  {
    body: { type: "document", document: { url, caption: "Below", filename: "a.pdf" } },
    content: { _tag: "Document", url, caption: "Below", filename: "a.pdf" },
    announced: { url, caption: "Below", filename: "a.pdf" },
    shown: { type: "document", content: { url, mimeType: "", filename: "a.pdf" }, caption: "Below" }
  },
  {
    body: { type: "audio", audio: { url } },
    content: { _tag: "Audio", url },
    announced: { url },
    shown: { type: "audio", content: { url, mimeType: "" } }
  },
  {
    body: { type: "video", video: { url, caption: null } },
    content: { _tag: "Video", url, caption: null },
    announced: { url },
    shown: { type: "video", content: { url, mimeType: "", caption: "" } }
  },
  {
    body: { type: "location", location: { latitude: 52.5, longitude: -0.25, name: "Here", address: "There" } },
    content: { _tag: "Location", latitude: 52.5, longitude: -0.25, name: "Here", address: "There" },
    announced: { latitude: 52.5, longitude: -0.25, name: "Here", address: "There" },
    shown: { type: "location", content: { latitude: 52.5, longitude: -0.25, name: "Here", address: "There" } }
  },
  {
    body: { type: "text", text: "See https://example.com", previewUrl: true },
    content: { _tag: "Text", text: "See https://example.com", previewUrl: true },
    announced: { text: "See https://example.com", preview_url: true },
    shown: { type: "text", content: { text: "See https://example.com" } }
  },
  {
    body: { type: "sticker", sticker: { url } },
    content: { _tag: "Sticker", url },
    announced: { url },
    shown: {
      type: "image",
      content: { url, mimeType: "", caption: "" },
      original: { type: "sticker", content: {} }
    }
  },
  {
    body: { type: "contacts", contacts: [card] },
    content: { _tag: "Contacts", contacts: [card] },
    announced: { contacts: [card] },
    shown: {
      type: "text",
      content: { text: "Contact: Ada Lovelace, +1 555 765 4321" },
      original: { type: "contacts", content: { contacts: [card] } }
    }
  },
  {
    body: { type: "interactive", interactive },
    content: { _tag: "Interactive", interactive },
    announced: interactive,
    shown: {
      type: "text",
      content: { text: "Which time suits you?\n[18:00] [20:00]" },
      original: { type: "interactive", content: interactive }
    }
  }
]

describe("POST /messages/send", () => {
  it.effect.each(rows)(
    "sends $body, returns its conversation and contact, and announces it",
    ({ announced, body, content, shown }) =>
      Effect.gen(function* () {
        const { account, added, events, get, post } = yield* givenDashboard()
        const contactId = yield* added({ userNumber: to })
        const answer = yield* post("/messages/send", { to, ...body })
        const { data } = yield* Schema.decodeUnknownEffect(Answered)(answer.body)
        const vendorMessageId = (yield* (yield* World).state).messages[0]?.id
        assert.deepStrictEqual(
          answer,
          answered(200, {
            vendorMessageId,
            waMessageId: "wamid.1",
            status: "sent",
            conversationId: data.conversationId,
            contactId
          })
        )
        assert.deepStrictEqual(yield* asked, [{ to: "15551234567", account: account?.id ?? "", content }])
        const [, opened, sent] = yield* events
        assert.strictEqual(opened?.type, "conversation.opened")
        assert.deepStrictEqual<unknown>(sent, {
          type: "message.sent",
          data: {
            channel: "whatsapp",
            message_id: "wamid.1",
            to: "15551234567",
            type: Reflect.get(body, "type"),
            content: announced,
            status: "sent",
            timestamp: "2026-11-20T12:00:00.000Z"
          }
        })
        const listed = yield* get(`/messages?conversationId=${data.conversationId}`)
        const message = {
          id: vendorMessageId,
          waMessageId: "wamid.1",
          conversationId: data.conversationId,
          direction: "outbound",
          status: "sent",
          timestamp: "2026-11-20T12:00:00.000Z",
          senderId: null,
          ...(shown ?? { type: "text", content: { text: "See you" } })
        }
        assert.deepStrictEqual(listed, { status: 200, body: { data: [message], total: 1, page: 1, hasNext: false } })
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("finds a contact by any form of the number, and sends to the given form", () =>
    Effect.gen(function* () {
      const { added, post } = yield* givenDashboard()
      const contactId = yield* added({ userNumber: "+5511987654321" })
      for (const number of ["+5511987654321", "551187654321", "+55 (11) 8765-4321"]) {
        const { body, status } = yield* post("/messages/send", { to: number, type: "text", text: "hi" })
        const { data } = yield* Schema.decodeUnknownEffect(Answered)(body)
        assert.deepStrictEqual([status, data.contactId], [200, contactId])
      }
      const numbers = (yield* asked).map(({ to }) => to)
      assert.deepStrictEqual(numbers, ["5511987654321", "551187654321", "551187654321"])
      const { contacts, conversations, messages } = yield* (yield* World).state
      assert.deepStrictEqual([contacts.length, conversations.length, messages.length], [1, 1, 3])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("starts a new conversation if the last one is closed", () =>
    Effect.gen(function* () {
      const { added, get, post } = yield* givenDashboard()
      const contactId = yield* added({ userNumber: to })
      const send = Effect.flatMap(post("/messages/send", { to, type: "text", text: "hi" }), ({ body }) =>
        Effect.map(Schema.decodeUnknownEffect(Answered)(body), ({ data }) => data.conversationId)
      )
      const first = yield* send
      assert.strictEqual(yield* send, first)
      yield* post(`/conversations/${first}/close`)
      assert.notStrictEqual(yield* send, first)
      const { body } = yield* get(`/contacts/${contactId}`)
      assert.strictEqual(JSON.parse(JSON.stringify(body)).data.conversationCount, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is available to every role, and to the service role", () =>
    Effect.gen(function* () {
      const { added, id } = yield* givenDashboard()
      yield* added({ userNumber: to })
      const { access } = yield* givenMember(id, { role: "agent", conversationScope: "assigned" })
      for (const caller of [access.caller, { _tag: "Service" } as const]) {
        const headers = yield* signedIn(id, caller)
        const { status } = yield* call(headers, "/messages/send", { body: { to, type: "text", text: "hi" } })
        assert.strictEqual(status, 200)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
