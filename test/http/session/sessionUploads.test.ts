import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { claimMedia, removeMedia } from "../../../src/app/media/fetchMedia.ts"
import * as SessionClient from "../../../client/SessionClient.ts"
import { MediaId } from "../../../src/domain/Ids.ts"
import { maxUnsentBytes, maxUnsentFiles } from "../../../src/domain/media/Upload.ts"
import { unsentLifetime } from "../../../src/domain/media/retention.ts"
import { MediaStore } from "../../../src/ports/media/MediaStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { fileSamples, sampleOf } from "../../../testing/given/fileSamples.ts"
import { sha256 } from "../../../testing/given/files.ts"
import { uuid } from "../../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../../testing/given/givenMember.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { clientOf } from "../clientOf.ts"
import { answered, call, givenDashboard, refused, signedIn } from "./sessionDashboard.ts"

const mebibyte = 1024 * 1024

const Uploaded = Schema.Struct({ data: Schema.Struct({ id: MediaId }) })
const readUploaded = Schema.decodeUnknownEffect(Uploaded)

const media = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  (state) => state.media.map(({ media }) => media)
)

/** A stream does not say its length. */
const lengthOf = (bytes: Uint8Array | ReadableStream): Record<string, string> =>
  bytes instanceof ReadableStream ? {} : { "content-length": String(bytes.length) }

/** Sends the bytes as they are. */
const post = (
  headers: Record<string, string>,
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  type = "application/octet-stream",
  filename?: string
) =>
  call(
    { ...headers, "content-type": type, ...lengthOf(bytes) },
    `/media${filename === undefined ? "" : `?filename=${filename}`}`,
    {
      body: bytes instanceof ReadableStream ? bytes : new Blob([bytes])
    }
  )

const given = Effect.gen(function* () {
  const { headers, id } = yield* givenDashboard()
  return { id, headers, upload: (...args: Tail<Parameters<typeof post>>) => post(headers, ...args) }
})

const SavedReplyAnswer = Schema.Struct({
  data: Schema.Struct({ id: Schema.String, mediaId: Schema.NullOr(Schema.String) })
})

type Tail<List extends ReadonlyArray<unknown>> = List extends readonly [unknown, ...infer Rest] ? Rest : never

const tooMany =
  "The organization has 1000 files, or 1024 MiB, that were not sent; send them, or wait 24 hours until they are removed"
const noType = "The file is of no type that can be sent, or not of the type that it names"

