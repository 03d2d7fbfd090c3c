import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SenderActionLog } from "../../src/adapters/memory/sends/MemorySenderActions.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { dispatchDirectMessage } from "../../src/app/sends/directMessages.ts"
import { MessengerContent } from "../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { givenAccount } from "../../testing/given/given.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import * as Backend from "./developer/channels/developerChannelBackend.ts"
import * as Dashboard from "./session/sessionDashboard.ts"

const unknown = "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1f"

const conversation = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ conversations }) => conversations[0]
)

/** The owner at the dashboard, and a conversation on Messenger. */
const threads = Effect.gen(function* () {
  const dashboard = yield* Dashboard.givenDashboard({ token: false })
  const account = yield* givenAccount(dashboard.id, { channel: "messenger", businessAccountId: null })
  const from = yield* (yield* ChannelAccounts).byId(dashboard.id, account.id)
  const content = MessengerContent.cases.Text.make({ text: "Hello" })
  const { conversationId: id } = yield* dispatchDirectMessage(from, "messenger", {
    to: "4711",
    type: "text",
    content,
    tag: null
  })
  return { post: dashboard.post, id, control: Effect.map(conversation, (found) => found?.control?.holder) }
})

const Updates = Schema.Array(
  Schema.Struct({
    conversation: Schema.Struct({ status: Schema.String }),
    previous_status: Schema.String,
    changed_by: Schema.String,
    reason: Schema.NullOr(Schema.String),
    details: Schema.Json
  })
)

const Announced = Schema.Array(Schema.Struct({ agent: Schema.optionalKey(Schema.Struct({ name: Schema.String })) }))

/** The events of handling, without what they have in common with others. */
const updates = Effect.gen(function* () {
  const { events } = yield* (yield* World).state
  const data = events.filter(({ type }) => type === "conversation.updated").map(({ data }) => data)
  return (yield* Schema.decodeUnknownEffect(Updates)(data)).map(
    ({ changed_by: by, conversation: { status }, details, previous_status: previous, reason }) => ({
      status,
      previous,
      by,
      reason,
      details
    })
  )
})

