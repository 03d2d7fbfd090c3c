import type { S3Client } from "@aws-sdk/client-s3"
import { Effect, Stream } from "effect"
import { MediaNotKept } from "../../domain/media/Media.ts"
import type { IncomingFile } from "../../ports/media/MediaStore.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** The location of an object, with the protocol's names. */
export interface ObjectPlace {
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
export const upload = Effect.fnUntraced(function* <E>(
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
