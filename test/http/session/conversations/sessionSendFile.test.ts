import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { UploadPlatform } from "../../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import { WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { claimMedia } from "../../../../src/app/media/fetchMedia.ts"
import { MediaId } from "../../../../src/domain/Ids.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import { MediaStore } from "../../../../src/ports/media/MediaStore.ts"
import { MediaLibrary } from "../../../../src/ports/media/MediaLibrary.ts"
import { fileSamples, sampleOf } from "../../../../testing/given/fileSamples.ts"
import { givenMedia } from "../../../../testing/given/givenMedia.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { askText } from "../../../support/http/requests.ts"
import { call, type Described, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const to = "+15551234567"
const service = "https://parley.example"
const notFound = refused(404, "File not found; upload it again")
const rejected = new PlatformRejected({
  code: 131053,
  title: "Media upload error",
  message: "(#131053) Media upload error",
  subcode: null,
  details: null
})

const readUploaded = Schema.decodeUnknownEffect(Schema.Struct({ data: Schema.Struct({ id: MediaId }) }))

/** The owner, a contact with the number, and what they upload. */
const given = Effect.fnUntraced(function* (described: Described = {}) {
  const dashboard = yield* givenDashboard(described)
  const contactId = yield* dashboard.added({ userNumber: to })
  return {
    ...dashboard,
    contactId,
    upload: Effect.fnUntraced(function* (bytes: Uint8Array<ArrayBuffer>, filename = "") {
      const path = `/media?filename=${encodeURIComponent(filename)}`
      const headers = { ...dashboard.headers, "content-type": "application/octet-stream" }
      return (yield* readUploaded((yield* call(headers, path, { body: new Blob([bytes]) })).body)).data.id
    }),
    send: (type: string, part: object, more: Record<string, string> = {}) =>
      call({ ...dashboard.headers, ...more }, "/messages/send", { body: { to, type, [type]: part } })
  }
})

const asked = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.map(({ content }) => content)
)
const handedOver = Effect.flatMap(UploadPlatform, ({ uploaded }) => uploaded)
const failUpload = (failure: PlatformFailure) => Effect.flatMap(UploadPlatform, ({ failNext }) => failNext(failure))
const lastMessage = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ messages }) => messages.at(-1)
)

const { jpeg, mp3, mp4, pdf } = fileSamples

