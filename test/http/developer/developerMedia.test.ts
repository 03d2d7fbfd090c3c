import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { NotFound } from "../../../src/adapters/http/interfaces/developer/Failures.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as DeveloperClient from "../../../client/DeveloperClient.ts"
import { ConversationId, type MediaId, MessageId } from "../../../src/domain/Ids.ts"
import { developerMediaPath, mediaPath } from "../../../src/domain/media/Media.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { MediaStore } from "../../../src/ports/media/MediaStore.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { backendOf, etag, givenFile, givenMedia, text } from "../mediaFile.ts"

/** An answer without what names the request. */
const answered = ({ headers, status, text }: Effect.Success<ReturnType<typeof askText>>) => {
  const { "x-request-id": _, ...others } = Object.fromEntries(headers)
  return { status, text, headers: others }
}

const call = Effect.fnUntraced(function* (headers: Record<string, string>, id: string) {
  const { body, headers: answer, status } = yield* ask(`/api/developer/v1/media/${id}`, { headers })
  return { status, body, after: answer.get("retry-after") }
})

const refused = (status: number, body: object, after: string | null = null) => ({
  status,
  body: { success: false, ...body },
  after
})
const notFound = refused(404, { message: "Media not found", code: "NOT_FOUND" })
const notAvailable = refused(404, {
  message: "Media not available",
  fix: "Ask the person to send the file again; the platform does not have it any more"
})
const notYet = refused(503, { message: "Media is being fetched" }, "2")

