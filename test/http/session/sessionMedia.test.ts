import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Stream } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { ConversationId, MessageId } from "../../../src/domain/Ids.ts"
import { mediaPath } from "../../../src/domain/media/Media.ts"
import type { SessionAccess } from "../../../src/domain/access/SessionAccess.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { MediaStore } from "../../../src/ports/media/MediaStore.ts"
import { bytesOf } from "../../../testing/given/files.ts"
import { givenMember, serviceAccess } from "../../../testing/given/givenMember.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { etag, givenFile, givenMedia, text } from "../mediaFile.ts"
import { type Answer, call, givenDashboard, refused, signedIn } from "./sessionDashboard.ts"

const seen = (
  { headers, status, text }: Effect.Success<ReturnType<typeof askText>>,
  ...names: ReadonlyArray<string>
) => [status, text, ...names.map((name) => headers.get(name))]

describe("GET /media/:mediaId", () => {
  it.effect("returns the file with its type, size and name, and headers that prevent execution", () =>
    Effect.gen(function* () {
      const { get } = yield* givenFile("image/jpeg", { filename: "table.jpg" })
      const { headers, status, text: body } = yield* get()
      assert.deepStrictEqual([status, body], [200, text])
      const expected = {
        "content-type": "image/jpeg",
        "content-length": "10",
        "content-disposition": `inline; filename="table.jpg"; filename*=UTF-8''table.jpg`,
        "content-security-policy": "sandbox",
        "x-content-type-options": "nosniff",
        "accept-ranges": "bytes",
        "cache-control": "no-store",
        etag
      }
      assert.deepStrictEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)])),
        expected
      )
      assert.isNull(headers.get("content-range"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["audio/ogg; codecs=opus", "inline"],
    ["video/mp4", "inline"],
    ["application/pdf", "inline"],
    ["text/html", "attachment"],
    ["image/svg+xml", "attachment"],
    ["application/octet-stream", "attachment"]
  ])("allows %s to be shown or saved: %s", ([mimeType = "", disposition = ""]) =>
    Effect.gen(function* () {
      const { get } = yield* givenFile(mimeType)
      const answer = yield* get()
      assert.deepStrictEqual(seen(answer, "content-type", "content-disposition"), [200, text, mimeType, disposition])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replaces an invalid media type, and escapes the file name in headers", () =>
    Effect.gen(function* () {
      const { get } = yield* givenFile("image/jpeg\r\nx-evil: 1", {
        filename: '../a"; b\r\nc\\漢 50%\u{1F680}\ud800.html'
      })
      assert.deepStrictEqual(seen(yield* get(), "content-type", "x-evil", "content-disposition"), [
        200,
        text,
        "application/octet-stream",
        null,
        `attachment; filename=".._a_; b__c__ 50____.html"; filename*=UTF-8''.._a%22%3B%20b__c_%E6%BC%A2%2050%25%F0%9F%9A%80%EF%BF%BD.html`
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=8-", "89", "bytes 8-9/10"],
    ["bytes=5-100", "56789", "bytes 5-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-100", text, "bytes 0-9/10"]
  ])("returns the requested range for %s", ([range = "", part = "", contentRange = ""]) =>
    Effect.gen(function* () {
      const { get } = yield* givenFile()
      const expected = [206, part, String(part.length), contentRange]
      assert.deepStrictEqual(seen(yield* get({ range }), "content-length", "content-range"), expected)
      assert.deepStrictEqual(seen(yield* get({ range, "if-range": etag }), "content-length", "content-range"), expected)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{ range: "bytes=10-" }],
    [{ range: "bytes=4-2" }],
    [{ range: "bytes=-0" }],
    [{ range: "bytes=-" }],
    [{ range: "bytes=0-1,3-4" }],
    [{ range: "lines=0-1" }],
    [{ range: "bytes=1e1-" }],
    [{ range: "bytes=0-1", "if-range": '"another"' }]
  ] as const)("returns the whole file for %j", ([headers]) =>
    Effect.gen(function* () {
      const { get } = yield* givenFile()
      assert.deepStrictEqual(seen(yield* get(headers), "content-length", "content-range"), [200, text, "10", null])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns every byte unchanged", () =>
    Effect.gen(function* () {
      const media = yield* givenMedia()
      const binary = bytesOf(256)
      const file = { mimeType: "image/png", bytes: Stream.make(binary.subarray(0, 100), binary.subarray(100)) }
      const kept = yield* (yield* MediaStore).put(media.organizationId, media.mediaId, file)
      yield* media.recordOutcome({ _tag: "Stored", ...kept, mimeType: "image/png", at: yield* DateTime.now })
      const { text: read } = yield* askText(mediaPath(media.mediaId), { headers: media.headers })
      assert.strictEqual(read, new TextDecoder().decode(binary))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is found under the same id in capitals", () =>
    Effect.gen(function* () {
      const { headers, mediaId } = yield* givenFile()
      const { status } = yield* askText(`/api/whatsapp/media/${mediaId.toUpperCase()}`, { headers })
      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a file that is not available", () => {
  it.effect("has Retry-After while it is fetched", () =>
    Effect.gen(function* () {
      const { headers, path, recordOutcome } = yield* givenMedia()
      const again = refused(503, "Media is being fetched")
      const asked = () =>
        Effect.map(
          ask(`/api/whatsapp${path}`, { headers }),
          ({ body, headers, status }): Answer & { readonly after: string | null } => ({
            status,
            body,
            after: headers.get("retry-after")
          })
        )
      assert.deepStrictEqual(yield* asked(), { ...again, after: "2" })
      yield* recordOutcome({ _tag: "Failed", detail: "reset", retryAt: yield* DateTime.now })
      assert.deepStrictEqual(yield* asked(), { ...again, after: "2" })
      yield* recordOutcome({ _tag: "Failed", detail: "reset", retryAt: null })
      assert.deepStrictEqual(yield* asked(), { ...refused(404, "Media not available"), after: null })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has an error if its bytes are missing", () =>
    Effect.gen(function* () {
      const { headers, mediaId, organizationId, path } = yield* givenFile()
      yield* (yield* MediaStore).remove(organizationId, mediaId)
      assert.deepStrictEqual(yield* call(headers, path), refused(404, "Media not available"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not found by an unknown id, or by one of another organization", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* givenFile()
      const other = yield* givenDashboard()
      const notFound = refused(404, "Media not found")
      assert.deepStrictEqual(yield* call(other.headers, path), notFound)
      const unknown = ["018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71", "x", "%00", "11111111-1111-1111-1111-111111111111"]
      for (const id of unknown) assert.deepStrictEqual(yield* call(headers, `/media/${id}`), notFound, id)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is removed with its message, and with the contact of its conversation", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* givenFile()
      const { update } = yield* World
      const notFound = refused(404, "Media not found")
      const before = yield* (yield* World).state
      yield* update((state) => ({ ...state, messages: [] }))
      assert.deepStrictEqual(yield* call(headers, path), notFound)
      yield* update(() => ({
        ...before,
        conversations: before.conversations.map((conversation) => Object.assign({}, conversation, { isHidden: true }))
      }))
      assert.deepStrictEqual(yield* call(headers, path), notFound)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not found after its message was deleted by the person, whether stored, pending or failed", () =>
    Effect.gen(function* () {
      const { discard } = yield* MediaLibrary
      const [stored, onItsWay, givenUp] = [yield* givenFile(), yield* givenMedia(), yield* givenMedia()]
      yield* givenUp.recordOutcome({ _tag: "Failed", detail: "reset", retryAt: null })
      for (const { headers, messageId, organizationId, path } of [stored, onItsWay, givenUp]) {
        yield* discard(organizationId, [MessageId.make(messageId)], yield* DateTime.now)
        assert.deepStrictEqual(yield* call(headers, path), refused(404, "Media not found"))
      }
      assert.strictEqual((yield* stored.get({ range: "bytes=0-1" })).status, 404)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not found if the caller may not see its conversation", () =>
    Effect.gen(function* () {
      const { id, organizationId, path, user } = yield* givenFile()
      const { find, save } = yield* ConversationStore
      const status = Effect.fnUntraced(function* (access: SessionAccess) {
        const headers = yield* signedIn(organizationId, access.caller)
        return (yield* askText(`/api/whatsapp${path}`, { headers })).status
      })
      const { access: agent } = yield* givenMember(organizationId, { conversationScope: "assigned" })
      const { access: all } = yield* givenMember(organizationId, { conversationScope: "all" })
      assert.deepStrictEqual([yield* status(agent), yield* status(all)], [200, 200])
      const conversation = Option.getOrThrow(yield* find(organizationId, ConversationId.make(id)))
      yield* Effect.orDie(save({ ...conversation, assigneeId: user.id }))
      assert.deepStrictEqual([yield* status(agent), yield* status(all)], [403, 200])
      assert.strictEqual(yield* status(serviceAccess(organizationId)), 200)
      const headers = yield* signedIn(organizationId, agent.caller)
      assert.deepStrictEqual(yield* call(headers, path), refused(403, "Forbidden"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires a token", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* givenFile()
      assert.deepStrictEqual(yield* call({ "x-org-id": headers["x-org-id"] }, path), refused(401, "Unauthorized"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 500 if it cannot be looked up", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* givenFile()
      yield* (yield* World).failNext("MediaLibrary.find")
      assert.deepStrictEqual(yield* call(headers, path), refused(500, "Internal server error"))
    }).pipe(Effect.provide(httpWorld))
  )
})
