import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import { pixel } from "../media/media.ts"
import { emulated, follower, linked, messenger, page } from "../pages.ts"
import { messengerClient } from "./messengerClient.ts"

const { to } = messenger
const appSecret = "app-secret"
const accepted = (messageId: RegExp, recipientId = to) =>
  Schema.decodeUnknownSync(
    Schema.Struct({
      status: Schema.Literal(200),
      body: Schema.Struct({
        recipient_id: Schema.Literal(recipientId),
        message_id: Schema.String.check(Schema.isPattern(messageId))
      })
    })
  )
const decodeAttachment = Schema.decodeUnknownSync(
  Schema.Struct({
    status: Schema.Literal(200),
    body: Schema.Struct({ attachment_id: Schema.String.check(Schema.isPattern(/^\d{16}$/)) })
  })
)
const decodeLabel = Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Struct({ id: Schema.String }) }))
const decodeRefusal = Schema.decodeUnknownSync(
  Schema.Struct({
    body: Schema.Struct({
      error: Schema.Struct({
        code: Schema.Number,
        type: Schema.String,
        message: Schema.String,
        fbtrace_id: Schema.NonEmptyString
      })
    })
  })
)

/** The status, the code, the type and the text of a refusal. */
const refusalOf = <E, R>(call: Effect.Effect<{ readonly status: number; readonly body: unknown }, E, R>) =>
  Effect.map(call, (answer) => {
    const { code, message, type } = decodeRefusal(answer).body.error
    return `${answer.status} ${code} ${type} ${message}`
  })

/** The bodies that came, without what is the same in all of them. */
const bodies = Effect.gen(function* () {
  return (yield* (yield* Emulator).ledger).map(({ body }): unknown => body)
})

const update = (message: object, more: object = {}) => ({
  messaging_type: "UPDATE",
  recipient: { id: to },
  message,
  ...more
})

