import type { S3Client } from "@aws-sdk/client-s3"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { Readable } from "node:stream"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { type ByteRange, type IncomingFile, MediaStore } from "../../ports/media/MediaStore.ts"
import { type ObjectPlace, upload } from "./s3Upload.ts"
import * as Tally from "./Tally.ts"

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