describe("POST /media", () => {
  it.effect("stores the file, and returns its type and expiry", () =>
    Effect.gen(function* () {
      const { id: organizationId, upload } = yield* given
      const photo = sampleOf(fileSamples.jpeg, 200_000)
      const { body, status } = yield* upload(photo, "image/jpeg", "Our%20table.jpg")
      const { id } = (yield* readUploaded(body)).data
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(body, {
        success: true,
        data: {
          id,
          kind: "image",
          mimeType: "image/jpeg",
          filename: "Our table.jpg",
          size: 200_000,
          expiresAt: "2026-11-21T12:00:00.000Z"
        }
      })
      const [stored] = yield* media
      assert.deepInclude(stored, { id, status: "unsent", size: 200_000, sha256: sha256(photo), messageId: null })
      const file = yield* (yield* MediaStore).get(organizationId, id, null)
      assert.strictEqual(file._tag === "Some" ? file.value.size : 0, 200_000)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts files of owners, admins, agents and the service role", () =>
    Effect.gen(function* () {
      const { id } = yield* given
      for (const role of ["owner", "admin", "agent"] as const) {
        const headers = yield* signedIn(id, (yield* givenMember(id, { role, name: role })).access.caller)
        assert.strictEqual((yield* post(headers, fileSamples.pdf)).status, 201)
      }
      const headers = yield* signedIn(id, serviceAccess(id).caller)
      assert.strictEqual((yield* post(headers, fileSamples.pdf)).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("saved replies: a file is rendered with its reply, stays, and goes to any contact", () =>
    Effect.gen(function* () {
      const { headers, id: organizationId, upload } = yield* given
      const post = (path: string, body: unknown) => call(headers, path, { method: "POST", body })
      const { id } = (yield* readUploaded((yield* upload(fileSamples.png, "image/png", "menu.png")).body)).data
      const created = yield* post("/saved-replies", { shortcut: "menu", text: "Our menu", mediaId: id.toUpperCase() })
      assert.strictEqual(created.status, 201)
      const { data: reply } = yield* Schema.decodeUnknownEffect(SavedReplyAnswer)(created.body)
      assert.strictEqual(reply.mediaId, id)
      assert.deepInclude((yield* media)[0], { status: "stored", isShared: true, messageId: null })
      yield* TestClock.adjust("40 days")
      for (const number of ["+15551234567", "+15551234568"]) {
        yield* post("/contacts", { userNumber: number })
        const sent = yield* post("/messages/send", { to: number, type: "image", image: { mediaId: id } })
        assert.strictEqual(sent.status, 200)
      }
      const [conversation] = (yield* (yield* World).state).conversations
      const rendered = yield* post(`/saved-replies/${reply.id}/render`, { conversationId: conversation?.id })
      const file = { mediaId: id, kind: "image", filename: "menu.png" }
      assert.deepStrictEqual(rendered, answered(200, { id: reply.id, text: "Our menu", file }))
      const path = `/saved-replies/${reply.id}`
      const cleared = yield* call(headers, path, { method: "PATCH", body: { mediaId: null } })
      assert.isNull((yield* Schema.decodeUnknownEffect(SavedReplyAnswer)(cleared.body)).data.mediaId)
      const field =
        "Invalid field mediaId: Expected the id of an uploaded file that was not sent yet, or of a backend's file"
      for (const mediaId of ["x", organizationId]) {
        assert.deepStrictEqual(
          yield* post("/saved-replies", { shortcut: "other", text: "Other", mediaId }),
          refused(400, field)
        )
        assert.deepStrictEqual(yield* call(headers, path, { method: "PATCH", body: { mediaId } }), refused(400, field))
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("does not make the file readable before it is sent", () =>
    Effect.gen(function* () {
      const { headers, upload } = yield* given
      const { id } = (yield* readUploaded((yield* upload(fileSamples.png)).body)).data
      assert.deepStrictEqual(yield* call(headers, `/media/${id}`), refused(404, "Media not found"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["a program", fileSamples.program, "image/jpeg", "photo.jpg"],
    ["a page", fileSamples.page, "text/html", "page.html"],
    ["a page under the name of a picture", fileSamples.page, "image/png", "photo.png"],
    ["a picture under the name of another type", fileSamples.png, "application/pdf", "file.pdf"],
    ["an archive", fileSamples.zip, "application/zip", "files.zip"]
  ] as const)("refuses %s, and stores nothing", ([, bytes, type, filename]) =>
    Effect.gen(function* () {
      const { upload } = yield* given
      assert.deepStrictEqual(yield* upload(bytes, type, filename), refused(415, noType))
      assert.deepStrictEqual(yield* media, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an empty file, and a name that is too long or cannot be stored", () =>
    Effect.gen(function* () {
      const { upload } = yield* given
      assert.deepStrictEqual(yield* upload(new Uint8Array(0)), refused(400, "The file is empty"))
      assert.strictEqual((yield* upload(fileSamples.png, "image/png", "a".repeat(240))).status, 201)
      const long = refused(400, "Invalid field filename: Expected at most 240 characters")
      assert.deepStrictEqual(yield* upload(fileSamples.png, "image/png", "a".repeat(241)), long)
      assert.strictEqual((yield* upload(fileSamples.png, "image/png", "%00.png")).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts the largest size of any channel for the type, with or without a length", () =>
    Effect.gen(function* () {
      const { upload } = yield* given
      const tooLarge = refused(413, "The file is too large: image/png may have at most 8 MiB")
      const most = sampleOf(fileSamples.png, 8 * mebibyte)
      const over = sampleOf(fileSamples.png, 8 * mebibyte + 1)
      assert.strictEqual((yield* upload(most)).status, 201)
      assert.deepStrictEqual(yield* upload(over), tooLarge)
      assert.deepStrictEqual(yield* upload(new Blob([over]).stream()), tooLarge)
      assert.strictEqual((yield* upload(new Blob([most]).stream())).status, 201)
      assert.deepStrictEqual(
        (yield* media).map(({ size, status }) => [size, status]),
        [
          [8 * mebibyte, "unsent"],
          [8 * mebibyte, "discarded"],
          [8 * mebibyte, "unsent"]
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts a file in pieces of a byte", () =>
    Effect.gen(function* () {
      const { upload } = yield* given
      const pieces = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of fileSamples.mp4) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        }
      })
      assert.strictEqual((yield* upload(pieces)).status, 201)
      assert.deepInclude((yield* media)[0], { mimeType: "video/mp4", sha256: sha256(fileSamples.mp4) })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores nothing of an incomplete file", () =>
    Effect.gen(function* () {
      const { id: organizationId, upload } = yield* given
      const broken = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(sampleOf(fileSamples.jpeg, 10_000))
          controller.error(new Error("gone"))
        }
      })
      assert.deepStrictEqual(yield* upload(broken), refused(400, "Request body could not be read"))
      for (const { id, status } of yield* media) {
        assert.strictEqual(status, "discarded")
        assert.isTrue((yield* (yield* MediaStore).get(organizationId, id, null))._tag === "None")
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the first file for a repetition with a key, and stores no second one", () =>
    Effect.gen(function* () {
      const { headers } = yield* given
      const keyed = { ...headers, "idempotency-key": "1" }
      const first = yield* post(keyed, fileSamples.pdf, "application/pdf", "a.pdf")
      assert.strictEqual(first.status, 201)
      assert.deepStrictEqual(yield* post(keyed, fileSamples.pdf, "application/pdf", "a.pdf"), first)
      assert.strictEqual((yield* post(keyed, fileSamples.png, "image/png", "a.pdf")).status, 422)
      assert.deepStrictEqual(
        (yield* media).map(({ status }) => status),
        ["unsent", "discarded", "discarded"]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("the typed client of uploads", () => {
  it.effect("sends the bytes and the name", () =>
    Effect.gen(function* () {
      const { headers, id, upload } = yield* given
      const http = yield* clientOf(({ body }, url) => {
        const bytes = body._tag === "Uint8Array" ? new Uint8Array(body.body) : new Uint8Array(0)
        const type = body._tag === "Uint8Array" ? body.contentType : "none/none"
        return upload(bytes, type, encodeURIComponent(url.searchParams.get("filename") ?? ""))
      })
      const token = Redacted.make(headers.authorization.slice("Bearer ".length))
      const parley = yield* Effect.provideService(
        SessionClient.make({ url: "http://test", token, organizationId: id }),
        HttpClient.HttpClient,
        http
      )
      const payload = fileSamples.text
      const { data } = yield* parley.uploads.create({ payload, query: { filename: "Grüße & mehr.txt" } })
      assert.deepInclude(data, { kind: "document", mimeType: "text/plain", filename: "Grüße & mehr.txt" })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("unsent files", () => {
  const reserve = Effect.fnUntraced(function* (
    organizationId: Effect.Success<typeof given>["id"],
    files: number,
    bytes: number
  ) {
    const { addUpload } = yield* MediaLibrary
    const createdAt = yield* DateTime.now
    const expiresAt = DateTime.addDuration(createdAt, unsentLifetime)
    for (let count = 0; count < files; count++) {
      const id = MediaId.make(yield* uuid)
      const size = Math.floor(bytes / files)
      yield* addUpload({
        id,
        organizationId,
        mimeType: "image/png",
        filename: null,
        isShared: false,
        size,
        createdAt,
        expiresAt
      })
    }
  })

  it.effect("are limited in number by organization", () =>
    Effect.gen(function* () {
      const { id, upload } = yield* given
      yield* reserve(id, maxUnsentFiles - 1, 1_000)
      assert.strictEqual((yield* upload(fileSamples.png)).status, 201)
      assert.deepStrictEqual(yield* upload(fileSamples.png), refused(409, tooMany))
      const other = yield* givenDashboard()
      assert.strictEqual((yield* post(other.headers, fileSamples.png)).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("are limited in total size, counted from the beginning of an upload", () =>
    Effect.gen(function* () {
      const { id, upload } = yield* given
      yield* reserve(id, 1, maxUnsentBytes - 8 * mebibyte)
      const unsaid = () => upload(new Blob([fileSamples.png]).stream())
      assert.strictEqual((yield* unsaid()).status, 201)
      // What the first one did not need is free again, and less than the second one may need.
      assert.deepStrictEqual(yield* unsaid(), refused(409, tooMany))
      assert.strictEqual((yield* upload(fileSamples.png)).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("are limited exactly, also if many are uploaded at once", () =>
    Effect.gen(function* () {
      const { id, upload } = yield* given
      yield* reserve(id, maxUnsentFiles - 3, 1_000)
      const answers = yield* Effect.replicateEffect(upload(fileSamples.png), 10, { concurrency: "unbounded" })
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        3
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("are removed after a day, with their bytes, and release their share of the limit", () =>
    Effect.gen(function* () {
      const { id: organizationId, upload } = yield* given
      const { id } = (yield* readUploaded((yield* upload(fileSamples.png)).body)).data
      yield* TestClock.adjust("86399 seconds")
      assert.deepStrictEqual(yield* claimMedia(10), [])
      yield* TestClock.adjust("1 second")
      const due = yield* claimMedia(10)
      assert.deepStrictEqual(
        due.map(({ id, status }) => [id, status]),
        [[id, "discarded"]]
      )
      yield* Effect.forEach(due, removeMedia)
      assert.isTrue((yield* (yield* MediaStore).get(organizationId, id, null))._tag === "None")
      assert.deepStrictEqual(yield* media, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
