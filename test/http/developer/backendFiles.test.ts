import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { DirectMessagesPlatform } from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { UploadPlatform } from "../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { claimMedia, removeMedia } from "../../../src/app/media/fetchMedia.ts"
import { completeUpload, receiveUpload } from "../../../src/app/media/uploads.ts"
import { claimPendingSends, sendAfterCommit, sendPending } from "../../../src/app/sends/pendingSends.ts"
import { MediaId } from "../../../src/domain/Ids.ts"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { fileSamples, sampleOf } from "../../../testing/given/fileSamples.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { announced, answered, givenBackend, refused } from "./channels/developerChannelBackend.ts"

const to = "15551234567"
const other = "15557654321"
const mebibyte = 1024 * 1024
const { gif, jpeg, mp3, mp4, pdf, png, webp } = fileSamples

const readUploaded = Schema.decodeUnknownEffect(Schema.Struct({ data: Schema.Struct({ mediaId: MediaId }) }))

type Bytes = Uint8Array<ArrayBuffer>

/** A backend that uploads files and sends on the channel. */
const given = Effect.fnUntraced(function* (channel: Channel = "whatsapp") {
  const backend = yield* givenBackend(channel)
  const { key } = yield* (yield* ApiKeys).create(backend.id, "files")
  const headers = { "x-api-key": Redacted.value(key) }
  const post = (
    body: Bytes | ReadableStream<Uint8Array>,
    { filename = "", type = "application/octet-stream", ...more }: Record<string, string> = {}
  ) =>
    Effect.map(
      ask(`/api/developer/v1/media${filename === "" ? "" : `?filename=${encodeURIComponent(filename)}`}`, {
        headers: { ...headers, "content-type": type, ...more },
        body: body instanceof ReadableStream ? body : new Blob([body])
      }),
      ({ body, status }) => ({ status, body })
    )
  const upload = (bytes: Bytes, filename = "") =>
    Effect.map(
      Effect.flatMap(post(bytes, { filename }), ({ body }) => readUploaded(body)),
      ({ data }) => data.mediaId
    )
  const send = (type: string, part: object, more: object = {}) =>
    backend.post("/v1/send-message", { to, type, [type]: part, ...more })
  return { ...backend, headers, post, send, upload }
})

const sent = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.map(({ content }) => content)
)
const sentDirectly = Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests)
const uploaded = Effect.flatMap(UploadPlatform, ({ uploaded }) => uploaded)
const invalid = (field: string, expectation: string) => refused(400, `Invalid field ${field}: ${expectation}`)

const pass = Effect.flatMap(claimPendingSends(10), (claimed) => Effect.forEach(claimed, sendPending))

