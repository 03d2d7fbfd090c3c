import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ConversationId, MessageId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import { uuid } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "./sessionConversation.ts"

/** Adds a message of the person a second after the last. */
const received = Effect.fnUntraced(function* (content: Message["content"], type = "text") {
  yield* TestClock.adjust("1 second")
  const id = MessageId.make(yield* uuid)
  const createdAt = yield* DateTime.now
  const { update } = yield* World
  yield* update((state) => {
    const [first] = state.messages
    const platformMessageId = PlatformMessageId.make(`wamid.${id}`)
    const message = {
      direction: "inbound",
      status: "delivered",
      platformMessageId,
      id,
      type,
      content,
      createdAt
    } as const
    return first === undefined ? state : { ...state, messages: [...state.messages, { ...first, ...message }] }
  })
  return id
})

describe("the context of a message", () => {
  it.effect("has the quoted message, with a preview if the conversation has it", () =>
    Effect.gen(function* () {
      const { get, id, messageId } = yield* givenConversation
      yield* received({ text: "Hi", reply_to: { message_id: "wamid.1" } })
      yield* received({ text: "And this?", reply_to: { message_id: "wamid.elsewhere" } })
      yield* received({ text: "Nice", reply_to: { story: { id: "1", url: "https://example.com/story" } } })
      const { body } = yield* get(`/messages?conversationId=${id}`)
      const { data } = JSON.parse(JSON.stringify(body))
      const unknown = { waMessageId: "", id: null, direction: null, text: "", storyUrl: "" }
      assert.deepStrictEqual(
        data.map((message: { readonly replyTo?: unknown }) => message.replyTo),
        [
          { ...unknown, storyUrl: "https://example.com/story" },
          { ...unknown, waMessageId: "wamid.elsewhere" },
          { ...unknown, waMessageId: "wamid.1", id: messageId, direction: "outbound", text: "hi" },
          undefined
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the ad or the link that led the person to the conversation", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const ad = { source_type: "ad", source_id: "7", headline: "Bread", body: "Fresh", source_url: "https://fb.me/7" }
      yield* received({ text: "Hi", referral: ad })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=1`)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(body)).data[0].referral, {
        source: "ad",
        sourceId: "7",
        headline: "Bread",
        text: "Fresh",
        url: "https://fb.me/7",
        ref: ""
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the text below a document, whose content has no field for it", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const file = { url: "https://example.com/a.pdf", filename: "a.pdf" }
      yield* received({ ...file, caption: "The menu" }, "document")
      yield* received(file, "document")
      const { body } = yield* get(`/messages?conversationId=${id}&limit=2`)
      const { data } = JSON.parse(JSON.stringify(body))
      assert.deepStrictEqual(
        data.map((message: { readonly caption?: unknown }) => message.caption),
        [undefined, "The menu"]
      )
      assert.deepStrictEqual(data[1].content, { ...file, mimeType: "" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the template of the message, with its values", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenConversation
      const components = [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      const template = { name: "hello_world", language: "en_US", components }
      yield* TestClock.adjust("1 second")
      yield* post("/messages/send", { to: "+15551234567", type: "template", template })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=1`)
      const [message] = JSON.parse(JSON.stringify(body)).data
      assert.deepStrictEqual(message.template, template)
      assert.deepStrictEqual(message.content, { text: "[template: hello_world]" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("session messages: a quote of an earlier, closed conversation has its text and no id", () =>
    Effect.gen(function* () {
      const { get, id, messageId } = yield* givenConversation
      const earlier = ConversationId.make(yield* uuid)
      const { update } = yield* World
      yield* received({ text: "And this?", reply_to: { message_id: "wamid.1" } })
      yield* update((state) => ({
        ...state,
        messages: state.messages.map((message) =>
          message.id === messageId ? { ...message, conversationId: earlier } : message
        )
      }))
      const { body } = yield* get(`/messages?conversationId=${id}`)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(body)).data[0].replyTo, {
        waMessageId: "wamid.1",
        id: null,
        direction: "outbound",
        text: "hi",
        storyUrl: ""
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("session messages: a forwarded message and a message about a product have a context", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      yield* received({ text: "Look", context: { forwarded: true } })
      yield* received({ text: "Look", context: { frequently_forwarded: true } })
      yield* received({ text: "Size?", context: { referred_product: { catalog_id: "7", product_retailer_id: "mug" } } })
      yield* received({ text: "Hi", context: { forwarded: false } })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=4`)
      const { data } = JSON.parse(JSON.stringify(body))
      const none = { forwarded: false, frequentlyForwarded: false, product: null }
      assert.deepStrictEqual(
        data.map((message: { readonly context?: unknown }) => message.context),
        [
          undefined,
          { ...none, product: { catalogId: "7", productId: "mug" } },
          { ...none, forwarded: true, frequentlyForwarded: true },
          { ...none, forwarded: true }
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("session messages: a call is text with its direction and duration", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const call = { direction: "USER_INITIATED", status: "COMPLETED" }
      yield* received({ call: { ...call, duration: 63, start_time: "1763719990" } }, "call")
      yield* received({ call: { ...call, status: "FAILED" } }, "call")
      const { body } = yield* get(`/messages?conversationId=${id}&limit=2`)
      const { data } = JSON.parse(JSON.stringify(body))
      assert.deepStrictEqual(
        data.map((message: Record<string, unknown>) => [message["type"], message["content"], message["call"]]),
        [
          ["text", { text: "Missed voice call" }, { direction: "inbound", answered: false, seconds: null }],
          ["text", { text: "Voice call, 1 min 3 s" }, { direction: "inbound", answered: true, seconds: 63 }]
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
