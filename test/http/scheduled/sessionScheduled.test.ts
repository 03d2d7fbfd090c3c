import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { DirectMessagesPlatform } from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { UploadPlatform } from "../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { deleteContact } from "../../../src/app/contacts/contacts.ts"
import { claimMedia } from "../../../src/app/media/fetchMedia.ts"
import { dispatchDirectMessage } from "../../../src/app/sends/directMessages.ts"
import { claimPendingSends, sendPending } from "../../../src/app/sends/pendingSends.ts"
import { ContactId, ConversationId, MediaId } from "../../../src/domain/Ids.ts"
import { MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { fileSamples, sampleOf } from "../../../testing/given/fileSamples.ts"
import { givenAccount } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { type Answer, answered, call, givenDashboard, refused, signedIn } from "../session/sessionDashboard.ts"

const path = "/scheduled-messages"
const to = "+15551234567"
const sendAt = "2026-11-20T12:30:00.000Z"

const Scheduled = Schema.Struct({ data: Schema.Struct({ scheduledId: Schema.String }) })
const Item = Schema.Struct({
  data: Schema.Struct({ status: Schema.String, scheduledBy: Schema.NullOr(Schema.String) })
})
const Listed = Schema.Struct({
  data: Schema.Struct({ scheduledMessages: Schema.Array(Schema.Struct({ scheduledId: Schema.String })) })
})

const idOf = ({ body }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Scheduled)(body), ({ data }) => data.scheduledId)

const pass = Effect.gen(function* () {
  const claimed = yield* claimPendingSends(10)
  yield* Effect.forEach(claimed, sendPending)
  return claimed.length
})

const Sent = Schema.Struct({ data: Schema.Struct({ conversationId: ConversationId }) })