describe("emulator: the requests of a client that was made for the real Messenger Platform", () => {
  it.effect("messenger client: texts, tags, quick replies, templates and attachments are sent", () =>
    Effect.gen(function* () {
      const messages = yield* messengerClient()
      const url = "https://example.com/a.png"
      const element = {
        title: "Welcome",
        subtitle: "To us",
        buttons: [{ type: "postback", title: "Go", payload: "GO" }]
      }
      const quickReply = { content_type: "text", title: "Red", payload: "RED" }
      const attachment = (type: string, payload: object) => ({ attachment: { type, payload } })
      const buttons = {
        template_type: "button",
        text: "Well?",
        buttons: [{ type: "web_url", url: "https://example.com", title: "Open" }]
      }
      const tag = { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }
      const sent: ReadonlyArray<readonly [object, Readonly<Record<string, string>>]> = [
        [{ text: "Hello" }, {}],
        [{ text: "Hello" }, tag],
        [{ text: "Red?", quick_replies: [quickReply] }, {}],
        [attachment("template", { template_type: "generic", elements: [element] }), {}],
        [attachment("template", buttons), {}],
        [attachment("file", { url }), {}],
        [attachment("image", { url }), {}],
        [attachment("audio", { url }), {}],
        [attachment("video", { attachment_id: "4711" }), {}]
      ]
      for (const [message, more] of sent) {
        accepted(/^m_[\w-]{86}$/)(yield* messages.send(to, message, more))
      }
      assert.deepStrictEqual(
        yield* bodies,
        sent.map(([message, more]) => update(message, more))
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("messenger client: files are sent and uploaded as forms in chunks", () =>
    Effect.gen(function* () {
      const messages = yield* messengerClient()
      const file = { bytes: pixel, filename: "pixel.png", mimeType: "image/png" }
      const image = (payload: object) => JSON.stringify({ attachment: { type: "image", payload } })
      const sent = yield* messages.form("/me/messages", [
        ["message", image({})],
        ["filedata", file],
        ["messaging_type", "UPDATE"],
        ["recipient", JSON.stringify({ id: to })]
      ])
      accepted(/^m_/)(sent)
      const uploaded = yield* messages.form("/me/message_attachments", [
        ["message", image({ is_reusable: true })],
        ["filedata", file]
      ])
      const { attachment_id: id } = decodeAttachment(uploaded).body
      const { url } = yield* Emulator
      const stored = yield* Effect.promise(
        async () => new Uint8Array(await (await fetch(`${url}/_emulator/files/${id}`)).arrayBuffer())
      )
      assert.deepStrictEqual(stored, pixel)
      const payload = { url: "https://example.com/a.png", is_reusable: false }
      decodeAttachment(
        yield* messages.post("/me/message_attachments", { message: { attachment: { type: "image", payload } } })
      )
      const [body] = yield* bodies
      assert.deepNestedPropertyVal(body, "filedata", { filename: "pixel.png", mime_type: "image/png", size: 10 })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("messenger client: sender actions, profiles, the Page and its labels have responses", () =>
    Effect.gen(function* () {
      const messages = yield* messengerClient()
      for (const action of ["typing_on", "mark_seen"]) {
        assert.deepStrictEqual(yield* messages.act(to, action), { status: 200, body: { recipient_id: to } })
      }
      assert.deepStrictEqual(yield* messages.get("/me"), { status: 200, body: { name: page.name, id: page.id } })
      assert.deepStrictEqual(yield* messages.get(`/${to}`, { fields: "id,name,first_name,last_name,profile_pic" }), {
        status: 200,
        body: { id: to, name: "Ada Lovelace", first_name: "Ada", last_name: "Lovelace" }
      })
      const { id } = decodeLabel(yield* messages.post("/me/custom_labels", { name: "vip" })).body
      const put = yield* messages.post(`/${id}/label`, { user: to })
      assert.deepStrictEqual(put, { status: 200, body: { success: true } })
      const labels = yield* messages.get(`/${to}/custom_labels`, { fields: "name" })
      assert.deepNestedPropertyVal(labels, "body.data", [{ id, name: "vip" }])
    }).pipe(Effect.provide(emulated({ conversations: { [page.id]: [{ personId: to, name: "Ada Lovelace" }] } })))
  )

  it.effect("messenger client: a follower on Instagram is reached over the Page", () =>
    Effect.gen(function* () {
      const messages = yield* messengerClient()
      accepted(/^aWdf/, follower)(yield* messages.send(follower, { text: "Hello" }))
      assert.deepStrictEqual(
        (yield* (yield* Emulator).ledger).map(({ channel }) => channel),
        ["instagram"]
      )
    }).pipe(Effect.provide(emulated({ conversations: { [linked.id]: [{ personId: follower }] } })))
  )

  it.effect("messenger client: the proof of the app's secret is checked, and the token can be debugged", () =>
    Effect.gen(function* () {
      yield* (yield* Emulator).setCallback(Option.some({ url: "http://127.0.0.1:1", appSecret }))
      const proving = yield* messengerClient({ appSecret })
      accepted(/^m_/)(yield* proving.send(to, { text: "Hello" }))
      const debug = (secret: string) => ({ input_token: page.accessToken, access_token: `1234|${secret}` })
      const { body } = yield* proving.get("/debug_token", debug(appSecret))
      assert.nestedPropertyVal(body, "data.app_id", "1234")
      assert.nestedPropertyVal(body, "data.is_valid", true)
      assert.nestedPropertyVal(body, "data.type", "PAGE")
      assert.nestedPropertyVal(body, "data.profile_id", page.id)

      const lying = yield* messengerClient({ appSecret: "other" })
      assert.strictEqual(
        yield* refusalOf(lying.send(to, { text: "Hello" })),
        "400 100 GraphMethodException Invalid appsecret_proof provided in the API argument"
      )
      assert.match(yield* refusalOf(lying.get("/debug_token", debug("other"))), /^\d+ 190 OAuthException /)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("messenger client: refusals have the codes, types and texts of the platform", () =>
    Effect.gen(function* () {
      const messages = yield* messengerClient()
      const stranger = yield* messengerClient({ accessToken: "EAAnobody" })
      const hello = messages.send(to, { text: "Hello" })
      assert.strictEqual(
        yield* refusalOf(stranger.send(to, { text: "Hello" })),
        "401 190 OAuthException Invalid OAuth access token - Cannot parse access token"
      )
      assert.strictEqual(
        yield* refusalOf(messages.send(to, { text: "x".repeat(2001) })),
        "400 100 OAuthException (#100) Length of param message[text] must be less than or equal to 2000"
      )
      const payload = { template_type: "generic", elements: [{ title: "Alone" }] }
      assert.strictEqual(
        yield* refusalOf(messages.send(to, { attachment: { type: "template", payload } })),
        "400 100 OAuthException (#100) Incomplete element data: title and at least one other field (image url, " +
          "subtitle or buttons) is required with non-empty value"
      )
      yield* (yield* Emulator).setFaults([
        { code: 10, subcode: 2018278, mode: "sync", times: 1 },
        { mode: "garbled", times: 1 },
        { mode: "disconnect", times: 1 }
      ])
      assert.match(
        yield* refusalOf(hello),
        /^\d+ 10 OAuthException \(#10\) This message is sent outside of allowed window\./
      )
      assert.strictEqual((yield* hello).status, 502)
      const failure = yield* Effect.flip(hello)
      assert.strictEqual(failure instanceof Error ? failure.message : failure, "socket hang up")
    }).pipe(Effect.provide(emulated()))
  )
})
