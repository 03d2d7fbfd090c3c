import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { ask, subscribedDemo } from "./subscribedDemo.ts"

const Said = Schema.Struct({ messageId: Schema.String })
const EventData = Schema.Record(Schema.String, Schema.Unknown)
const WithContent = Schema.Struct({ content: Schema.Struct({ url: Schema.String }) })
const Conversations = Schema.Struct({
  data: Schema.Struct({ conversations: Schema.Array(Schema.Struct({ id: Schema.String, unreadCount: Schema.Int })) })
})
const Messages = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      waMessageId: Schema.String,
      direction: Schema.String,
      status: Schema.String,
      type: Schema.String,
      content: Schema.Record(Schema.String, Schema.Unknown)
    })
  )
})

const events = [
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "contact.created",
  "conversation.opened"
]

describe("an inbound message in the demo", () => {
  it.live(
    "creates a contact and a conversation, and the contact reads the reply; every event is pushed and signed",
    () =>
      Effect.gen(function* () {
        const { demo, next, post, service, session } = yield* subscribedDemo(events, EventData)

        const said = yield* post(`${demo.emulatorUrl}/_emulator/inbound`, {
          channel: "whatsapp",
          from: "+1 555 123 4567",
          name: "Ann",
          type: "image",
          caption: "Is it this one?"
        })
        const { messageId } = yield* Schema.decodeUnknownEffect(Said)(said.body)
        const first = [yield* next, yield* next, yield* next]
        assert.deepStrictEqual(
          first.map(({ event }) => event),
          ["contact.created", "conversation.opened", "message.received"]
        )
        const told = first[2]?.data
        assert.strictEqual(told?.["message_id"], messageId)
        assert.strictEqual(told?.["from"], "15551234567")
        assert.strictEqual(told?.["type"], "image")
        const { content } = yield* Schema.decodeUnknownEffect(WithContent)(told)

        const listed = yield* ask(`${demo.appUrl}/api/whatsapp/conversations`, { headers: session })
        const [conversation] = (yield* Schema.decodeUnknownEffect(Conversations)(listed.body)).data.conversations
        assert.strictEqual(conversation?.unreadCount, 1)
        const talk = Effect.flatMap(
          ask(`${demo.appUrl}/api/whatsapp/messages?conversationId=${conversation?.id}`, { headers: session }),
          ({ body }) => Schema.decodeUnknownEffect(Messages)(body)
        )
        const [picture] = (yield* talk).data
        assert.strictEqual(picture?.content["caption"], "Is it this one?")
        // The event names the file for the API key, the message for members; both addresses are whole.
        const forMembers = String(picture?.content["url"])
        const forBackends = content.url
        const [, mediaId = ""] = /\/([0-9a-f-]{36})$/.exec(forMembers) ?? []
        assert.strictEqual(forMembers, `${demo.appUrl}/api/whatsapp/media/${mediaId}`)
        assert.strictEqual(forBackends, `${demo.baseUrl}/v1/media/${mediaId}`)
        const fileAt = (address: string, headers: Record<string, string>) =>
          Effect.tryPromise(async () => {
            const response = await fetch(address, { headers })
            const bytes = new Uint8Array(await response.arrayBuffer())
            return response.ok ? { bytes, type: response.headers.get("content-type") } : Promise.reject(response.status)
          }).pipe(Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 100 }))
        const file = yield* fileAt(forBackends, { "x-api-key": demo.apiKey })
        assert.match(file.type ?? "", /^image\//)
        assert.isAbove(file.bytes.byteLength, 0)
        assert.deepStrictEqual(yield* fileAt(forMembers, session), file)
        for (const address of [forMembers, forBackends]) assert.strictEqual((yield* ask(address)).status, 401)

        const answer = yield* post(
          `${demo.appUrl}/api/whatsapp/messages/send`,
          { to: "+15551234567", type: "text", text: "Yes" },
          { ...session, "content-type": "application/json" }
        )
        assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
        const after = [yield* next, yield* next, yield* next]
        assert.deepStrictEqual(after.map(({ event }) => event).toSorted(), [
          "message.delivered",
          "message.read",
          "message.sent"
        ])
        assert.strictEqual(new Set(after.map(({ data }) => data["message_id"])).size, 1)
        const statuses = (yield* talk).data.map(({ direction, status }) => ({ direction, status }))
        assert.deepStrictEqual(statuses, [
          { direction: "outbound", status: "read" },
          { direction: "inbound", status: "delivered" }
        ])
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    180_000
  )
})
