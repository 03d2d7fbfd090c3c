import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { MessengerClient } from "messaging-api-messenger"
import { Emulator } from "../../../emulator/Emulator.ts"
import { pixel } from "../media/media.ts"
import { emulated, follower, linked, messenger, page } from "../pages.ts"

const { to } = messenger
const appSecret = "app-secret"

const clientWith = (accessToken: string, more: { readonly appId?: string; readonly appSecret?: string } = {}) =>
  Effect.map(Emulator, ({ url }) => new MessengerClient({ accessToken, origin: url, ...more }))

const client = clientWith(page.accessToken)

/** What the client makes of a refusal. */
const refusalOf = (act: () => Promise<unknown>) =>
  Effect.map(Effect.flip(Effect.tryPromise({ try: act, catch: (error) => error })), (error) => {
    assert.instanceOf(error, Error)
    return error instanceof Error ? error.message : ""
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

describe("a client of Messenger that was made for the real platform", () => {
  it.effect("sends texts, tags, quick replies, templates and files", () =>
    Effect.gen(function* () {
      const messages = yield* client
      const url = "https://example.com/a.png"
      const element = {
        title: "Welcome",
        subtitle: "To us",
        buttons: [{ type: "postback" as const, title: "Go", payload: "GO" }]
      }
      const answers = yield* Effect.promise(async () => [
        await messages.sendText(to, "Hello"),
        await messages.sendText(to, "Hello", { tag: "HUMAN_AGENT" }),
        await messages.sendText(to, "Red?", { quickReplies: [{ contentType: "text", title: "Red", payload: "RED" }] }),
        await messages.sendGenericTemplate(to, [element]),
        await messages.sendButtonTemplate(to, "Well?", [
          { type: "web_url", url: "https://example.com", title: "Open" }
        ]),
        await messages.sendFile(to, url),
        await messages.sendImage(to, url),
        await messages.sendAudio(to, url),
        await messages.sendVideo(to, { attachmentId: "4711" })
      ])
      for (const { messageId, recipientId } of answers) {
        assert.strictEqual(recipientId, to)
        assert.match(messageId, /^m_[\w-]{86}$/)
      }
      const attachment = (type: string, payload: object) => update({ attachment: { type, payload } })
      assert.deepStrictEqual(yield* bodies, [
        update({ text: "Hello" }),
        update({ text: "Hello" }, { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }),
        update({ text: "Red?", quick_replies: [{ content_type: "text", title: "Red", payload: "RED" }] }),
        attachment("template", { template_type: "generic", elements: [element] }),
        attachment("template", {
          template_type: "button",
          text: "Well?",
          buttons: [{ type: "web_url", url: "https://example.com", title: "Open" }]
        }),
        attachment("file", { url }),
        attachment("image", { url }),
        attachment("audio", { url }),
        attachment("video", { attachment_id: "4711" })
      ])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("sends and uploads files of its own", () =>
    Effect.gen(function* () {
      const messages = yield* client
      const data = Buffer.from(pixel)
      // The name of the file is documented, but no part of the client's type.
      const named: { readonly messagingType: "UPDATE"; readonly filename: string } = {
        messagingType: "UPDATE",
        filename: "pixel.png"
      }
      const sent = yield* Effect.promise(() => messages.sendImage(to, data, named))
      assert.match(sent.messageId, /^m_/)
      const { attachmentId } = yield* Effect.promise(() =>
        messages.uploadImage(data, { isReusable: true, filename: "pixel.png" })
      )
      assert.match(attachmentId, /^\d{16}$/)
      const { url } = yield* Emulator
      const kept = yield* Effect.promise(
        async () => new Uint8Array(await (await fetch(`${url}/_emulator/files/${attachmentId}`)).arrayBuffer())
      )
      assert.deepStrictEqual(kept, pixel)
      const byAddress = yield* Effect.promise(() => messages.uploadImage("https://example.com/a.png"))
      assert.match(byAddress.attachmentId, /^\d{16}$/)
      const [body] = yield* bodies
      assert.deepNestedPropertyVal(body, "filedata", { filename: "pixel.png", mime_type: "image/png", size: 10 })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("types, marks as seen, and reads people, the Page and its labels", () =>
    Effect.gen(function* () {
      const messages = yield* client
      yield* Effect.promise(() => messages.typingOn(to))
      yield* Effect.promise(() => messages.markSeen(to))
      assert.deepStrictEqual(yield* Effect.promise(() => messages.getPageInfo()), { name: page.name, id: page.id })
      assert.deepStrictEqual((yield* Effect.promise(() => messages.getUserProfile(to))) as object, {
        id: to,
        name: "Ada Lovelace",
        firstName: "Ada",
        lastName: "Lovelace"
      })
      const { id } = yield* Effect.promise(() => messages.createLabel("vip"))
      yield* Effect.promise(() => messages.associateLabel(to, Number(id)))
      const labels = yield* Effect.promise(() => messages.getAssociatedLabels(to))
      assert.deepStrictEqual(
        labels.data.map((label) => label.name),
        ["vip"]
      )
    }).pipe(Effect.provide(emulated({ conversations: { [page.id]: [{ personId: to, name: "Ada Lovelace" }] } })))
  )

  it.effect("reaches Instagram over the Page", () =>
    Effect.gen(function* () {
      const messages = yield* client
      const sent = yield* Effect.promise(() => messages.sendText(follower, "Hello"))
      assert.match(sent.messageId, /^aWdf/)
      assert.deepStrictEqual(
        (yield* (yield* Emulator).ledger).map(({ channel }) => channel),
        ["instagram"]
      )
    }).pipe(Effect.provide(emulated({ conversations: { [linked.id]: [{ personId: follower }] } })))
  )

  it.effect("proves that it has the app's secret, and debugs its token", () =>
    Effect.gen(function* () {
      yield* (yield* Emulator).setCallback(Option.some({ url: "http://127.0.0.1:1", appSecret }))
      const proving = yield* clientWith(page.accessToken, { appId: "1234", appSecret })
      const sent = yield* Effect.promise(() => proving.sendText(to, "Hello"))
      assert.strictEqual(sent.recipientId, to)
      const token: object = yield* Effect.promise(() => proving.debugToken())
      assert.deepInclude(token, { appId: "1234", isValid: true, type: "PAGE", profileId: page.id })

      const lying = yield* clientWith(page.accessToken, { appId: "1234", appSecret: "other" })
      assert.strictEqual(
        yield* refusalOf(() => lying.sendText(to, "Hello")),
        "Messenger API - 100 GraphMethodException Invalid appsecret_proof provided in the API argument"
      )
      assert.match(yield* refusalOf(() => lying.debugToken()), /^Messenger API - 190 OAuthException /)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is refused in the platform's words", () =>
    Effect.gen(function* () {
      const messages = yield* client
      const stranger = yield* clientWith("EAAnobody")
      assert.strictEqual(
        yield* refusalOf(() => stranger.sendText(to, "Hello")),
        "Messenger API - 190 OAuthException Invalid OAuth access token - Cannot parse access token"
      )
      assert.strictEqual(
        yield* refusalOf(() => messages.sendText(to, "x".repeat(2001))),
        "Messenger API - 100 OAuthException (#100) Length of param message[text] must be less than or equal to 2000"
      )
      assert.strictEqual(
        yield* refusalOf(() => messages.sendGenericTemplate(to, [{ title: "Alone" }])),
        "Messenger API - 100 OAuthException (#100) Incomplete element data: title and at least one other field (image url, " +
          "subtitle or buttons) is required with non-empty value"
      )
      yield* (yield* Emulator).setFaults([
        { code: 10, subcode: 2018278, mode: "sync", times: 1 },
        { mode: "garbled", times: 1 },
        { mode: "disconnect", times: 1 }
      ])
      assert.match(
        yield* refusalOf(() => messages.sendText(to, "Hello")),
        /^Messenger API - 10 OAuthException \(#10\) This message is sent outside of allowed window\./
      )
      assert.strictEqual(yield* refusalOf(() => messages.sendText(to, "Hello")), "Request failed with status code 502")
      assert.strictEqual(yield* refusalOf(() => messages.sendText(to, "Hello")), "socket hang up")
    }).pipe(Effect.provide(emulated()))
  )
})
