import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted, Stream } from "effect"
import * as S3MediaStore from "../../src/adapters/media/S3MediaStore.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import * as LocalServer from "../network/LocalServer.ts"
import { bytesOf, pieces, someFile } from "../../testing/given/files.ts"
import { credentials, s3Server } from "./s3Server.ts"

const storeAt = (options: S3MediaStore.S3Options) =>
  Effect.map(Layer.build(S3MediaStore.layer(options)), (context) => Effect.provideContext(MediaStore, context)).pipe(
    Effect.flatten
  )

const mimeType = "audio/ogg; codecs=opus"
const options: S3MediaStore.S3Options = {
  endpoint: "http://127.0.0.1:9",
  region: "us-east-1",
  bucket: "media",
  credentials,
  isPathStyle: true
}

/** A server that notes what it is asked, and refuses everything. */
const refusing = (status: number) => LocalServer.http((_, response) => response.writeHead(status).end())

describe("the bucket of a media store", () => {
  it.effect.each([10, 6 * 1024 * 1024])(
    "stores files under organization and id, with their media type (%d bytes)",
    (length) =>
      Effect.gen(function* () {
        const server = yield* s3Server
        const { put } = yield* storeAt(server.options)
        const { id, organizationId } = yield* someFile
        yield* put(organizationId, id, { mimeType, bytes: pieces(bytesOf(length)) })
        const client = new S3Client({
          endpoint: server.options.endpoint ?? "",
          region: "us-east-1",
          forcePathStyle: true,
          credentials: {
            accessKeyId: credentials.accessKeyId,
            secretAccessKey: Redacted.value(credentials.secretAccessKey)
          }
        })
        const place = { Bucket: "media", Key: `${organizationId}/${id}` }
        const object = yield* Effect.promise(() => client.send(new GetObjectCommand(place)))
        assert.deepStrictEqual([object.ContentType, object.ContentLength], [mimeType, length])
        yield* Effect.promise(() => object.Body?.transformToByteArray() ?? Promise.resolve(new Uint8Array()))
        client.destroy()
        assert.strictEqual(server.openUploads(), 0)
      })
  )

  it.effect("reads exactly the necessary bytes", () =>
    Effect.gen(function* () {
      const ranges: Array<unknown> = []
      const server = yield* LocalServer.http((request, response) => {
        ranges.push(request.headers.range ?? null)
        response.writeHead(200, { "content-length": request.method === "HEAD" ? 100 : 1 })
        response.end(request.method === "HEAD" ? undefined : "x")
      })
      const { get } = yield* storeAt({ ...options, endpoint: `http://127.0.0.1:${server.port}` })
      const { id, organizationId } = yield* someFile
      const read = (offset: number, length: number) =>
        get(organizationId, id, { offset, length }).pipe(
          Effect.flatMap(Effect.fromOption),
          Effect.flatMap(({ bytes }) => Stream.runDrain(bytes))
        )
      yield* read(0, 1)
      yield* read(99, 1)
      yield* read(100, 1)
      assert.deepStrictEqual(ranges, [null, "bytes=0-0", null, "bytes=99-99", null])
    })
  )

  it.effect("stores no parts of a file that is cut off", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const server = yield* LocalServer.http((request, response) => {
        asked.push(`${request.method} ${new URL(request.url ?? "", "http://s3").search}`)
        request
          .resume()
          .on("end", () =>
            response
              .writeHead(200, { "content-type": "application/xml", etag: '"e"' })
              .end(
                request.url?.includes("uploads")
                  ? "<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>"
                  : ""
              )
          )
      })
      const { put } = yield* storeAt({ ...options, endpoint: `http://127.0.0.1:${server.port}` })
      const { id, organizationId } = yield* someFile
      const bytes = Stream.concat(pieces(bytesOf(6 * 1024 * 1024)), Stream.fail("reset"))
      assert.strictEqual(yield* Effect.flip(put(organizationId, id, { mimeType, bytes })), "reset")
      assert.deepStrictEqual(asked, [
        "POST ?uploads=",
        "PUT ?partNumber=1&uploadId=one&x-id=UploadPart",
        "DELETE ?uploadId=one&x-id=AbortMultipartUpload"
      ])
    })
  )

  it.effect("receives signed requests", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const stranger = { ...credentials, secretAccessKey: Redacted.make("guessed") }
      const { get, put, remove } = yield* storeAt({ ...server.options, credentials: stranger })
      const { id, organizationId } = yield* someFile
      const failure = yield* Effect.flip(put(organizationId, id, { mimeType, bytes: Stream.make(bytesOf(1)) }))
      assert.strictEqual(failure._tag, "MediaNotKept")
      assert.match(String(failure._tag === "MediaNotKept" && failure.detail), /^SignatureDoesNotMatch: /)
      assert.isTrue(Exit.hasDies(yield* Effect.exit(get(organizationId, id, null))))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(remove(organizationId, id))))
      assert.deepStrictEqual(server.keys(), [])
    })
  )

  it.effect.each([10, 6 * 1024 * 1024])("bucket: an interrupted upload of %d bytes ends its open request", (length) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((request, response) => {
        request.resume()
        if (request.method !== "PUT") {
          response.end("<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>")
        }
      })
      const { put } = yield* storeAt({ ...options, endpoint: `http://127.0.0.1:${server.port}` })
      const { id, organizationId } = yield* someFile
      const upload = yield* Effect.forkChild(put(organizationId, id, { mimeType, bytes: pieces(bytesOf(length)) }))
      const until = (event: string) =>
        server.next.pipe(Effect.repeat({ until: (next) => next.startsWith(event) }), Effect.asVoid)
      yield* until("PUT")
      yield* Fiber.interrupt(upload)
      yield* until("closed")
    })
  )

  it.live("that is unreachable stores nothing, and reports an error", () =>
    Effect.gen(function* () {
      const { get, put } = yield* storeAt({ ...options, endpoint: `http://127.0.0.1:${yield* LocalServer.closedPort}` })
      const { id, organizationId } = yield* someFile
      const failure = yield* Effect.flip(put(organizationId, id, { mimeType, bytes: Stream.make(bytesOf(1)) }))
      assert.strictEqual(failure._tag, "MediaNotKept")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(get(organizationId, id, null))))
    })
  )

  it.live("is addressed in the host for Amazon, and in the path for other stores", () =>
    Effect.gen(function* () {
      const server = yield* refusing(404)
      const { id, organizationId } = yield* someFile
      const inPath = yield* storeAt({ ...options, endpoint: `http://127.0.0.1:${server.port}` })
      yield* inPath.get(organizationId, id, null)
      assert.deepStrictEqual(yield* server.unseen, ["open", `HEAD /media/${organizationId}/${id}`])
      const inHost = yield* storeAt({ ...options, endpoint: `http://localhost:${server.port}`, isPathStyle: false })
      yield* Effect.exit(inHost.get(organizationId, id, null))
      assert.notInclude((yield* server.unseen).join(), "/media/")
    })
  )
})
