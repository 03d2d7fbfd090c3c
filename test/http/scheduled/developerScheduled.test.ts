import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { DirectMessagesPlatform } from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { claimPendingSends, sendPending } from "../../../src/app/sends/pendingSends.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { type Answer, answered, givenBackend, missing, refused } from "../developer/channels/developerChannelBackend.ts"

const path = "/v1/scheduled-messages"
const sendAt = "2026-11-20T13:30:00+01:00"
const at = "2026-11-20T12:30:00.000Z"
const hello = { to: "15551234567", type: "text", text: "See you at eight", sendAt }

const Scheduled = Schema.Struct({ data: Schema.Struct({ scheduledId: Schema.String }) })

const idOf = ({ body }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Scheduled)(body), ({ data }) => data.scheduledId)

/** A pass of the worker. */
const pass = Effect.gen(function* () {
  const claimed = yield* claimPendingSends(10)
  yield* Effect.forEach(claimed, sendPending)
  return claimed.length
})

const sent = Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests)

const usedBy = (id: OrganizationId) =>
  Effect.map(
    Effect.flatMap(World, ({ state }) => state),
    ({ usage }) => JSON.stringify([...usage].filter((row) => JSON.stringify(row).includes(id)))
  )

const item = (changes: Readonly<Record<string, unknown>>) => ({
  status: "scheduled",
  sendAt: at,
  channel: "whatsapp",
  to: "15551234567",
  from: null,
  type: "text",
  content: { text: "See you at eight" },
  conversationId: null,
  contactId: null,
  scheduledBy: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  endedAt: null,
  vendorMessageId: null,
  waMessageId: null,
  error: null,
  ...changes
})

