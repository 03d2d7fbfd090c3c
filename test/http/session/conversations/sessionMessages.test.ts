import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { MessageId, PlatformMessageId } from "../../../../src/domain/Ids.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import { uuid } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation, sent } from "./sessionConversation.ts"
import { givenDashboard, refused } from "../sessionDashboard.ts"

/** Adds a message beside the first one of the world, a second after the last; no endpoint takes what comes in. */
const said = Effect.fnUntraced(function* (changes: Partial<Message>) {
  yield* TestClock.adjust("1 second")
  const id = MessageId.make(yield* uuid)
  const createdAt = yield* DateTime.now
  const { update } = yield* World
  yield* update((state) => {
    const [first] = state.messages
    return first === undefined
      ? state
      : { ...state, messages: [...state.messages, { ...first, id, createdAt, ...changes }] }
  })
  return id
})

const listed = (data: unknown, facts: object) => ({ status: 200, body: { data, ...facts } })

describe("GET /messages", () => {
  it.effect("lists messages, newest first, without `success`", () =>
    Effect.gen(function* () {
      const { contactId, get, id, messageId } = yield* givenConversation
      const answer = yield* said({
        direction: "inbound",
        type: "text",
        content: { text: "Hi Olga" },
        status: "delivered",
        platformMessageId: PlatformMessageId.make("wamid.in")
      })
      const messages = [
        {
          id: answer,
          waMessageId: "wamid.in",
          conversationId: id,
          direction: "inbound",
          type: "text",
          content: { text: "Hi Olga" },
          status: "delivered",
          timestamp: "2026-11-20T12:01:01.000Z",
          senderId: contactId
        },
        {
          id: messageId,
          waMessageId: "wamid.1",
          conversationId: id,
          direction: "outbound",
          type: "text",
          content: { text: "hi" },
          status: "sent",
          timestamp: "2026-11-20T12:01:00.000Z",
          senderId: null
        }
      ]
      const expected = listed(messages, { total: 2, page: 1, hasNext: false })
      assert.deepStrictEqual(yield* get(`/messages?conversationId=${id}`), expected)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows current reactions, and whether a message was edited or deleted", () =>
    Effect.gen(function* () {
      const { contactId, get, id } = yield* givenConversation
      const at = (seconds: number) => DateTime.makeUnsafe(Date.UTC(2026, 10, 20, 12, 0, seconds))
      const reaction = (by: "business" | "contact", emoji: string | null, seconds: number) => ({
        by,
        reaction: emoji,
        at: at(seconds),
        key: `${by} ${seconds}`
      })
      yield* said({
        annotations: {
          reactions: [reaction("business", "👍", 1), reaction("contact", "❤️", 2)],
          edit: { number: null, at: at(3), key: "edit", original: { type: "text", content: { text: "first" } } }
        }
      })
      yield* said({ annotations: { reactions: [reaction("contact", null, 4)], deletedAt: at(5) } })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=3`)
      const marks = JSON.parse(JSON.stringify(body)).data.map(
        ({ deletedAt, editedAt, reactions }: Record<string, unknown>) => ({ deletedAt, editedAt, reactions })
      )
      assert.deepStrictEqual(marks, [
        { deletedAt: "2026-11-20T12:00:05.000Z", editedAt: undefined, reactions: undefined },
        {
          deletedAt: undefined,
          editedAt: "2026-11-20T12:00:03.000Z",
          reactions: [
            { emoji: "👍", from: null, at: "2026-11-20T12:00:01.000Z" },
            { emoji: "❤️", from: contactId, at: "2026-11-20T12:00:02.000Z" }
          ]
        },
        { deletedAt: undefined, editedAt: undefined, reactions: undefined }
      ])
      assert.notInclude(JSON.stringify(body), "first")
    }).pipe(Effect.provide(httpWorld))
  )

  const url = "https://example.com/file"
  const kinds: ReadonlyArray<readonly [type: string, content: Message["content"], shown: object]> = [
    [
      "image",
      { url, mimeType: "image/jpeg", caption: "This" },
      { type: "image", content: { url, mimeType: "image/jpeg", caption: "This" } }
    ],
    ["image", { url }, { type: "image", content: { url, mimeType: "", caption: "" } }],
    ["document", { url, filename: "a.pdf" }, { type: "document", content: { url, mimeType: "", filename: "a.pdf" } }],
    ["audio", { url, mimeType: "audio/ogg" }, { type: "audio", content: { url, mimeType: "audio/ogg" } }],
    ["video", { url, caption: "That" }, { type: "video", content: { url, mimeType: "", caption: "That" } }],
    [
      "location",
      { latitude: 52.5, longitude: -0.25, name: "Here" },
      { type: "location", content: { latitude: 52.5, longitude: -0.25, name: "Here", address: "" } }
    ],
    [
      "sticker",
      { url, mimeType: "image/webp" },
      { type: "image", content: { url, mimeType: "image/webp", caption: "" } }
    ],
    [
      "template",
      { template: { name: "hello_world", language: "en_US" } },
      { type: "text", content: { text: "[template: hello_world]" } }
    ],
    ["gif", { emoji: "👍" }, { type: "text", content: { text: "[gif]" } }]
  ]

  it.effect.each(kinds)("maps %s with %o to the types of the contract", ([type, content, shown]) =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const messageId = yield* said({ type, content, direction: "inbound" })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=1`)
      const [message] = JSON.parse(JSON.stringify(body)).data
      assert.deepStrictEqual(
        { type: message.type, content: message.content, id: message.id },
        { ...shown, id: messageId }
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["sent", "delivered", "read", "failed"] as const)("shows the status %s of a message", (status) =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      yield* said({ status, platformMessageId: null })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=1`)
      assert.deepInclude(JSON.parse(JSON.stringify(body)).data[0], { status, waMessageId: "" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has a reason for failed messages only", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const failures = [
        { _tag: "Rejected", code: 131_047, title: "Re-engagement message", message: "24 hours" },
        { _tag: "NotReached", detail: "no connection" },
        { _tag: "OutcomeUnknown", detail: "no outcome was recorded" }
      ] as const
      for (const failure of failures) yield* said({ status: "failed", failure, platformMessageId: null })
      yield* said({ status: "sent" })
      const { body } = yield* get(`/messages?conversationId=${id}&limit=4`)
      const { data } = JSON.parse(JSON.stringify(body))
      assert.deepStrictEqual(
        data.map((message: { readonly error?: unknown }) => message.error),
        [
          undefined,
          { code: -2, title: "Outcome unknown", message: "no outcome was recorded" },
          { code: -1, title: "Not reached", message: "no connection" },
          { code: 131_047, title: "Re-engagement message", message: "24 hours" }
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("omits a message that the platform has not accepted yet, from the list and from its total", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      const before = yield* get(`/messages?conversationId=${id}`)
      const pending = yield* said({ status: "pending", platformMessageId: null })
      assert.deepStrictEqual(yield* get(`/messages?conversationId=${id}`), before)
      assert.strictEqual((yield* get(`/messages?conversationId=${id}&before=${pending}`)).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("continues after the named message", () =>
    Effect.gen(function* () {
      const { get, id, messageId } = yield* givenConversation
      const ids = [messageId, yield* said({}), yield* said({}), yield* said({}), yield* said({})].toReversed()
      const shown = (query: string) =>
        Effect.map(get(`/messages?conversationId=${id}${query}`), ({ body }) => {
          const { data, ...facts } = JSON.parse(JSON.stringify(body))
          return { ids: data.map((message: { readonly id: string }) => message.id), ...facts }
        })
      const page = (from: number, to: number, page: number, hasNext: boolean) => ({
        ids: ids.slice(from, to),
        total: 5,
        page,
        hasNext
      })
      assert.deepStrictEqual(yield* shown(""), page(0, 5, 1, false))
      assert.deepStrictEqual(yield* shown("&limit=2"), page(0, 2, 1, true))
      assert.deepStrictEqual(yield* shown(`&limit=2&before=${ids[1]}`), page(2, 4, 2, true))
      assert.deepStrictEqual(yield* shown(`&limit=2&before=${ids[3]}`), page(4, 5, 3, false))
      assert.deepStrictEqual(yield* shown(`&limit=100&before=${ids[4]}`), page(5, 5, 1, false))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists fifty messages by default", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenConversation
      yield* Effect.forEach(Array.from({ length: 50 }), () => said({}))
      const { body } = yield* get(`/messages?conversationId=${id}`)
      const { data, ...facts } = JSON.parse(JSON.stringify(body))
      assert.lengthOf(data, 50)
      assert.deepStrictEqual(facts, { total: 51, page: 1, hasNext: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires the conversation", () =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get("/messages"), refused(400, "Missing required field: conversationId"))
      const malformed = refused(400, "Invalid conversation ID")
      for (const id of ["", "x", "%00"]) assert.deepStrictEqual(yield* get(`/messages?conversationId=${id}`), malformed)
      assert.deepStrictEqual(
        yield* get("/messages?conversationId=018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
        refused(404, "Conversation not found")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an invalid limit, and a cursor that is not a message of the conversation", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenConversation
      const { added, get, id } = dashboard
      yield* added({ userNumber: "+442079460958" })
      const { vendorMessageId: elsewhere } = yield* sent(dashboard, "+442079460958")
      for (const limit of ["0", "-1", "1.5"]) {
        assert.deepStrictEqual(
          yield* get(`/messages?conversationId=${id}&limit=${limit}`),
          refused(400, "Invalid field limit: Expected a whole number from 1 to 100")
        )
      }
      for (const before of ["", "x", "wamid.1", "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71", elsewhere, id]) {
        assert.deepStrictEqual(
          yield* get(`/messages?conversationId=${id}&before=${before}`),
          refused(400, "Invalid field before: not a message of the conversation"),
          before
        )
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
