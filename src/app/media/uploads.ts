import { Array, DateTime, Effect, Sink, Stream } from "effect"
import { MediaId, type OrganizationId } from "../../domain/Ids.ts"
import { unknownMediaType } from "../../domain/media/Media.ts"
import { maxBytesOf } from "../../domain/media/fileLimits.ts"
import { type FileKind, fileTypeOf, headBytes, kindOfType } from "../../domain/media/fileTypes.ts"
import {
  hasRoom,
  type NewUpload,
  TooManyUnsent,
  UploadEmpty,
  UploadTooLarge,
  UploadTypeRefused
} from "../../domain/media/Upload.ts"
import { unsentUntil } from "../../domain/media/retention.ts"
import { type KeptFile, MediaStore } from "../../ports/media/MediaStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { Transaction } from "../../ports/process/Transaction.ts"

/** An uploaded file, as the caller describes it. */
export interface GivenFile<E> {
  /** Whether it may be sent to any number of contacts. False if absent. */
  readonly isShared?: boolean
  /** Null if the caller does not state it. */
  readonly mimeType: string | null
  readonly filename: string | null
  /** In bytes; null if the caller does not state it. */
  readonly size: number | null
  readonly bytes: Stream.Stream<Uint8Array, E>
}

/** A file whose bytes are stored. */
export interface ReceivedFile extends KeptFile {
  readonly upload: NewUpload
}

const lengthOf = (chunks: ReadonlyArray<Uint8Array>): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** The beginning of the file, in pieces: at least `headBytes`, unless the file has fewer. */
const head = Sink.fold(
  (): ReadonlyArray<Uint8Array> => [],
  (chunks) => lengthOf(chunks) < headBytes,
  (chunks, chunk: Uint8Array) => Effect.succeed(Array.append(chunks, chunk))
)

/** Reserves room for a file of the organization. Calls at once take turns, so the limits hold exactly. */
const reserve = Effect.fnUntraced(function* (upload: NewUpload) {
  const library = yield* MediaLibrary
  const members = yield* Memberships
  const { atomically } = yield* Transaction
  yield* atomically(
    Effect.gen(function* () {
      yield* members.lock(upload.organizationId)
      if (!hasRoom(yield* library.unsent(upload.organizationId, upload.isShared), upload.size))
        return yield* new TooManyUnsent()
      yield* library.addUpload(upload)
    })
  )
})

/** The bytes as they pass, which fail when they are more than are permitted. */
const limited = <E>(bytes: Stream.Stream<Uint8Array, E>, mimeType: string, maxBytes: number) =>
  Stream.suspend(() => {
    let left = maxBytes
    return Stream.mapEffect(bytes, (chunk) => {
      left -= chunk.length
      return left < 0 ? new UploadTooLarge({ mimeType, maxBytes }) : Effect.succeed(chunk)
    })
  })

/** Removes an upload that is unwanted or incomplete. */
export const abandonUpload = Effect.fn("abandonUpload")(function* ({ id, organizationId }: NewUpload) {
  yield* (yield* MediaLibrary).abandon(organizationId, id, yield* DateTime.now)
})

/**
 * Stores the bytes of a file, once its type is known from them (contract: Files that can be uploaded). It can be sent
 * once it is completed. An unsent upload counts towards the organization's limit and expires.
 */
export const receiveUpload = Effect.fn("receiveUpload")(function* <E>(
  organizationId: OrganizationId,
  { bytes, filename, isShared = false, mimeType: given, size }: GivenFile<E>
) {
  yield* outsideTransaction("receiveUpload")
  const store = yield* MediaStore
  const ids = yield* IdSource
  const [beginning, rest] = yield* Stream.peel(bytes, head)
  if (lengthOf(beginning) === 0) return yield* new UploadEmpty()
  const type = fileTypeOf(Buffer.concat(beginning).subarray(0, headBytes), {
    mimeType: given === unknownMediaType ? null : given,
    filename
  })
  if (type === null) return yield* new UploadTypeRefused()
  const { mimeType } = type
  const maxBytes = type.maxBytes ?? maxBytesOf(mimeType)
  if (size !== null && size > maxBytes) return yield* new UploadTooLarge({ mimeType, maxBytes })
  const createdAt = yield* DateTime.now
  const upload: NewUpload = {
    id: MediaId.make(yield* ids.uuid),
    organizationId,
    mimeType,
    filename,
    isShared,
    size: size ?? maxBytes,
    createdAt,
    expiresAt: unsentUntil({ isShared }, createdAt)
  }
  yield* reserve(upload)
  const whole = Stream.concat(Stream.fromIterable(beginning), rest)
  const stored = yield* store
    .put(organizationId, upload.id, { mimeType, bytes: limited(whole, mimeType, maxBytes) })
    .pipe(Effect.onError(() => abandonUpload(upload)))
  return { ...stored, upload } satisfies ReceivedFile
}, Effect.scoped)

/** Makes a received file one that can be sent. */
export const completeUpload = Effect.fn("completeUpload")(function* ({ sha256, size, upload }: ReceivedFile) {
  const { id, mimeType, organizationId } = upload
  const at = yield* DateTime.now
  yield* (yield* MediaLibrary).recordOutcome(organizationId, id, { _tag: "Stored", mimeType, size, sha256, at })
})

/** An uploaded file of a backend. */
export interface SharedFile {
  readonly mediaId: MediaId
  readonly kind: FileKind | null
  readonly mimeType: string
  readonly filename: string | null
  /** In bytes. */
  readonly size: number
  /** When it is removed, unless it was sent. */
  readonly expiresAt: DateTime.Utc
}

/**
 * Stores a file that may be sent to any number of contacts (contract: Uploads of backends). Sends name it by `mediaId`.
 */
export const uploadFile = Effect.fn("uploadFile")(function* <E>(
  organizationId: OrganizationId,
  file: Omit<GivenFile<E>, "isShared">
) {
  const received = yield* receiveUpload(organizationId, { ...file, isShared: true })
  yield* completeUpload(received)
  const { expiresAt, filename, id: mediaId, mimeType } = received.upload
  const { size } = received
  return { mediaId, kind: kindOfType(mimeType), mimeType, filename, size, expiresAt } satisfies SharedFile
})