describe("scheduled messages of the Developer interface", () => {
  it.effect("scheduled messages: a message is accepted with 202, sent once at its time, and counted then", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenBackend("whatsapp", { plan: "free" })
      const scheduled = yield* post("/v1/send-message", hello)
      const scheduledId = yield* idOf(scheduled)
      assert.deepStrictEqual(scheduled, answered(202, { scheduledId, status: "scheduled", sendAt: at }))
      const unused = yield* usedBy(id)
      assert.deepStrictEqual(yield* get(`${path}/${scheduledId}`), answered(200, item({ scheduledId })))
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual(yield* pass, 0)
      assert.strictEqual(yield* usedBy(id), unused)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* pass, 1)
      assert.strictEqual(yield* pass, 0)
      const [request, ...more] = yield* sent
      assert.deepStrictEqual(request?.content, WhatsAppContent.cases.Text.make({ text: "See you at eight" }))
      assert.deepStrictEqual(more, [])
      assert.notStrictEqual(yield* usedBy(id), unused)
      const [message] = (yield* (yield* World).state).messages
      assert.deepStrictEqual(
        yield* get(`${path}/${scheduledId}`),
        answered(
          200,
          item({
            scheduledId,
            status: "sent",
            type: null,
            content: null,
            endedAt: at,
            vendorMessageId: message?.id,
            waMessageId: message?.platformMessageId
          })
        )
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: an invalid time and an invalid message are refused at once, and store nothing", () =>
    Effect.gen(function* () {
      const { get, post } = yield* givenBackend("whatsapp")
      const fix = 'Give a time with its offset, for example "2026-12-24T09:00:00+01:00"'
      const send = (changes: Readonly<Record<string, unknown>>) => post("/v1/send-message", { ...hello, ...changes })
      for (const past of ["2026-11-20T12:00:00.000Z", "2020-01-01T00:00:00Z"]) {
        assert.deepStrictEqual(
          yield* send({ sendAt: past }),
          refused(400, "Invalid field sendAt: Expected a time in the future", { fix })
        )
      }
      assert.deepStrictEqual(
        yield* send({ sendAt: "2027-02-18T12:00:00.001Z" }),
        refused(400, "Invalid field sendAt: Expected a time at most 90 days ahead", { fix })
      )
      for (const text of ["2026-11-20T13:30:00", "tomorrow", "2026-11-20", 1_800_000_000, {}, ""]) {
        const { body, status } = yield* send({ sendAt: text })
        assert.strictEqual(status, 400)
        assert.include(JSON.stringify(body), "sendAt")
      }
      assert.deepStrictEqual(yield* send({ text: null }), missing("text", "Add the text of the message"))
      assert.strictEqual((yield* send({ type: "carousel" })).status, 400)
      assert.strictEqual((yield* send({ to: "nobody" })).status, 400)
      assert.strictEqual((yield* send({ from: "15559999999" })).status, 400)
      assert.deepStrictEqual(yield* get(path), answered(200, { data: [], meta: { page: 1, limit: 20, total: 0 } }))
      assert.strictEqual((yield* send({ sendAt: "2027-02-18T12:00:00.000Z" })).status, 202)
      assert.strictEqual((yield* send({ sendAt: null })).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a window that has closed by the time of the send is an outcome and an event", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenBackend("whatsapp")
      const scheduledId = yield* idOf(yield* post("/v1/send-message", hello))
      const rejected = { code: 131047, title: "Re-engagement", message: "window closed", subcode: null, details: null }
      yield* (yield* WhatsAppPlatform).answerNext(Effect.fail(new PlatformRejected(rejected)))
      yield* TestClock.adjust("30 minutes")
      yield* pass
      const error = { reason: "PlatformRejected", code: 131047, message: "window closed" }
      assert.deepStrictEqual(
        yield* get(`${path}/${scheduledId}`),
        answered(200, item({ scheduledId, status: "failed", endedAt: at, error }))
      )
      const failed = (yield* eventsOf(id)).filter(({ type }) => type === "message.send_failed")
      assert.deepStrictEqual(
        failed.map(({ data }) => data),
        [
          {
            send_id: scheduledId,
            scheduled: true,
            channel: "whatsapp",
            to: "15551234567",
            conversation_id: null,
            contact_id: null,
            send_at: at,
            error,
            timestamp: at
          }
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: time and content can be changed until the message is being sent", () =>
    Effect.gen(function* () {
      const { get, patch, post } = yield* givenBackend("whatsapp")
      const scheduledId = yield* idOf(yield* post("/v1/send-message", hello))
      const one = `${path}/${scheduledId}`
      const later = "2026-11-20T14:00:00.000Z"
      assert.deepStrictEqual(yield* patch(one, { sendAt: later }), answered(200, item({ scheduledId, sendAt: later })))
      assert.deepStrictEqual(
        yield* patch(one, { type: "location", location: { latitude: 1, longitude: 2 } }),
        answered(200, item({ scheduledId, sendAt: later, type: "location", content: { latitude: 1, longitude: 2 } }))
      )
      const changed = item({ scheduledId, type: "template", content: { template: { name: "a", language: "en" } } })
      const template = { template: { name: "a", language: { code: "en" } }, sendAt }
      assert.deepStrictEqual(yield* patch(one, template), answered(200, changed))
      assert.deepStrictEqual(
        yield* patch(one, {}),
        refused(400, "Nothing to change", { fix: "Give sendAt, or the content of the message" })
      )
      assert.deepStrictEqual(yield* patch(one, { type: "text" }), missing("text", "Add the text of the message"))
      assert.strictEqual((yield* patch(one, { type: "text", text: "a".repeat(4_097) })).status, 400)
      assert.strictEqual((yield* patch(one, { sendAt: "2026-11-20T11:00:00.000Z" })).status, 400)
      assert.deepStrictEqual(yield* get(one), answered(200, changed))
      yield* TestClock.adjust("30 minutes")
      const [claimed] = yield* claimPendingSends(10)
      const sending = refused(409, "The message is being sent; it can be neither changed nor cancelled")
      assert.deepStrictEqual(yield* patch(one, { sendAt: later }), sending)
      assert.deepStrictEqual(yield* post(one, undefined, "DELETE"), sending)
      if (claimed !== undefined) yield* sendPending(claimed)
      assert.deepStrictEqual(
        yield* patch(one, { sendAt: later }),
        refused(409, "The message is sent; it can be neither changed nor cancelled")
      )
      assert.strictEqual((yield* sent).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a cancelled message is never sent, and is listed as cancelled for 7 days", () =>
    Effect.gen(function* () {
      const { get, patch, post } = yield* givenBackend("whatsapp")
      const first = yield* idOf(yield* post("/v1/send-message", hello))
      const second = yield* idOf(yield* post("/v1/send-message", { ...hello, sendAt: "2026-11-20T12:10:00Z" }))
      const cancelled = item({ scheduledId: first, status: "cancelled", endedAt: "2026-11-20T12:00:00.000Z" })
      assert.deepStrictEqual(yield* post(`${path}/${first}`, undefined, "DELETE"), answered(200, cancelled))
      assert.deepStrictEqual(
        yield* post(`${path}/${first}`, undefined, "DELETE"),
        refused(409, "The message is cancelled; it can be neither changed nor cancelled")
      )
      assert.strictEqual((yield* patch(`${path}/${first}`, { sendAt })).status, 409)
      const open = item({ scheduledId: second, sendAt: "2026-11-20T12:10:00.000Z" })
      const listed = (query: string, ...rows: ReadonlyArray<unknown>) =>
        Effect.map(get(`${path}${query}`), (answer) =>
          assert.deepStrictEqual(
            answer,
            answered(200, { data: rows, meta: { page: 1, limit: 20, total: rows.length } }),
            query
          )
        )
      yield* listed("", open, cancelled)
      yield* listed("?status=cancelled", cancelled)
      yield* listed("?status=scheduled&channel=whatsapp", open)
      yield* listed("?channel=messenger")
      yield* listed("?contactId=0199A1B2-7C3D-7E4F-8A5B-6C7D8E9F0A1C")
      assert.strictEqual((yield* get(`${path}?status=lost`)).status, 400)
      assert.strictEqual((yield* get(`${path}?contactId=nobody`)).status, 400)
      yield* TestClock.adjust("1 hour")
      yield* pass
      assert.strictEqual((yield* sent).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: an unknown id, that of a recorded send and that of another organization are 404", () =>
    Effect.gen(function* () {
      const { patch, post } = yield* givenBackend("whatsapp")
      const scheduledId = yield* idOf(yield* post("/v1/send-message", hello))
      const other = yield* givenBackend("whatsapp", { token: false })
      const unknown = refused(404, "Scheduled message not found", { code: "NOT_FOUND" })
      for (const id of [scheduledId, "nobody", "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"]) {
        assert.deepStrictEqual(yield* other.get(`${path}/${id}`), unknown)
        assert.deepStrictEqual(yield* other.patch(`${path}/${id}`, { sendAt }), unknown)
        assert.deepStrictEqual(yield* other.post(`${path}/${id}`, undefined, "DELETE"), unknown)
      }
      assert.strictEqual((yield* patch(`${path}/${scheduledId.toUpperCase()}`, { sendAt })).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: Messenger and Instagram compose at once, and send the composed message", () =>
    Effect.gen(function* () {
      const rows = [
        ["messenger", "recipientId"],
        ["instagram", "participantId"]
      ] as const
      for (const [channel, field] of rows) {
        const { get, patch, post } = yield* givenBackend(channel)
        const send = (changes: Readonly<Record<string, unknown>>) =>
          post(`/v1/${channel}/send-message`, { [field]: "4711", text: "Hello", sendAt, ...changes })
        assert.strictEqual((yield* send({ text: "" })).status, 400)
        assert.strictEqual((yield* send({ type: "quick_replies", quickReplies: [] })).status, 400)
        const quickReplies = [{ title: "Yes" }]
        const scheduledId = yield* idOf(yield* send({ type: "quick_replies", quickReplies }))
        const quick_replies = [{ content_type: "text", title: "Yes", payload: "YES" }]
        const expected = { channel, to: "4711", type: "quick_replies", content: { text: "Hello", quick_replies } }
        assert.deepStrictEqual(yield* get(`${path}/${scheduledId}`), answered(200, item({ scheduledId, ...expected })))
        assert.strictEqual((yield* patch(`${path}/${scheduledId}`, { type: "button_template" })).status, 400)
        assert.deepStrictEqual(
          yield* patch(`${path}/${scheduledId}`, { text: "Bye", tag: "HUMAN_AGENT" }),
          answered(200, item({ scheduledId, channel, to: "4711", content: { text: "Bye" } }))
        )
        yield* TestClock.adjust("30 minutes")
        yield* pass
        const { requests } = yield* DirectMessagesPlatform
        const last = (yield* requests).at(-1)
        assert.deepInclude(last, { to: "4711", tag: "HUMAN_AGENT" })
        assert.deepStrictEqual(last?.content, { _tag: "Text", text: "Bye" })
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