describe("POST /v1/media", () => {
  it.effect("backend files: an upload returns its id, type and expiry, and is readable at once", () =>
    Effect.gen(function* () {
      const { headers, post } = yield* given()
      const photo = sampleOf(jpeg, 200_000)
      const answer = yield* post(photo, { filename: "Our table.jpg", type: "image/jpeg" })
      const { mediaId } = (yield* readUploaded(answer.body)).data
      assert.deepStrictEqual(
        answer,
        answered(201, {
          mediaId,
          kind: "image",
          mimeType: "image/jpeg",
          filename: "Our table.jpg",
          size: 200_000,
          expiresAt: "2026-12-20T12:00:00.000Z"
        })
      )
      const file = yield* askText(`/api/developer/v1/media/${mediaId}`, { headers })
      assert.deepStrictEqual([file.status, file.headers.get("content-length")], [200, "200000"])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: refusals have the error texts of Session uploads", () =>
    Effect.gen(function* () {
      const { post } = yield* given()
      const noType = "The file is of no type that can be sent, or not of the type that it names"
      assert.deepStrictEqual(yield* post(new Uint8Array(0)), refused(400, "The file is empty"))
      assert.deepStrictEqual(yield* post(fileSamples.program, { type: "image/jpeg" }), refused(415, noType))
      assert.deepStrictEqual(yield* post(png, { type: "application/pdf" }), refused(415, noType))
      const tooLarge = refused(413, "The file is too large: image/png may have at most 8 MiB")
      const over = sampleOf(png, 8 * mebibyte + 1)
      assert.deepStrictEqual(yield* post(over), tooLarge)
      assert.deepStrictEqual(yield* post(new Blob([over]).stream()), tooLarge)
      assert.deepStrictEqual(
        yield* post(png, { filename: "a".repeat(241) }),
        invalid("filename", "Expected at most 240 characters")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: an upload that is cut off stores nothing", () =>
    Effect.gen(function* () {
      const { post } = yield* given()
      const broken = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(sampleOf(jpeg, 10_000))
          controller.error(new Error("gone"))
        }
      })
      assert.deepStrictEqual(yield* post(broken), refused(400, "Request body could not be read"))
      const { media } = yield* (yield* World).state
      assert.isTrue(media.every((stored) => stored.media.status === "discarded"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: a repetition with the same key returns the same id, and other bytes are refused", () =>
    Effect.gen(function* () {
      const { post } = yield* given()
      const first = yield* post(pdf, { "idempotency-key": "1" })
      assert.strictEqual(first.status, 201)
      assert.deepStrictEqual(yield* post(pdf, { "idempotency-key": "1" }), first)
      assert.strictEqual((yield* post(png, { "idempotency-key": "1" })).status, 422)
      const { media } = yield* (yield* World).state
      assert.deepStrictEqual(
        media.map((stored) => stored.media.status),
        ["unsent", "discarded", "discarded"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: an unused file is removed after 30 days, with its bytes", () =>
    Effect.gen(function* () {
      const { id, send, upload } = yield* given()
      const mediaId = yield* upload(png)
      yield* TestClock.adjust("2591999 seconds")
      assert.deepStrictEqual(yield* claimMedia(10), [])
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(yield* claimMedia(10), removeMedia)
      assert.isTrue(Option.isNone(yield* (yield* MediaLibrary).find(id, mediaId)))
      assert.deepStrictEqual(
        yield* send("image", { mediaId }),
        invalid("image.mediaId", "Expected the id of an uploaded file")
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("sends of backend files", () => {
  it.effect.each([
    ["image", jpeg, "image/jpeg", { caption: "Your table" }],
    ["video", mp4, "video/mp4", { caption: "The room" }],
    ["audio", mp3, "audio/mpeg", {}],
    ["sticker", webp, "image/webp", {}],
    ["document", pdf, "application/pdf", { caption: "The menu", filename: "menu.pdf" }]
  ] as const)(
    "backend files: WhatsApp sends a file as %s, also to recipients who are not contacts",
    ([type, bytes, mimeType, part]) =>
      Effect.gen(function* () {
        const { send, upload } = yield* given()
        const mediaId = yield* upload(bytes)
        const answer = yield* send(type, { mediaId, ...part })
        assert.strictEqual(answer.status, 201, JSON.stringify(answer))
        const [content] = yield* sent
        assert.deepInclude(content, {
          url: `https://parley.example/api/whatsapp/media/${mediaId}`,
          file: {
            mediaId,
            platformId: "file.1",
            mimeType,
            eventUrl: `https://parley.example/api/developer/v1/media/${mediaId}`
          }
        })
        const [event] = yield* announced
        assert.deepInclude(event, {
          content: { url: `https://parley.example/api/developer/v1/media/${mediaId}`, mimeType, ...part }
        })
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: a file sent to several contacts is uploaded to the platform once", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      const answers = yield* Effect.forEach(
        [to, other, "15551112222", to],
        (recipient) => send("image", { mediaId }, { to: recipient }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [201, 201, 201, 201]
      )
      assert.lengthOf(yield* uploaded, 1)
      yield* TestClock.adjust("28 days")
      yield* send("image", { mediaId })
      assert.lengthOf(yield* uploaded, 1)
      yield* TestClock.adjust("1 day")
      yield* send("image", { mediaId })
      assert.lengthOf(yield* uploaded, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    "backend files: if the platform refuses a file that was uploaded before, the next send uploads it again",
    () =>
      Effect.gen(function* () {
        const { send, upload } = yield* given()
        const mediaId = yield* upload(jpeg)
        yield* send("image", { mediaId })
        const gone = {
          title: "Media upload error",
          message: "(#131053) Media upload error",
          subcode: null,
          details: null
        }
        yield* Effect.flatMap(WhatsAppPlatform, ({ answerNext }) =>
          answerNext(Effect.fail(new PlatformRejected({ code: 131_053, ...gone })))
        )
        assert.strictEqual((yield* send("image", { mediaId })).status, 502)
        assert.strictEqual((yield* send("image", { mediaId })).status, 201)
        assert.lengthOf(yield* uploaded, 2)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: a refusal names the field", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const unknown = "Expected the id of an uploaded file"
      const anothers = yield* (yield* given("messenger")).upload(jpeg)
      for (const mediaId of ["x", "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e", anothers]) {
        assert.deepStrictEqual(yield* send("image", { mediaId }), invalid("image.mediaId", unknown))
      }
      const animation = yield* upload(gif)
      assert.deepStrictEqual(
        yield* send("image", { mediaId: animation }),
        invalid("image.mediaId", "Expected a file of image/jpeg, image/png")
      )
      const large = yield* upload(sampleOf(jpeg, 5 * mebibyte + 1))
      assert.deepStrictEqual(
        yield* send("image", { mediaId: large }),
        invalid("image.mediaId", "Expected at most 5 MiB")
      )
      assert.deepStrictEqual(
        yield* send("image", { mediaId: large, url: "https://example.com/a.jpg" }),
        invalid("image.mediaId", "Expected either url or mediaId")
      )
      assert.deepInclude(yield* send("sticker", {}), { status: 400 })
      assert.strictEqual((yield* send("image", { url: "https://example.com/a.jpg" })).status, 201)
      assert.deepStrictEqual(yield* uploaded, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: a file that a member sent to a contact can be sent to that contact only", () =>
    Effect.gen(function* () {
      const { id, send } = yield* given()
      const file = { mimeType: null, filename: null, size: null, bytes: Stream.make(jpeg) }
      const received = yield* receiveUpload(id, file)
      yield* completeUpload(received)
      const mediaId = received.upload.id
      assert.strictEqual((yield* send("image", { mediaId })).status, 201)
      assert.strictEqual((yield* send("image", { mediaId })).status, 201)
      assert.deepStrictEqual(
        yield* send("image", { mediaId }, { to: other }),
        invalid("image.mediaId", "Expected the id of an uploaded file")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: headers of templates and interactive messages reference a file by mediaId", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      const interactive = {
        type: "button",
        header: { type: "image", image: { mediaId } },
        body: { text: "Which?" },
        action: { buttons: [{ type: "reply", reply: { id: "1", title: "This" } }] }
      }
      const answer = yield* send("interactive", interactive)
      assert.strictEqual(answer.status, 201, JSON.stringify(answer))
      const [content] = yield* sent
      assert.deepInclude(JSON.parse(JSON.stringify(content)), {
        interactive: { ...interactive, header: { type: "image", image: { id: "file.1" } } }
      })
      const [event] = yield* announced
      assert.deepInclude(event, { content: interactive })
      const path = "interactive.header.image"
      assert.deepStrictEqual(
        yield* send("interactive", { ...interactive, header: { type: "image", image: { mediaId: "x" } } }),
        invalid(`${path}.mediaId`, "Expected the id of an uploaded file")
      )
      assert.deepStrictEqual(
        yield* send("interactive", { ...interactive, header: { type: "image", image: { mediaId, id: "1" } } }),
        invalid(path, "Expected exactly one of id, link, mediaId")
      )
      const template = {
        name: "hello_world",
        language: { code: "en_US" },
        components: [{ type: "header", parameters: [{ type: "image", image: { mediaId } }] }]
      }
      assert.strictEqual((yield* send("template", template, { to: other })).status, 201)
      assert.lengthOf(yield* uploaded, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("sends of backend files on Messenger and Instagram", () => {
  const person = { messenger: { recipientId: "5275811702471834" }, instagram: { participantId: "6742963515757843" } }

  it.effect.each([
    ["messenger", "image", png, "image", "attachment_url"],
    ["messenger", "document", pdf, "file", "attachment_url"],
    ["messenger", "audio", mp3, "audio", "attachment_url"],
    ["instagram", "image", png, "image", "image"],
    ["instagram", "video", mp4, "video", "video"],
    ["instagram", "document", pdf, "file", "file"]
  ] as const)("backend files: %s sends a file as %s", ([channel, type, bytes, kind, announcedType]) =>
    Effect.gen(function* () {
      const { post: _, upload, ...backend } = yield* given(channel)
      const mediaId = yield* upload(bytes)
      const path = `/v1/${channel}/send-message`
      const send = (body: object) =>
        ask(`/api/developer${path}`, { headers: backend.headers, body: { ...person[channel], type, ...body } })
      const { body, status } = yield* send({ [type]: { mediaId } })
      assert.strictEqual(status, 201, JSON.stringify(body))
      const [message] = yield* sentDirectly
      assert.deepInclude(message?.content, { kind })
      const [event] = yield* announced
      assert.deepInclude(event, { type: announcedType })
      yield* send({ [type]: { mediaId } })
      assert.lengthOf(yield* uploaded, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["messenger", "instagram"] as const)("backend files: %s names the refused field", (channel) =>
    Effect.gen(function* () {
      const { headers, upload } = yield* given(channel)
      const send = Effect.fnUntraced(function* (body: object) {
        const url = `/api/developer/v1/${channel}/send-message`
        const answer = yield* ask(url, { headers, body: { ...person[channel], ...body } })
        return { status: answer.status, body: answer.body }
      })
      const mediaId = yield* upload(webp)
      const unknown = "Expected the id of an uploaded file"
      const image = (part: object) => send({ type: "image", image: part })
      assert.deepStrictEqual(yield* image({ mediaId: "x" }), invalid("image.mediaId", unknown))
      assert.deepStrictEqual(
        yield* send({ type: "document", document: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e" } }),
        invalid("document.mediaId", unknown)
      )
      assert.deepStrictEqual(
        yield* image({ mediaId }),
        invalid("image.mediaId", "Expected a file of image/gif, image/jpeg, image/png")
      )
      assert.deepStrictEqual(
        yield* image({ mediaId, caption: "No" }),
        invalid("image.caption", "Expected no caption on this channel")
      )
      assert.deepStrictEqual(
        yield* send({ type: "image", image: { mediaId }, attachmentUrl: "https://example.com/a.png" }),
        invalid("image.mediaId", "Expected either attachmentUrl or mediaId")
      )
      assert.strictEqual((yield* send({ type: "document" })).status, 400)
      assert.deepStrictEqual(yield* uploaded, [])
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("later sends of backend files", () => {
  it.effect("backend files: the file of a scheduled send is stored until the send", () =>
    Effect.gen(function* () {
      const { send, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      const sendAt = "2027-01-20T12:00:00Z"
      assert.strictEqual((yield* send("image", { mediaId }, { sendAt })).status, 202)
      const header = { type: "image", image: { mediaId: yield* upload(png) } }
      const action = { name: "cta_url", parameters: { display_text: "Book", url: "https://example.com/book" } }
      const interactive = { type: "cta_url", header, body: { text: "Choose" }, action }
      assert.strictEqual((yield* send("interactive", interactive, { sendAt })).status, 202)
      assert.deepStrictEqual(
        yield* send("image", { mediaId: "x" }, { sendAt }),
        invalid("image.mediaId", "Expected the id of an uploaded file")
      )
      yield* TestClock.setTime(Date.parse(sendAt))
      assert.deepStrictEqual(yield* claimMedia(10), [])
      yield* pass
      yield* pass
      assert.lengthOf(yield* sent, 2)
      assert.lengthOf(yield* uploaded, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: scheduled sends on Messenger and changes of scheduled sends show the file", () =>
    Effect.gen(function* () {
      const { headers, patch, upload } = yield* given("messenger")
      const mediaId = yield* upload(png)
      const body = { recipientId: "5275811702471834", text: "Soon", sendAt: "2026-11-21T12:00:00Z" }
      const scheduled = yield* ask("/api/developer/v1/messenger/send-message", { headers, body })
      assert.strictEqual(scheduled.status, 202)
      const { scheduledId } = (yield* Schema.decodeUnknownEffect(
        Schema.Struct({ data: Schema.Struct({ scheduledId: Schema.String }) })
      )(scheduled.body)).data
      const path = `/v1/scheduled-messages/${scheduledId}`
      assert.deepStrictEqual(
        yield* patch(path, { type: "image", image: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e" } }),
        invalid("image.mediaId", "Expected the id of an uploaded file")
      )
      assert.strictEqual((yield* patch(path, { type: "image", image: { mediaId } })).status, 200)
      yield* TestClock.setTime(Date.parse(body.sendAt))
      yield* pass
      assert.deepInclude((yield* sentDirectly)[0]?.content, { kind: "image" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("backend files: a send after the commit shows the file and stores it", () =>
    Effect.gen(function* () {
      const { id, upload } = yield* given()
      const mediaId = yield* upload(jpeg)
      yield* TestClock.adjust("29 days")
      const content = { _tag: "FileDraft", kind: "image", mediaId, caption: "Look", filename: null } as const
      yield* sendAfterCommit(id, to, { channel: "whatsapp", content })
      yield* TestClock.adjust("30 hours")
      assert.deepStrictEqual(yield* claimMedia(10), [])
      yield* pass
      const [message] = yield* sent
      assert.deepInclude(message, { caption: "Look" })
    }).pipe(Effect.provide(httpWorld))
  )
})
