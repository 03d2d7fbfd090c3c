import type { S3Client } from "@aws-sdk/client-s3"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { Readable } from "node:stream"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { type ByteRange, type IncomingFile, MediaStore } from "../../ports/media/MediaStore.ts"
import { type ObjectPlace, upload } from "./s3Upload.ts"
import * as Tally from "./Tally.ts"

/** A bucket of any store that speaks S3. */
export interface S3Options {
  /** `https://s3.example.com`; null for Amazon's own of the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Null: those that the environment or the machine has, as Amazon's tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  /** Whether the bucket is named in the path, as most stores but Amazon's want it, and not in the host. */
  readonly isPathStyle: boolean
}

/** How long a connection may take, and then the answer to one request, in milliseconds. */
const patience = { connectionTimeout: 5_000, requestTimeout: 60_000 }

/** The answer of the store does not belong to the request. */
class StoreFault extends Schema.TaggedError<StoreFault>()("StoreFault", { detail: Schema.String }) {}

const detailOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown")

/** A HEAD has no body that could name the error. */
const isNotFound = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === "NotFound" || cause.name === "NoSuchKey")

/** Loaded when it is wanted only: it is large. */
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
          // Checksums of Amazon's own make that others do not all know.
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

/** The bytes of an object, asked for when the stream is run. */
const download = (client: S3Client, place: ObjectPlace, range: ByteRange | null): Stream.Stream<Uint8Array> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { GetObjectCommand } = yield* library
      const part = range === null ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }
      const { Body } = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new GetObjectCommand({ ...place, ...part }), { abortSignal }),
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
      const place = placeOf(organizationId, id)
      const found = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new HeadObjectCommand(place), { abortSignal }),
        catch: (cause) => cause
      }).pipe(
        Effect.asSome,
        Effect.catchIf(isNotFound, () => Effect.succeedNone),
        Effect.orDie
      )
      return Option.map(found, ({ ContentLength: size = 0 }) => ({
        size,
        bytes:
          range !== null && (range.length === 0 || range.offset >= size) ? Stream.empty : download(client, place, range)
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
