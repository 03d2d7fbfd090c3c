import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue, Schedule, Schema } from "effect"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { startInstalled } from "../support/installedCommand.ts"
import { type Received, receiver } from "../support/receiver.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/service.ts"

const ask = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, body: (await response.json()) as unknown }
  })

const Subscription = Schema.Struct({
  data: Schema.Struct({ webhook: Schema.Struct({ secret: Schema.String }) })
})
const Said = Schema.Struct({ messageId: Schema.String })
const Announced = Schema.Struct({ event: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })
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

describe("somebody writes to the demo", () => {
  it.live(
    "and is a contact with a conversation, is answered, and reads the answer; every event is pushed, signed",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        const env = {
          DATA_DIR: dataDir,
          PORT: String(yield* freePort),
          EMULATOR_PORT: String(yield* freePort),
          WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128"
        }
        const service = yield* startInstalled(env)
        yield* ready(service, `http://127.0.0.1:${env.PORT}`)
        const demo = yield* demoFile(dataDir)
        const developer = { "x-api-key": demo.apiKey, "content-type": "application/json" }
        const session = { authorization: `Bearer ${demo.serviceRoleKey}`, "x-org-id": demo.orgId }
        const post = (url: string, body: object, headers: Record<string, string> = {}) =>
          ask(url, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(body)
          })

        const received = yield* Queue.unbounded<Received>()
        const url = yield* receiver(dataDir, (delivery) => Queue.offerUnsafe(received, delivery))
        yield* post(`${demo.baseUrl}/v1/webhooks`, { url, events }, developer)
        const shown = yield* ask(`${demo.baseUrl}/v1/webhooks`, { headers: developer })
        const { secret } = (yield* Schema.decodeUnknownEffect(Subscription)(shown.body)).data.webhook
        const next = Effect.gen(function* () {
          const { body, headers } = yield* Queue.take(received)
          return yield* Schema.decodeUnknownEffect(Announced)(new Webhook(secret).verify(body, headers))
        })

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
    60_000
  )
})
