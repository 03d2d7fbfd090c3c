import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Tally from "./Tally.ts"
import type { S3Client } from "@aws-sdk/client-s3"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { MediaNotKept } from "../../domain/media/Media.ts"
import { type ByteRange, type IncomingFile, MediaStore } from "../../ports/media/MediaStore.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { Readable } from "node:stream"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"

/** The location of an object, with the protocol's names. */
interface ObjectPlace {
  readonly Bucket: string
  readonly Key: string
}

/** Size of a part in bytes: the protocol's minimum. All parts but the last have this size. */
const partBytes = 5 * 1024 * 1024

const notKept = (cause: unknown) =>
  new MediaNotKept({ detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown" })

const attempt = <A>(run: (abortSignal: AbortSignal) => Promise<A>) => Effect.tryPromise({ try: run, catch: notKept })

/** Bytes that do not make a whole part yet. */
const makeHeap = () => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  return {
    add: (chunk: Uint8Array): void => {
      chunks.push(chunk)
      length += chunk.length
    },
    /** The next part, if it is complete. */
    part: (): Uint8Array | null => {
      if (length < partBytes) return null
      const whole = Buffer.concat(chunks.splice(0))
      const rest = whole.subarray(partBytes)
      chunks.push(rest)
      length = rest.length
      return whole.subarray(0, partBytes)
    },
    /** The remaining bytes. */
    rest: (): Uint8Array => Buffer.concat(chunks)
  }
}

/** A multipart upload. It is invisible until its completion. */
const startMultipart = Effect.fnUntraced(function* (client: S3Client, location: ObjectPlace, mimeType: string) {
  const s3 = yield* Effect.promise(() => import("@aws-sdk/client-s3"))
  const started = yield* attempt((abortSignal) =>
    client.send(new s3.CreateMultipartUploadCommand({ ...location, ContentType: mimeType }), { abortSignal })
  )
  const upload = { ...location, UploadId: started.UploadId }
  const parts: Array<{ readonly PartNumber: number; readonly ETag: string | undefined }> = []
  return {
    add: Effect.fnUntraced(function* (Body: Uint8Array) {
      const PartNumber = parts.length + 1
      const { ETag } = yield* attempt((abortSignal) =>
        client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body }), { abortSignal })
      )
      parts.push({ PartNumber, ETag })
    }),
    complete: Effect.suspend(() =>
      attempt((abortSignal) =>
        client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), {
          abortSignal
        })
      )
    ),
    /** Removes the parts, which would otherwise be stored and charged forever. */
    abort: attempt((abortSignal) => client.send(new s3.AbortMultipartUploadCommand(upload), { abortSignal })).pipe(
      Effect.catch((failure) =>
        logFailure({ level: "Warn", text: "an upload that was broken off could not be removed" }, failure)
      )
    )
  }
})

/** Uploads the object: a small one at once, a large one in parts. */
const upload = Effect.fnUntraced(function* <E>(
  client: S3Client,
  location: ObjectPlace,
  { bytes, mimeType }: IncomingFile<E>
) {
  const s3 = yield* Effect.promise(() => import("@aws-sdk/client-s3"))
  const heap = makeHeap()
  let parts: Effect.Success<ReturnType<typeof startMultipart>> | null = null

  const flush = Effect.gen(function* () {
    for (let part = heap.part(); part !== null; part = heap.part()) {
      parts ??= yield* startMultipart(client, location, mimeType)
      yield* parts.add(part)
    }
  })
  const finish = Effect.gen(function* () {
    const rest = heap.rest()
    if (parts === null) {
      const object = { ...location, Body: rest, ContentLength: rest.length, ContentType: mimeType }
      return yield* attempt((abortSignal) => client.send(new s3.PutObjectCommand(object), { abortSignal }))
    }
    if (rest.length > 0) yield* parts.add(rest)
    return yield* parts.complete
  })
  yield* Stream.runForEach(bytes, (chunk) =>
    Effect.andThen(
      Effect.sync(() => heap.add(chunk)),
      flush
    )
  ).pipe(
    Effect.andThen(finish),
    Effect.onError(() => parts?.abort ?? Effect.void)
  )
})