describe("AI agents and people", () => {
  it.effect("handling by a backend: hand over and escalate, with agent, reason and key", () =>
    Effect.gen(function* () {
      const { post } = yield* Backend.givenBackend("messenger")
      yield* post("/v1/messenger/send-message", { recipientId: "4711", text: "Hello" })
      const { id = "" } = (yield* conversation) ?? {}
      const path = (action: string, conversationId: string = id) => `/v1/conversations/${conversationId}/${action}`

      const handed = yield* post(path("hand-over"), { agent: { name: "Acme bot" }, reason: "Night" })
      assert.deepStrictEqual(
        handed,
        Backend.answered(200, { id, status: "ai_handling", assigneeId: null, updatedAt: "2026-11-20T12:00:00.000Z" })
      )
      assert.deepStrictEqual((yield* post(path("hand-over"), {})).status, 409)
      const escalated = yield* post(path("escalate"), { reason: "Asks for a refund" })
      assert.strictEqual(escalated.status, 200)
      assert.deepStrictEqual(
        (yield* post(path("escalate"), {})).body,
        Backend.refused(409, "Conversation is escalated; only one in ai_handling is escalated to people").body
      )
      const [first, second, ...others] = yield* updates
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual<unknown>(
        [first, second],
        [
          {
            status: "ai_handling",
            previous: "open",
            by: first?.by,
            reason: "Night",
            details: { agent: { name: "Acme bot" } }
          },
          { status: "escalated", previous: "ai_handling", by: first?.by, reason: "Asks for a refund", details: {} }
        ]
      )
      assert.match(first?.by ?? "", /^[0-9a-f-]{36}$/)
      assert.strictEqual((yield* post(path("hand-over", unknown), {})).status, 404)
      assert.strictEqual((yield* post(path("hand-over", "x"), {})).status, 404)
      assert.strictEqual((yield* post(path("hand-over"), { agent: { name: " " } })).status, 400)
      assert.strictEqual((yield* post(path("hand-over"), { agent: { name: "x".repeat(101) } })).status, 400)
      assert.strictEqual((yield* post(path("hand-over"), { reason: "x".repeat(2_001) })).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("handling by a member: the conversation is marked in the list", () =>
    Effect.gen(function* () {
      const dashboard = yield* Dashboard.givenDashboard({})
      yield* dashboard.added({ userNumber: "+15551234567" })
      yield* dashboard.post("/messages/send", { to: "+15551234567", type: "text", text: "Hello" })
      const { id = "" } = (yield* conversation) ?? {}
      const path = (action: string) => `/conversations/${id}/${action}`
      assert.strictEqual((yield* dashboard.post(path("hand-over"), undefined)).status, 200)
      assert.strictEqual((yield* conversation)?.status, "ai_handling")
      const [update] = yield* updates
      assert.deepStrictEqual(update, {
        status: "ai_handling",
        previous: "open",
        by: dashboard.user.id,
        reason: null,
        details: {}
      })
      assert.strictEqual((yield* dashboard.post(path("escalate"), { agent: null, reason: null })).status, 200)
      assert.deepStrictEqual(
        yield* dashboard.post(path("hand-over"), {}),
        Dashboard.refused(409, "Conversation is escalated; only an open one is handed over to an agent")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("thread control: an app gets the thread, people take it back, and closing releases it", () =>
    Effect.gen(function* () {
      const { control, id, post } = yield* threads
      const log = yield* SenderActionLog
      const status = Effect.map(conversation, (found) => found?.status)

      const passed = yield* post(`/conversations/${id}/hand-over`, { appId: "123456789012345", reason: "Night" })
      assert.strictEqual(passed.status, 200)
      assert.strictEqual(yield* control, "agent")
      assert.strictEqual((yield* post(`/conversations/${id}/escalate`, undefined)).status, 200)
      assert.strictEqual(yield* control, "people")
      assert.strictEqual((yield* post(`/conversations/${id}/close`, undefined)).status, 200)
      assert.strictEqual(yield* status, "closed")
      assert.isUndefined(yield* control)
      yield* post(`/conversations/${id}/close`, undefined)
      assert.deepStrictEqual<unknown>(
        (yield* log.controls).map(({ call, person }) => [person, call]),
        [
          ["4711", { _tag: "Pass", appId: "123456789012345", metadata: "Night" }],
          ["4711", { _tag: "Take" }],
          ["4711", { _tag: "Release" }]
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("thread control: a refusal of the platform has its text, and changes nothing", () =>
    Effect.gen(function* () {
      const { control, id, post } = yield* threads
      const { controls, failNext } = yield* SenderActionLog
      const title = "The app does not own the thread"
      const failure = { code: 10, title, message: `(#10) ${title}`, subcode: null, details: null }
      const refused = {
        status: 502,
        body: { success: false, error: `Messenger API error: (#10) ${title}`, details: { code: 10, title } }
      }
      const before = yield* conversation

      yield* failNext(new PlatformRejected(failure))
      const passing = yield* post(`/conversations/${id}/hand-over`, { appId: "1" })
      assert.deepStrictEqual({ status: passing.status, body: passing.body }, refused)
      assert.deepStrictEqual(yield* conversation, before)
      assert.isUndefined(yield* control)

      yield* post(`/conversations/${id}/hand-over`, { appId: "1" })
      const handedOver = yield* conversation
      yield* failNext(new PlatformRejected(failure))
      const taking = yield* post(`/conversations/${id}/escalate`, {})
      assert.deepStrictEqual({ status: taking.status, body: taking.body }, refused)
      assert.deepStrictEqual(yield* conversation, handedOver)

      yield* post(`/conversations/${id}/escalate`, {})
      const escalated = yield* conversation
      yield* failNext(new PlatformRejected(failure))
      const closing = yield* post(`/conversations/${id}/close`, {})
      assert.deepStrictEqual({ status: closing.status, body: closing.body }, refused)
      assert.deepStrictEqual(yield* conversation, escalated)
      assert.strictEqual((yield* controls).length, 5)
      assert.strictEqual((yield* updates).length, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("thread control: an app without an id, and an app on WhatsApp, are refused with the field", () =>
    Effect.gen(function* () {
      const { id, post } = yield* threads
      for (const appId of ["", "abc", "1".repeat(21)]) {
        assert.deepStrictEqual(
          yield* post(`/conversations/${id}/hand-over`, { appId }),
          Dashboard.refused(400, "Invalid field appId: Expected the id of an app, 1 to 20 digits")
        )
      }
      const dashboard = yield* Dashboard.givenDashboard({})
      yield* dashboard.added({ userNumber: "+15551234567" })
      const sent = yield* dashboard.post("/messages/send", { to: "+15551234567", type: "text", text: "Hello" })
      assert.strictEqual(sent.status, 200)
      const { conversations } = yield* (yield* World).state
      const onWhatsApp = conversations.find(({ channel }) => channel === "whatsapp")
      assert.deepStrictEqual(
        yield* dashboard.post(`/conversations/${onWhatsApp?.id}/hand-over`, { appId: "1" }),
        Dashboard.refused(400, "Invalid field appId: Expected no appId on WhatsApp")
      )
      assert.deepStrictEqual(yield* (yield* SenderActionLog).controls, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("agent of a send: events and messages have its name", () =>
    Effect.gen(function* () {
      const { post } = yield* Backend.givenBackend("messenger")
      const send = (body: object) => post("/v1/messenger/send-message", { recipientId: "4711", text: "Hello", ...body })
      assert.strictEqual((yield* send({ agent: { name: "Acme bot" } })).status, 201)
      assert.strictEqual((yield* send({})).status, 201)
      const agents = (yield* Schema.decodeUnknownEffect(Announced)(yield* Backend.announced)).map(
        ({ agent }) => agent ?? null
      )
      assert.deepStrictEqual<unknown>(agents, [{ name: "Acme bot" }, null])
      const { messages } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ annotations }) => annotations.agent),
        ["Acme bot", undefined]
      )
      assert.deepStrictEqual(
        yield* send({ agent: { name: "Acme bot" }, sendAt: "2026-11-21T12:00:00Z" }),
        Backend.refused(400, "Invalid field agent: Expected no agent with sendAt")
      )
      assert.strictEqual((yield* send({ agent: { name: "" } })).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )
})