describe("GET /v1/media/:mediaId", () => {
  it.effect("returns the file with its type, size and name, and headers that prevent execution", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId } = yield* givenFile("image/jpeg", { filename: "table.jpg" })
      const headers = yield* backendOf(organizationId)
      const file = yield* askText(developerMediaPath(mediaId), { headers })
      assert.deepStrictEqual([file.status, file.text], [200, text])
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
      assert.deepInclude(Object.fromEntries(file.headers), expected)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["image/jpeg", {}],
    ["text/html", {}],
    ["audio/ogg; codecs=opus", { range: "bytes=2-4" }],
    ["application/pdf", { range: "bytes=-3", "if-range": etag }],
    ["application/pdf", { range: "bytes=-3", "if-range": '"another"' }],
    ["video/mp4", { range: "bytes=10-" }],
    ["video/mp4", { range: "bytes=0-1,3-4" }]
  ] as const)("responds as the Session interface does: %s, %j", ([mimeType, asked]) =>
    Effect.gen(function* () {
      const { headers, mediaId, organizationId } = yield* givenFile(mimeType, { filename: "../a b.x" })
      const backend = yield* backendOf(organizationId)
      const ours = yield* askText(developerMediaPath(mediaId), { headers: { ...backend, ...asked } })
      const theirs = yield* askText(mediaPath(mediaId), { headers: { ...headers, ...asked } })
      assert.deepStrictEqual(answered(ours), answered(theirs))
      assert.include([200, 206], ours.status)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the file for any assignee of the conversation, and for its id in capitals", () =>
    Effect.gen(function* () {
      const { id, mediaId, organizationId, user } = yield* givenFile()
      const { find, save } = yield* ConversationStore
      const conversation = Option.getOrThrow(yield* find(organizationId, ConversationId.make(id)))
      yield* Effect.orDie(save({ ...conversation, assigneeId: user.id }))
      const headers = yield* backendOf(organizationId)
      const path = `/api/developer/v1/media/${mediaId.toUpperCase()}`
      assert.strictEqual((yield* askText(path, { headers })).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the typed client returns the bytes or the failure of the contract", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId } = yield* givenFile()
      const { "x-api-key": key } = yield* backendOf(organizationId)
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof askText>>>()
      const client = HttpClient.make((request, url) =>
        askText(url.pathname, { method: request.method, headers: { ...request.headers } }).pipe(
          Effect.provideContext(services),
          Effect.orDie,
          Effect.map(({ headers, status, text }) =>
            HttpClientResponse.fromWeb(request, new Response(text, { status, headers }))
          )
        )
      )
      const parley = yield* Effect.provideService(
        DeveloperClient.make({ url: "http://test", apiKey: Redacted.make(key) }),
        HttpClient.HttpClient,
        client
      )
      const bytes = yield* parley.media.get({ params: { mediaId } })
      assert.strictEqual(yield* Stream.mkString(Stream.decodeText(bytes)), text)
      const failure = yield* Effect.flip(parley.media.get({ params: { mediaId: "x" } }))
      assert.instanceOf(failure, NotFound)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the request log omits the file", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId } = yield* givenFile()
      yield* askText(developerMediaPath(mediaId), { headers: yield* backendOf(organizationId) })
      const { requestLogs } = yield* (yield* World).state
      assert.deepStrictEqual(
        requestLogs.map(({ path, responseBody, status }) => [path, status, responseBody]),
        [[`/v1/media/${mediaId}`, 200, {}]]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a file that is not available to a backend", () => {
  it.effect("has Retry-After while the file is fetched, and an error if the fetch has failed for good", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId, recordOutcome } = yield* givenMedia()
      const headers = yield* backendOf(organizationId)
      assert.deepStrictEqual(yield* call(headers, mediaId), notYet)
      yield* recordOutcome({ _tag: "Failed", detail: "reset", retryAt: yield* DateTime.now })
      assert.deepStrictEqual(yield* call(headers, mediaId), notYet)
      yield* recordOutcome({ _tag: "Failed", detail: "reset", retryAt: null })
      assert.deepStrictEqual(yield* call(headers, mediaId), notAvailable)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has an error if its bytes are missing", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId } = yield* givenFile()
      yield* (yield* MediaStore).remove(organizationId, mediaId)
      assert.deepStrictEqual(yield* call(yield* backendOf(organizationId), mediaId), notAvailable)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not found by an unknown id, or by one of another organization", () =>
    Effect.gen(function* () {
      const { mediaId, organizationId } = yield* givenFile()
      const other = yield* backendOf((yield* givenOrganization()).id)
      assert.deepStrictEqual(yield* call(other, mediaId), notFound)
      const headers = yield* backendOf(organizationId)
      const unknown = ["018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71", "x", "%00", "11111111-1111-1111-1111-111111111111"]
      for (const id of unknown) assert.deepStrictEqual(yield* call(headers, id), notFound, id)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is removed with its message, with its contact, and if the person deletes the message", () =>
    Effect.gen(function* () {
      const { mediaId, messageId, organizationId } = yield* givenFile()
      const headers = yield* backendOf(organizationId)
      const { update } = yield* World
      const before = yield* (yield* World).state
      yield* update((state) => ({ ...state, messages: [] }))
      assert.deepStrictEqual(yield* call(headers, mediaId), notFound)
      yield* update(() => ({
        ...before,
        conversations: before.conversations.map((conversation) => Object.assign({}, conversation, { isHidden: true }))
      }))
      assert.deepStrictEqual(yield* call(headers, mediaId), notFound)
      yield* update(() => before)
      yield* (yield* MediaLibrary).discard(organizationId, [MessageId.make(messageId)], yield* DateTime.now)
      assert.deepStrictEqual(yield* call(headers, mediaId), notFound)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires an API key, and returns 500 if the file cannot be looked up", () =>
    Effect.gen(function* () {
      const { headers: member, mediaId, organizationId } = yield* givenFile()
      const status = Effect.fnUntraced(function* (headers: Record<string, string>, id: MediaId) {
        return (yield* call(headers, id)).status
      })
      assert.strictEqual(yield* status({}, mediaId), 401)
      assert.strictEqual(yield* status(member, mediaId), 401)
      const headers = yield* backendOf(organizationId)
      yield* (yield* World).failNext("MediaLibrary.find")
      assert.deepStrictEqual(yield* call(headers, mediaId), refused(500, { message: "Internal server error" }))
    }).pipe(Effect.provide(httpWorld))
  )
})
