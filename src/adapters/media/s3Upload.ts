import type { S3Client } from "@aws-sdk/client-s3"
import { Effect, Stream } from "effect"
import { MediaNotKept } from "../../domain/media/Media.ts"
import type { IncomingFile } from "../../ports/media/MediaStore.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Where an object is, in the words of the protocol. */
export interface ObjectPlace {
  readonly Bucket: string
  readonly Key: string
}

/** Bytes of a file in memory at a time: the smallest part of the protocol. All but the last have this very size. */
const partBytes = 5 * 1024 * 1024

const notKept = (cause: unknown) =>
  new MediaNotKept({ detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown" })

const attempt = <A>(run: (abortSignal: AbortSignal) => Promise<A>) => Effect.tryPromise({ try: run, catch: notKept })

/** Bytes that wait until they make a part. */
const makeHeap = () => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  return {
    add: (chunk: Uint8Array): void => {
      chunks.push(chunk)
      length += chunk.length
    },
    /** The next part, when there is one. */
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

/** An upload in parts. Nothing is seen of it before it is completed. */
const beginParts = Effect.fnUntraced(function* (client: S3Client, place: ObjectPlace, mimeType: string) {
  const s3 = yield* Effect.promise(() => import("@aws-sdk/client-s3"))
  const begun = yield* attempt((abortSignal) =>
    client.send(new s3.CreateMultipartUploadCommand({ ...place, ContentType: mimeType }), { abortSignal })
  )
  const upload = { ...place, UploadId: begun.UploadId }
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
    /** Otherwise the parts would be kept, and paid for, for ever. */
    abort: attempt((abortSignal) => client.send(new s3.AbortMultipartUploadCommand(upload), { abortSignal })).pipe(
      Effect.catch((failure) =>
        logFailure({ level: "Warn", text: "an upload that was broken off could not be removed" }, failure)
      )
    )
  }
})

/** Puts the object in its place once all of it is there: a small one at once, a large one in parts. */
export const upload = Effect.fnUntraced(function* <E>(
  client: S3Client,
  place: ObjectPlace,
  { bytes, mimeType }: IncomingFile<E>
) {
  const s3 = yield* Effect.promise(() => import("@aws-sdk/client-s3"))
  const heap = makeHeap()
  let parts: Effect.Success<ReturnType<typeof beginParts>> | null = null

  const flush = Effect.gen(function* () {
    for (let part = heap.part(); part !== null; part = heap.part()) {
      parts ??= yield* beginParts(client, place, mimeType)
      yield* parts.add(part)
    }
  })
  const finish = Effect.gen(function* () {
    const rest = heap.rest()
    if (parts === null) {
      const object = { ...place, Body: rest, ContentLength: rest.length, ContentType: mimeType }
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