describe("a message with an uploaded file", () => {
  it.effect.each([
    ["image", jpeg, "image/jpeg", { caption: "Your table" }],
    ["video", mp4, "video/mp4", { caption: "The room" }],
    ["audio", mp3, "audio/mpeg", {}],
    ["document", pdf, "application/pdf", { caption: "The menu", filename: "menu.pdf" }]
  ] as const)(
    "is sent as %s: by the platform's id, shown and announced with our address of the file",
    ([type, bytes, mimeType, part]) =>
      Effect.gen(function* () {
        const { account, events, headers, get, send, upload } = yield* given()
        const file = sampleOf(bytes, 5_000)
        const mediaId = yield* upload(file, "as uploaded.bin")
        const { body, status } = yield* send(type, { mediaId, ...part })
        assert.strictEqual(status, 200, JSON.stringify(body))

        const [given_] = yield* handedOver
        assert.deepInclude(given_, { kind: type, mimeType, size: 5_000, filename: "as uploaded.bin" })
        assert.strictEqual(given_?.to.account.id, account?.id)
        assert.deepStrictEqual(new Uint8Array(given_?.bytes ?? []), file)
        const [content] = yield* asked
        assert.deepInclude(content, {
          url: `${service}/api/whatsapp/media/${mediaId}`,
          file: {
            mediaId,
            platformId: "file.1",
            mimeType,
            eventUrl: `${service}/api/developer/v1/media/${mediaId}`
          }
        })

        const sent = (yield* events).find((event) => event.type === "message.sent")
        assert.deepInclude(sent?.data, {
          content: { url: `${service}/api/developer/v1/media/${mediaId}`, mimeType, ...part }
        })
        const conversation = (yield* lastMessage)?.conversationId ?? ""
        const shown = yield* get(`/messages?conversationId=${conversation}`)
        const { caption: _, ...withoutCaption } = { caption: "", ...part }
        assert.include(JSON.stringify(shown.body), `${service}/api/whatsapp/media/${mediaId}`)
        assert.include(JSON.stringify(shown.body), JSON.stringify(mimeType))
        assert.notInclude(JSON.stringify(shown.body), "eventUrl")
        if ("filename" in withoutCaption) assert.include(JSON.stringify(shown.body), "menu.pdf")

        const answer = yield* askText(`/api/whatsapp/media/${mediaId}`, { headers })
        assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, mimeType])
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows a document under its uploaded name, unless the request names another", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      yield* send("document", { mediaId: yield* upload(pdf, "Speisekarte.pdf") })
      yield* send("document", { mediaId: yield* upload(pdf, "Speisekarte.pdf"), filename: "menu.pdf" })
      assert.deepStrictEqual(
        (yield* asked).map((content) => (content._tag === "Document" ? content.filename : "")),
        ["Speisekarte.pdf", "menu.pdf"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("preserves its file as long as the message is stored", () =>
    Effect.gen(function* () {
      const { id, send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      yield* send("image", { mediaId })
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(yield* claimMedia(10), [])
      const messageId = (yield* lastMessage)?.id ?? null
      const found = Option.getOrThrow(yield* (yield* MediaLibrary).find(id, mediaId))
      assert.deepInclude(found, { status: "stored", messageId })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    "fails with the platform's reason if the platform does not accept the file, and is not stored as a message",
    () =>
      Effect.gen(function* () {
        const { send, upload } = yield* given()
        const mediaId = yield* upload(jpeg)
        const before = yield* kept
        const notReached = "WhatsApp API error: WhatsApp could not be reached; the message was not sent"
        const failures: ReadonlyArray<readonly [PlatformFailure, string, number, string]> = [
          [rejected, "WhatsApp API error: (#131053) Media upload error", 131053, "Media upload error"],
          [new PlatformNotReached({ detail: "refused" }), notReached, -1, "Not reached"],
          [new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "" }), notReached, -1, "Not reached"]
        ]
        for (const [failure, error, code, title] of failures) {
          yield* failUpload(failure)
          assert.deepStrictEqual(yield* send("image", { mediaId }), {
            status: 502,
            body: { success: false, error, details: { code, title } }
          })
        }
        assert.strictEqual(yield* kept, before)
        assert.strictEqual((yield* send("image", { mediaId })).status, 200)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("that the platform refused is sent again with the same file, to the same contact only", () =>
    Effect.gen(function* () {
      const { added, headers, send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      yield* Effect.flatMap(WhatsAppPlatform, ({ answerNext }) => answerNext(Effect.fail(rejected)))
      assert.strictEqual((yield* send("image", { mediaId })).status, 502)
      const failed = (yield* lastMessage)?.id
      assert.strictEqual((yield* send("image", { mediaId })).status, 200)
      const again = (yield* lastMessage)?.id
      assert.notStrictEqual(failed, again)
      assert.strictEqual((yield* askText(`/api/whatsapp/media/${mediaId}`, { headers })).status, 200)

      yield* added({ userNumber: "+15557654321" })
      const body = { to: "+15557654321", type: "image", image: { mediaId } }
      assert.deepStrictEqual(yield* call(headers, "/messages/send", { body }), notFound)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("with an idempotency key is sent once, also if the platform accepts no second file", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      const keyed = () => send("image", { mediaId }, { "idempotency-key": "1" })
      const first = yield* keyed()
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(yield* keyed(), first)
      yield* failUpload(rejected)
      assert.deepStrictEqual(yield* keyed(), first)
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused if the file is unknown, expired, incomplete, missing, another member's, or received", () =>
    Effect.gen(function* () {
      const { id, send, upload } = yield* given()
      const other = yield* given()
      const before = yield* kept
      for (const mediaId of ["x", "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e"]) {
        assert.deepStrictEqual(yield* send("image", { mediaId }), notFound)
      }
      assert.strictEqual(yield* kept, before)
      const anothers = yield* other.upload(jpeg)
      assert.deepStrictEqual(yield* send("image", { mediaId: anothers }), notFound)

      const gone = yield* upload(jpeg)
      yield* (yield* MediaStore).remove(id, gone)
      assert.deepStrictEqual(yield* send("image", { mediaId: gone }), notFound)

      const [received] = (yield* givenMedia(0)).media
      const { addAll } = yield* MediaLibrary
      if (received !== undefined) yield* addAll(id, [received])
      assert.deepStrictEqual(yield* send("image", { mediaId: received?.id ?? "" }), notFound)

      const expired = yield* upload(jpeg)
      yield* TestClock.adjust("24 hours")
      yield* claimMedia(10)
      assert.deepStrictEqual(yield* send("image", { mediaId: expired }), notFound)
      assert.deepStrictEqual(yield* asked, [])
      assert.deepStrictEqual(yield* handedOver, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused with a file that the channel does not accept in that form", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const mebibyte = 1024 * 1024
      const large = yield* upload(sampleOf(jpeg, 5 * mebibyte + 1))
      assert.deepStrictEqual(
        yield* send("image", { mediaId: large }),
        refused(400, "Invalid field image: WhatsApp takes at most 5 MiB of such a file")
      )
      const animation = yield* upload(fileSamples.gif)
      assert.deepStrictEqual(
        yield* send("image", { mediaId: animation }),
        refused(400, "Invalid field image: WhatsApp does not take image/gif as such; it takes image/jpeg, image/png")
      )
      assert.strictEqual((yield* send("video", { mediaId: yield* upload(jpeg) })).status, 400)
      const twice = { mediaId: yield* upload(jpeg), url: "https://example.com/a.jpg" }
      assert.deepStrictEqual(
        yield* send("image", twice),
        refused(400, "Invalid field image: Give either url or mediaId")
      )
      assert.deepStrictEqual(yield* send("image", {}), refused(400, "Missing required field: image.url"))
      assert.deepStrictEqual(yield* handedOver, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
