import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { accountIds, announced, answered, givenBackend } from "./developerChannelBackend.ts"

const path = "/v1/messenger/send-message"
const recipientId = "5275811702471834"
const url = "https://example.com/a"

const givenPage = Effect.gen(function* () {
  const backend = yield* givenBackend("messenger")
  return { ...backend, send: (body: unknown) => backend.post(path, body) }
})

const card = {
  title: "Table for two",
  subtitle: "Tonight at 8",
  imageUrl: url,
  defaultAction: { type: "web_url", url },
  buttons: [
    { type: "web_url", title: "Menu", url },
    { type: "postback", title: "Cancel the reservation", payload: "CANCEL" },
    { type: "phone_number", title: "Call", payload: "+15551234567" }
  ]
}
const cardContent = {
  title: "Table for two",
  subtitle: "Tonight at 8",
  image_url: url,
  default_action: { type: "web_url", url },
  buttons: [
    { type: "web_url", url, title: "Menu" },
    { type: "postback", title: "Cancel the reservati", payload: "CANCEL" },
    { type: "phone_number", title: "Call", payload: "+15551234567" }
  ]
}

/** What is sent, and what is announced of it. */
const messages = [
  [{ text: "Your table is ready" }, "text", { text: "Your table is ready" }],
  [
    {
      type: "quick_replies",
      text: "Tea?",
      quickReplies: [{ title: "Yes please" }, { title: "No", payload: "N", imageUrl: url }]
    },
    "quick_replies",
    {
      text: "Tea?",
      quick_replies: [
        { content_type: "text", title: "Yes please", payload: "YES_PLEASE" },
        { content_type: "text", title: "No", payload: "N", image_url: url }
      ]
    }
  ],
  [
    { type: "button_template", buttonTemplateText: "What now?", buttons: card.buttons },
    "button_template",
    {
      attachment: {
        type: "template",
        payload: { template_type: "button", text: "What now?", buttons: cardContent.buttons }
      }
    }
  ],
  [
    { type: "generic_template", elements: [card, { title: "Bare" }] },
    "generic_template",
    {
      attachment: {
        type: "template",
        payload: { template_type: "generic", elements: [cardContent, { title: "Bare", buttons: [] }] }
      }
    }
  ],
  [
    { type: "attachment_url", attachmentUrl: url },
    "attachment_url",
    { attachment: { type: "file", payload: { url } } }
  ],
  [
    { type: "attachment_url", attachmentUrl: url, attachmentType: "image" },
    "attachment_url",
    { attachment: { type: "image", payload: { url } } }
  ]
] as const

describe("POST /v1/messenger/send-message", () => {
  it.effect.each(messages)("sends %j and announces it", ([body, type, content]) =>
    Effect.gen(function* () {
      const { account, id, send } = yield* givenPage
      assert.deepStrictEqual(yield* send({ recipientId, ...body }), answered(201, { messageId: "m_1" }))
      assert.deepStrictEqual(yield* announced, [
        {
          channel: "messenger",
          message_id: "m_1",
          to: recipientId,
          type,
          content,
          status: "sent",
          timestamp: "2026-11-20T12:00:00.000Z"
        }
      ])
      const [asked] = yield* (yield* DirectMessagesPlatform).requests
      assert.deepStrictEqual([asked?.from.account, asked?.to, asked?.tag], [account, recipientId, null])
      const { messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ peer, status, type }) => ({ peer, status, type })),
        [{ peer: recipientId, status: "sent", type }]
      )
      assert.deepStrictEqual(messages[0]?.content, content)
      assert.strictEqual(usage.find((row) => row.organizationId === id)?.used, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("creates a contact without a number for an unknown person, and reuses it for the next send", () =>
    Effect.gen(function* () {
      const { send } = yield* givenPage
      yield* send({ recipientId, text: "one" })
      yield* send({ recipientId, text: "two" })
      yield* send({ recipientId: "another", text: "three" })
      const { contacts, conversations, events, identities } = yield* (yield* World).state
      assert.deepStrictEqual(
        contacts.map(({ name, phone, source }) => ({ name, phone, source })),
        [
          { name: "", phone: null, source: "api" },
          { name: "", phone: null, source: "api" }
        ]
      )
      assert.deepStrictEqual(
        identities.map(({ contactId, kind, scope, value }) => ({ contactId, kind, scope, value })),
        [recipientId, "another"].map((value, place) => ({
          contactId: contacts[place]?.id,
          kind: "messenger",
          scope: accountIds.messenger,
          value
        }))
      )
      const [first] = conversations
      assert.deepStrictEqual<unknown>(
        events.slice(0, 2).map(({ data, type }) => ({ type, data })),
        [
          {
            type: "contact.created",
            data: { contact: { id: contacts[0]?.id, phone: "", name: "", email: null, tags: [] }, source: "api" }
          },
          {
            type: "conversation.opened",
            data: {
              conversation: { id: first?.id, contact_id: contacts[0]?.id, channel: "messenger", status: "open" }
            }
          }
        ]
      )
      assert.lengthOf(conversations, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("forwards the tag, and ignores unknown fields", () =>
    Effect.gen(function* () {
      const { send } = yield* givenPage
      const nulls = { type: null, quickReplies: null, buttons: null, elements: null, attachmentUrl: null }
      for (const body of [
        { tag: "HUMAN_AGENT", colour: "blue" },
        { ...nulls, tag: "HUMAN_AGENT", participantId: 5 }
      ]) {
        assert.strictEqual((yield* send({ recipientId, text: "hi", ...body })).status, 201)
      }
      const asked = yield* (yield* DirectMessagesPlatform).requests
      assert.deepStrictEqual(
        asked.map(({ tag }) => tag),
        ["HUMAN_AGENT", "HUMAN_AGENT"]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
