import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { UploadPlatform } from "../../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import { dispatchDirectMessage } from "../../../../src/app/sends/directMessages.ts"
import type { MessengerChannel } from "../../../../src/domain/conversations/Channel.ts"
import { MediaId } from "../../../../src/domain/Ids.ts"
import { MessengerContent } from "../../../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformRejected } from "../../../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { fileSamples, sampleOf } from "../../../../testing/given/fileSamples.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { askText } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { call, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const person = "5275811702471834"
const hello = MessengerContent.cases.Text.make({ text: "x" })
const service = "https://parley.example"
const readUploaded = Schema.decodeUnknownEffect(Schema.Struct({ data: Schema.Struct({ id: MediaId }) }))

const given = Effect.fnUntraced(function* (channel: MessengerChannel) {
  const dashboard = yield* givenDashboard()
  const account = yield* givenAccount(dashboard.id, { channel, businessAccountId: null, externalId: "2" })
  const from = yield* (yield* ChannelAccounts).byId(dashboard.id, account.id)
  const first = { to: person, type: "text" as const, content: hello, tag: null }
  const { conversationId } = yield* dispatchDirectMessage(from, channel, first)
  return {
    ...dashboard,
    account,
    conversationId,
    upload: Effect.fnUntraced(function* (bytes: Uint8Array<ArrayBuffer>) {
      const headers = { ...dashboard.headers, "content-type": "application/octet-stream" }
      return (yield* readUploaded((yield* call(headers, "/media", { body: new Blob([bytes]) })).body)).data.id
    }),
    reply: (body: unknown) => dashboard.post(`/conversations/${conversationId}/messages`, body)
  }
})

const asked = Effect.map(
  Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests),
  (all) => all.slice(1).map(({ content, tag }) => ({ content, tag }))
)
const handedOver = Effect.flatMap(UploadPlatform, ({ uploaded }) => uploaded)

const { jpeg, mp3, mp4, pdf } = fileSamples

const rows = (["messenger", "instagram"] as const).flatMap((channel) =>
  (
    [
      ["image", jpeg, "image/jpeg", "image"],
      ["video", mp4, "video/mp4", "video"],
      ["file", pdf, "application/pdf", "document"]
    ] as const
  ).map(([type, bytes, mimeType, kind]) => ({ channel, type, bytes, mimeType, kind }))
)

describe("a reply with an uploaded file", () => {
  it.effect.each(rows)(
    "is sent on $channel as $type, by the platform's id",
    ({ bytes, channel, kind, mimeType, type }) =>
      Effect.gen(function* () {
        const { account, conversationId, events, get, headers, reply, upload } = yield* given(channel)
        const mediaId = yield* upload(sampleOf(bytes, 2_000))
        const { body, status } = yield* reply({ type, mediaId, tag: "HUMAN_AGENT" })
        assert.strictEqual(status, 200, JSON.stringify(body))
        const [file] = yield* handedOver
        assert.deepInclude(file, { kind, mimeType, size: 2_000 })
        assert.strictEqual(file?.to.account.id, account.id)
        const [sent] = yield* asked
        const url = `${service}/api/whatsapp/media/${mediaId}`
        const eventUrl = `${service}/api/developer/v1/media/${mediaId}`
        assert.deepStrictEqual(sent, {
          content: { _tag: "Attachment", kind: type, url, file: { mediaId, platformId: "file.1", mimeType, eventUrl } },
          tag: "HUMAN_AGENT"
        })
        const announced = (yield* events).findLast((event) => event.type === "message.sent")
        assert.deepInclude(announced?.data, {
          content: { attachment: { type, payload: { url: eventUrl, mimeType } } }
        })
        const shown = JSON.stringify((yield* get(`/messages?conversationId=${conversationId}`)).body)
        assert.include(shown, `"url":"${url}","mimeType":"${mimeType}"`)
        const answer = yield* askText(`/api/whatsapp/media/${mediaId}`, { headers })
        assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, mimeType])
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused if the file, its type or the message is invalid", () =>
    Effect.gen(function* () {
      const { reply, upload } = yield* given("instagram")
      const mediaId = yield* upload(mp3)
      const before = yield* kept
      const notFound = refused(404, "File not found; upload it again")
      assert.deepStrictEqual(yield* reply({ type: "image", mediaId: "x" }), notFound)
      assert.deepStrictEqual(
        yield* reply({ type: "audio", mediaId }),
        refused(
          400,
          "Invalid field mediaId: Instagram does not take audio/mpeg as such; it takes audio/aac, audio/mp4, audio/wav"
        )
      )
      const oneOf = refused(400, "Invalid field type: Expected one of: image, video, audio, file")
      for (const type of ["text", undefined, "sticker"]) assert.deepStrictEqual(yield* reply({ type, mediaId }), oneOf)
      assert.deepStrictEqual(
        yield* reply({ type: "image", mediaId, attachmentUrl: "https://example.com/a.jpg" }),
        refused(400, "Invalid field mediaId: Give either attachmentUrl or mediaId")
      )
      assert.deepStrictEqual(yield* handedOver, [])
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("fails with the platform's reason if the platform does not accept the file", () =>
    Effect.gen(function* () {
      const { reply, upload } = yield* given("messenger")
      const message = "(#100) Upload attachment failure."
      const failure = new PlatformRejected({ code: 100, title: message, message, subcode: null, details: null })
      yield* Effect.flatMap(UploadPlatform, ({ failNext }) => failNext(failure))
      assert.deepStrictEqual(yield* reply({ type: "image", mediaId: yield* upload(jpeg) }), {
        status: 502,
        body: { success: false, error: `Messenger API error: ${message}`, details: { code: 100, title: message } }
      })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