/** A bucket of any S3-compatible store. */
export interface S3Options {
  /** `https://s3.example.com`; null for Amazon's endpoint of the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Null for credentials from the environment or the machine, in Amazon's usual order. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  /** Whether the bucket is in the path, which most stores except Amazon's require, or in the host. */
  readonly isPathStyle: boolean
}

/** Deadlines of a connection, and then of the answer to one request, in milliseconds. */
const patience = { connectionTimeout: 5_000, requestTimeout: 60_000 }

/** The store's answer does not match the request. */
class StoreFault extends Schema.TaggedError<StoreFault>()("StoreFault", { detail: Schema.String }) {}

const detailOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown")

/** Whether the object is missing. A HEAD has no body with the error. */
const isNotFound = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === "NotFound" || cause.name === "NoSuchKey")

/** The library, loaded on demand because it is large. */
const library = Effect.promise(() => import("@aws-sdk/client-s3"))

const makeClient = Effect.fnUntraced(function* ({ credentials, endpoint, isPathStyle, region }: S3Options) {
  const { S3Client } = yield* library
  return yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          region,
          forcePathStyle: isPathStyle,
          requestHandler: patience,
          // Not every store supports Amazon's own checksums.
          requestChecksumCalculation: "WHEN_REQUIRED",
          responseChecksumValidation: "WHEN_REQUIRED",
          ...(endpoint === null ? {} : { endpoint }),
          ...(credentials === null
            ? {}
            : {
                credentials: {
                  accessKeyId: credentials.accessKeyId,
                  secretAccessKey: Redacted.value(credentials.secretAccessKey)
                }
              })
        })
    ),
    (client) => Effect.sync(() => client.destroy())
  )
})

/** The bytes of an object, requested when the stream runs. */
const download = (client: S3Client, location: ObjectPlace, range: ByteRange | null): Stream.Stream<Uint8Array> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { GetObjectCommand } = yield* library
      const part = range === null ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }
      const { Body } = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new GetObjectCommand({ ...location, ...part }), { abortSignal }),
        catch: (cause) => new StoreFault({ detail: detailOf(cause) })
      })
      if (!(Body instanceof Readable)) return yield* new StoreFault({ detail: "an answer without a body" })
      return NodeStream.fromReadable({
        evaluate: () => Body,
        onError: (cause) => new StoreFault({ detail: detailOf(cause) })
      })
    })
  ).pipe(Stream.orDie)

const make = Effect.fnUntraced(function* (options: S3Options) {
  const { DeleteObjectCommand, HeadObjectCommand } = yield* library
  const client = yield* makeClient(options)
  const placeOf = (organizationId: OrganizationId, id: MediaId): ObjectPlace => ({
    Bucket: options.bucket,
    Key: `${organizationId}/${id}`
  })

  const put = Effect.fnUntraced(function* <E>(
    organizationId: OrganizationId,
    id: MediaId,
    { bytes, mimeType }: IncomingFile<E>
  ) {
    const tally = yield* Tally.make
    const counted = Stream.tap(bytes, tally.add)
    yield* upload(client, placeOf(organizationId, id), { bytes: counted, mimeType })
    return yield* tally.sum
  })

  return MediaStore.of({
    put: (organizationId, id, file) => Effect.withSpan(put(organizationId, id, file), "S3MediaStore.put"),
    get: Effect.fn("S3MediaStore.get")(function* (organizationId, id, range) {
      const location = placeOf(organizationId, id)
      const found = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new HeadObjectCommand(location), { abortSignal }),
        catch: (cause) => cause
      }).pipe(
        Effect.asSome,
        Effect.catchIf(isNotFound, () => Effect.succeedNone),
        Effect.orDie
      )
      return Option.map(found, ({ ContentLength: size = 0 }) => ({
        size,
        bytes:
          range !== null && (range.length === 0 || range.offset >= size)
            ? Stream.empty
            : download(client, location, range)
      }))
    }),
    remove: Effect.fn("S3MediaStore.remove")((organizationId, id) =>
      Effect.asVoid(
        Effect.promise((abortSignal) =>
          client.send(new DeleteObjectCommand(placeOf(organizationId, id)), { abortSignal })
        )
      )
    )
  })
})

/** Files in a bucket, each under `{organization}/{file}`. */
export const layer = (options: S3Options) => Layer.effect(MediaStore, make(options))
