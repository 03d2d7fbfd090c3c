import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue, Schema } from "effect"
import { ask, subscribedDemo } from "./subscribedDemo.ts"

const EventData = Schema.Struct({ message_id: Schema.String, to: Schema.String, timestamp: Schema.String })
const Conversations = Schema.Struct({
  data: Schema.Struct({ conversations: Schema.Array(Schema.Struct({ id: Schema.String })) })
})
const Messages = Schema.Struct({
  data: Schema.Array(Schema.Struct({ waMessageId: Schema.NullOr(Schema.String), status: Schema.String }))
})
const Listed = Schema.Struct({
  data: Schema.Struct({
    data: Schema.Array(Schema.Struct({ last_message: Schema.String }))
  })
})
const Sent = Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String }) })

const person = "15551234567"
const template = { name: "hello_world", language: { code: "en_US" } }

/** The demo with a subscription, and what is pushed to it. */
const demoWith = Effect.fnUntraced(function* (events: ReadonlyArray<string>) {
  const { demo, developer, next, post, received, service, session } = yield* subscribedDemo(events, EventData)
  const fault = (...rules: ReadonlyArray<object>) => post(`${demo.emulatorUrl}/_emulator/faults`, { rules })
  const send = (path: string, body: object) => post(`${demo.baseUrl}/v1/${path}`, body, developer)
  const talk = Effect.gen(function* () {
    const listed = yield* ask(`${demo.appUrl}/api/whatsapp/conversations`, { headers: session })
    const { conversations } = (yield* Schema.decodeUnknownEffect(Conversations)(listed.body)).data
    assert.lengthOf(conversations, 1)
    const { body } = yield* ask(`${demo.appUrl}/api/whatsapp/messages?conversationId=${conversations[0]?.id}`, {
      headers: session
    })
    return (yield* Schema.decodeUnknownEffect(Messages)(body)).data
  })
  return { demo, developer, fault, next, received, send, service, talk }
})

describe("a send that the platform accepted, and whose response was lost", () => {
  it.live(
    "becomes sent and delivered on both interfaces by its reports, which are announced in order",
    () =>
      Effect.gen(function* () {
        const { demo, developer, fault, next, received, send, service, talk } = yield* demoWith([
          "message.sent",
          "message.delivered",
          "message.failed"
        ])
        yield* fault({ mode: "lost", channel: "whatsapp", times: 1 })
        const lost = yield* send("send-message", { to: person, template })
        assert.strictEqual(lost.status, 502)
        assert.include(JSON.stringify(lost.body), "may have been sent")
        const [sent, delivered] = [yield* next, yield* next]
        assert.deepStrictEqual([sent.event, delivered.event], ["message.sent", "message.delivered"])
        assert.match(sent.data.message_id, /^wamid\./)
        for (const { data } of [sent, delivered]) {
          assert.deepInclude(data, { to: person, message_id: sent.data.message_id })
        }
        const [message, ...others] = yield* talk
        assert.deepStrictEqual(others, [])
        assert.strictEqual(message?.waMessageId, sent.data.message_id)
        assert.include(["delivered", "read"], message?.status)
        const listed = yield* ask(`${demo.baseUrl}/v1/conversations/whatsapp`, { headers: developer })
        const { data } = yield* Schema.decodeUnknownEffect(Listed)(listed.body)
        assert.lengthOf(data.data, 1)

        // The statuses come before the answer.
        yield* fault({ mode: "late", channel: "whatsapp", times: 1 })
        const late = yield* send("send-message", { to: person, template })
        assert.strictEqual(late.status, 201, JSON.stringify(late.body))
        const { waMessageId } = (yield* Schema.decodeUnknownEffect(Sent)(late.body)).data
        const ofLate = [yield* next, yield* next]
        assert.deepStrictEqual(
          ofLate.map(({ data, event }) => `${event} ${data.message_id}`),
          [`message.sent ${waMessageId}`, `message.delivered ${waMessageId}`]
        )
        assert.lengthOf(yield* talk, 2)

        // Messenger reports an echo.
        yield* fault({ mode: "lost", channel: "messenger", times: 1 }, { mode: "echo", channel: "messenger", times: 1 })
        assert.strictEqual((yield* send("messenger/send-message", { recipientId: "4711", text: "Hello" })).status, 502)
        const [echoed, arrived] = [yield* next, yield* next]
        assert.deepStrictEqual([echoed.event, arrived.event], ["message.sent", "message.delivered"])
        assert.strictEqual(echoed.data.message_id, arrived.data.message_id)

        assert.strictEqual(Queue.sizeUnsafe(received), 0)
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "instagram: a send whose response is lost is one message after its echo, and the read report applies",
    () =>
      Effect.gen(function* () {
        const { fault, next, received, send, service, talk } = yield* demoWith([
          "message.sent",
          "message.read",
          "message.failed"
        ])
        for (const [index, mode] of (["disconnect", "garbled"] as const).entries()) {
          yield* fault({ mode, channel: "instagram", times: 1 }, { mode: "echo", channel: "instagram", times: 1 })
          const answer = yield* send("instagram/send-message", { participantId: "4712", text: "Hello" })
          // The echo may be stored before the connection closes.
          assert.include([201, 502], answer.status, JSON.stringify(answer.body))
          const [sent, read] = [yield* next, yield* next]
          assert.deepStrictEqual([sent.event, read.event], ["message.sent", "message.read"])
          assert.strictEqual(sent.data.message_id, read.data.message_id)
          const messages = yield* talk
          assert.deepStrictEqual(
            messages.map(({ status }) => status),
            Array.from({ length: index + 1 }, () => "read")
          )
          assert.include(
            messages.map(({ waMessageId }) => waMessageId),
            sent.data.message_id
          )
        }
        assert.strictEqual(Queue.sizeUnsafe(received), 0)
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    120_000
  )
})