/** The owner, a contact, and a conversation with them. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const contactId = yield* dashboard.added({ userNumber: to })
  const sent = yield* dashboard.post("/messages/send", { to, type: "text", text: "Hello" })
  const { data } = yield* Schema.decodeUnknownEffect(Sent)(sent.body)
  const member = Effect.fnUntraced(function* (name: string) {
    const { access, user } = yield* givenMember(dashboard.id, { name, conversationScope: "assigned" })
    const headers = yield* signedIn(dashboard.id, access.caller)
    return {
      user,
      get: (path: string) => call(headers, path),
      post: (path: string, body?: unknown) => call(headers, path, { method: "POST", body }),
      remove: (path: string) => call(headers, path, { method: "DELETE" }),
      listed: Effect.flatMap(call(headers, path), ({ body }) =>
        Effect.map(Schema.decodeUnknownEffect(Listed)(body), ({ data }) =>
          data.scheduledMessages.map(({ scheduledId }) => scheduledId)
        )
      )
    }
  })
  return { ...dashboard, contactId, conversationId: data.conversationId, member }
})

const texts = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.slice(1).map(({ content }) => content)
)

describe("scheduled messages of the Session interface", () => {
  it.effect("scheduled messages: a message to a contact is sent at its time, and records its author", () =>
    Effect.gen(function* () {
      const { contactId, get, post, user } = yield* given
      const send = (changes: object) => post("/messages/send", { to, type: "text", text: "Soon", sendAt, ...changes })
      const scheduled = yield* send({})
      const scheduledId = yield* idOf(scheduled)
      assert.deepStrictEqual(scheduled, answered(202, { scheduledId, status: "scheduled", sendAt }))
      const item = {
        scheduledId,
        status: "scheduled",
        sendAt,
        channel: "whatsapp",
        to: "+15551234567",
        from: null,
        type: "text",
        content: { text: "Soon" },
        conversationId: null,
        contactId,
        scheduledBy: user.id,
        createdAt: "2026-11-20T12:00:00.000Z",
        endedAt: null,
        vendorMessageId: null,
        waMessageId: null,
        error: null
      }
      assert.deepStrictEqual(
        yield* get(`${path}?contactId=${contactId}`),
        answered(200, { scheduledMessages: [item], total: 1, page: 1, limit: 20, hasNext: false })
      )
      assert.deepStrictEqual(yield* get(`${path}/${scheduledId}`), answered(200, item))
      assert.deepStrictEqual(
        yield* send({ to: "+15550000000" }),
        refused(404, "Contact not found for the given phone number")
      )
      assert.deepStrictEqual(
        yield* send({ sendAt: "2026-11-20T12:00:00Z" }),
        refused(400, "Invalid field sendAt: Expected a time in the future")
      )
      assert.strictEqual((yield* send({ type: "image", image: {} })).status, 400)
      yield* TestClock.adjust("30 minutes")
      yield* pass
      assert.deepStrictEqual(yield* texts, [{ _tag: "Text", text: "Soon" }])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a blocked recipient is refused when it is sent, with an event", () =>
    Effect.gen(function* () {
      const { contactId, get, id, post } = yield* given
      const scheduledId = yield* idOf(yield* post("/messages/send", { to, type: "text", text: "Soon", sendAt }))
      const contacts = yield* ContactStore
      const contact = Option.getOrThrow(yield* contacts.find(id, ContactId.make(contactId)))
      yield* contacts.save({ ...contact, isBlocked: true })
      yield* TestClock.adjust("30 minutes")
      yield* pass
      assert.deepStrictEqual(yield* texts, [])
      const { body } = yield* get(`${path}/${scheduledId}`)
      assert.strictEqual((yield* Schema.decodeUnknownEffect(Item)(body)).data.status, "failed")
      const failed = (yield* eventsOf(id)).find(({ type }) => type === "message.send_failed")
      assert.deepInclude(failed?.data, { send_id: scheduledId, contact_id: contactId, scheduled: true })
      assert.include(JSON.stringify(failed?.data), '"reason":"RecipientBlocked"')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: messages in conversations obey the rules of the conversation", () =>
    Effect.gen(function* () {
      const { conversationId, member, post, user } = yield* given
      const ada = yield* member("Ada")
      const bob = yield* member("Bob")
      const reply = `/conversations/${conversationId}/messages`
      const first = yield* idOf(yield* ada.post(reply, { text: "From Ada", sendAt }))
      const own = yield* idOf(yield* ada.post("/messages/send", { to, type: "text", text: "Own", sendAt }))
      assert.deepStrictEqual(yield* ada.listed, [first, own])
      assert.deepStrictEqual(yield* bob.listed, [first])
      assert.strictEqual((yield* bob.get(`${path}/${own}`)).status, 404)
      assert.strictEqual((yield* post(`/conversations/${conversationId}/assign`, { userId: bob.user.id })).status, 200)
      assert.strictEqual((yield* ada.post(reply, { text: "Again", sendAt })).status, 403)
      assert.strictEqual((yield* ada.post("/messages/send", { to, type: "text", text: "Again", sendAt })).status, 403)
      assert.deepStrictEqual(yield* ada.listed, [own])
      assert.deepStrictEqual(yield* bob.listed, [first])
      assert.deepStrictEqual(yield* ada.remove(`${path}/${first}`), refused(404, "Scheduled message not found"))
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* pass, 1)
      assert.strictEqual(yield* pass, 1)
      assert.deepStrictEqual(yield* texts, [
        { _tag: "Text", text: "From Ada" },
        { _tag: "Text", text: "Own" }
      ])
      const { body } = yield* bob.get(`${path}/${first}`)
      assert.deepStrictEqual((yield* Schema.decodeUnknownEffect(Item)(body)).data, {
        status: "sent",
        scheduledBy: ada.user.id
      })
      assert.notStrictEqual(ada.user.id, user.id)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a reply reopens a conversation that was closed after the scheduling", () =>
    Effect.gen(function* () {
      const { conversationId, get, post } = yield* given
      yield* post(`/conversations/${conversationId}/messages`, { text: "Soon", sendAt })
      assert.strictEqual((yield* post(`/conversations/${conversationId}/close`, {})).status, 200)
      yield* TestClock.adjust("30 minutes")
      yield* pass
      assert.include(JSON.stringify((yield* get(`/conversations/${conversationId}`)).body), '"status":"open"')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a deleted contact's messages are removed", () =>
    Effect.gen(function* () {
      const { contactId, get, id, post } = yield* given
      yield* post("/messages/send", { to, type: "text", text: "Soon", sendAt })
      yield* deleteContact(id, ContactId.make(contactId))
      const { body } = yield* get(path)
      assert.deepStrictEqual((yield* Schema.decodeUnknownEffect(Listed)(body)).data.scheduledMessages, [])
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* pass, 0)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: replies on Messenger are composed at once, changed and sent", () =>
    Effect.gen(function* () {
      const { get, id, patch, post } = yield* given
      const account = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
      const from = yield* (yield* ChannelAccounts).byId(id, account.id)
      const content = MessengerContent.cases.Text.make({ text: "x" })
      const first = { to: "4711", type: "text" as const, content, tag: null }
      const { conversationId } = yield* dispatchDirectMessage(from, "messenger", first)
      const reply = (body: object) => post(`/conversations/${conversationId}/messages`, { sendAt, ...body })
      assert.strictEqual((yield* reply({ type: "text" })).status, 400)
      assert.strictEqual((yield* reply({ type: "video" })).status, 400)
      assert.strictEqual((yield* reply({ text: "x", tag: "OTHER" })).status, 400)
      const scheduledId = yield* idOf(yield* reply({ text: "Hello" }))
      const url = "https://example.com/table.jpg"
      const changed = yield* patch(`${path}/${scheduledId}`, { type: "image", attachmentUrl: url, tag: "HUMAN_AGENT" })
      assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
      assert.strictEqual((yield* patch(`${path}/${scheduledId}`, { type: "image" })).status, 400)
      assert.include(JSON.stringify((yield* get(`${path}/${scheduledId}`)).body), url)
      yield* TestClock.adjust("30 minutes")
      yield* pass
      const last = (yield* (yield* DirectMessagesPlatform).requests).at(-1)
      assert.deepInclude(last, { to: "4711", tag: "HUMAN_AGENT" })
      assert.deepStrictEqual(last?.content, { _tag: "Attachment", kind: "image", url })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("an uploaded file of a scheduled message", () => {
  const readUploaded = Schema.decodeUnknownEffect(Schema.Struct({ data: Schema.Struct({ id: MediaId }) }))

  const uploaded = Effect.fnUntraced(function* (headers: Record<string, string>) {
    const answer = yield* call({ ...headers, "content-type": "application/octet-stream" }, "/media?filename=a.jpg", {
      body: new Blob([sampleOf(fileSamples.jpeg, 5_000)])
    })
    return (yield* readUploaded(answer.body)).data.id
  })

  it.effect("scheduled messages: the file is checked at once, and stored until the message is sent", () =>
    Effect.gen(function* () {
      const { contactId, conversationId, headers, patch, post } = yield* given
      const mediaId = yield* uploaded(headers)
      const unsent = yield* uploaded(headers)
      const image = { type: "image", image: { mediaId, caption: "Table" } }
      const missing = { type: "image", image: { mediaId: contactId } }
      const reply = (body: object) => post(`/conversations/${conversationId}/messages`, body)
      assert.strictEqual((yield* reply({ ...missing, sendAt })).status, 404)
      assert.strictEqual((yield* reply({ type: "video", video: { mediaId }, sendAt })).status, 400)
      const scheduledId = yield* idOf(yield* reply({ ...image, sendAt: "2026-12-20T12:00:00Z" }))
      const later = "2027-01-20T12:00:00.000Z"
      assert.strictEqual((yield* patch(`${path}/${scheduledId}`, missing)).status, 404)
      assert.strictEqual((yield* patch(`${path}/${scheduledId}`, { sendAt: later })).status, 200)
      yield* TestClock.setTime(Date.parse("2027-01-20T11:59:00Z"))
      assert.deepStrictEqual(
        (yield* claimMedia(10)).map(({ id }) => id),
        [unsent]
      )
      yield* TestClock.adjust("1 minute")
      yield* pass
      assert.strictEqual((yield* (yield* UploadPlatform).uploaded).length, 1)
      const [content] = yield* texts
      assert.deepInclude(content, { _tag: "Image", caption: "Table" })
      yield* TestClock.adjust("90 days")
      assert.notInclude(
        (yield* claimMedia(10)).map(({ id }) => id),
        mediaId
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
