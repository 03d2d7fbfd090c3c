import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ask, subscribedDemo } from "./subscribedDemo.ts"

const EventData = Schema.Record(Schema.String, Schema.Json)
const Conversations = Schema.Struct({
  data: Schema.Struct({
    conversations: Schema.Array(Schema.Struct({ id: Schema.String, status: Schema.String, unreadCount: Schema.Int }))
  })
})
const Messages = Schema.Struct({
  data: Schema.Array(Schema.Struct({ direction: Schema.String, content: Schema.Record(Schema.String, Schema.Unknown) }))
})
const Changed = Schema.Struct({
  conversation: Schema.Struct({ status: Schema.String }),
  previous_status: Schema.String,
  reason: Schema.String,
  details: Schema.Record(Schema.String, Schema.Json)
})

const events = ["message.received", "message.sent", "message.failed", "conversation.updated", "account.updated"]
const person = { channel: "whatsapp", from: "15551234567" }

describe("a business agent of the platform", () => {
  it.live(
    "standby and handovers: the emulator's reports reach members and subscribers",
    () =>
      Effect.gen(function* () {
        const { demo, next, post, service, session } = yield* subscribedDemo(events, EventData)
        const does = (action: object) => post(`${demo.emulatorUrl}/_emulator/inbound`, { ...person, ...action })
        const statusIs = Effect.fnUntraced(function* (status: string) {
          const listed = yield* ask(`${demo.appUrl}/api/whatsapp/conversations?status=${status}`, { headers: session })
          const { conversations } = (yield* Schema.decodeUnknownEffect(Conversations)(listed.body)).data
          assert.lengthOf(conversations, 1, status)
          return conversations[0]
        })
        const changed = Effect.flatMap(next, ({ data, event }) => {
          assert.strictEqual(event, "conversation.updated")
          return Schema.decodeUnknownEffect(Changed)(data)
        })

        yield* does({ type: "text", text: "Where is my order?", standby: true })
        assert.strictEqual((yield* next).event, "message.received")
        yield* does({ type: "echo", text: "It arrives today.", standby: true })
        assert.strictEqual((yield* next).event, "message.sent")
        const conversation = yield* statusIs("open")
        assert.strictEqual(conversation?.unreadCount, 0)
        const { body } = yield* ask(`${demo.appUrl}/api/whatsapp/messages?conversationId=${conversation?.id}`, {
          headers: session
        })
        assert.deepStrictEqual(
          (yield* Schema.decodeUnknownEffect(Messages)(body)).data
            .map(({ content, direction }) => [direction, content["text"]])
            .toSorted(),
          [
            ["inbound", "Where is my order?"],
            ["outbound", "It arrives today."]
          ]
        )

        yield* does({ type: "handover", kind: "control_passed", newRole: "ai_agent" })
        assert.deepInclude(yield* changed, { conversation: { status: "ai_handling" }, previous_status: "open" })
        yield* statusIs("ai_handling")
        const roles = { previousRole: "ai_agent", newRole: "escalation" }
        yield* does({ type: "handover", kind: "control_passed", ...roles, metadata: "Asks for a refund" })
        assert.deepStrictEqual(yield* changed, {
          conversation: { status: "escalated" },
          previous_status: "ai_handling",
          reason: "control_passed",
          details: { previous_owner_role: "ai_agent", new_owner_role: "escalation", metadata: "Asks for a refund" }
        })
        yield* statusIs("escalated")

        // A send without an answer that only its echo reports.
        yield* post(`${demo.emulatorUrl}/_emulator/faults`, {
          rules: [
            { mode: "disconnect", channel: "instagram", times: 1 },
            { mode: "echo", channel: "instagram", times: 1 }
          ]
        })
        const developer = { "x-api-key": demo.apiKey, "content-type": "application/json" }
        const sent = yield* post(
          `${demo.baseUrl}/v1/instagram/send-message`,
          { participantId: "4712", text: "Hello" },
          developer
        )
        assert.strictEqual(sent.status, 502, JSON.stringify(sent.body))
        assert.strictEqual((yield* next).event, "message.sent")

        for (const action of [
          { type: "call", event: "connect", callId: "wacid.1" },
          { type: "call", event: "terminate", callId: "wacid.1" },
          { type: "history", declined: true },
          { type: "state_sync", fullName: "Ann" }
        ]) {
          assert.strictEqual((yield* does(action)).status, 200, action.type)
        }
        const change = { channel: "whatsapp", type: "change", field: "brand_new_field", value: { a: 1 } }
        assert.strictEqual((yield* post(`${demo.emulatorUrl}/_emulator/inbound`, change)).status, 200)
        yield* post(`${demo.emulatorUrl}/_emulator/inbound`, {
          channel: "messenger",
          from: "4711",
          type: "app_roles",
          roles: { "12": ["primary_receiver"] }
        })
        // The call belongs to a conversation, and the declined history and the roles do not, so each may come first.
        const three = [yield* next, yield* next, yield* next]
        const changes = three.filter(({ event }) => event === "account.updated").map(({ data }) => data["change"])
        assert.sameMembers(changes, ["history", "app_roles"])
        const missedCall = three.find(({ event }) => event === "message.received")
        assert.include(JSON.stringify(missedCall?.data), "Missed voice call")
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    120_000
  )
})
