import { Context, type Effect, type Option, type Stream } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import type { MediaNotKept, MediaTooLarge } from "../../domain/media/Media.ts"

/** A file that comes in. */
export interface IncomingFile<E> {
  readonly mimeType: string
  readonly bytes: Stream.Stream<Uint8Array, E>
}

/** The facts of the stored file. */
export interface KeptFile {
  /** In bytes. */
  readonly size: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** A part of a file, in bytes; it ends where the file does at the latest. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** A file to be read. */
export interface OutgoingFile {
  /** The size of the whole file, in bytes. */
  readonly size: number
  /** The bytes of the whole file, or of the requested part. The file is opened when the stream runs. */
  readonly bytes: Stream.Stream<Uint8Array>
}

/** Stores the bytes of files. */
export class MediaStore extends Context.Service<
  MediaStore,
  {
    /** Keeps the whole file, in the place of one that was there before, or nothing of it. */
    put<E>(
      organizationId: OrganizationId,
      id: MediaId,
      file: IncomingFile<E>
    ): Effect.Effect<KeptFile, E | MediaTooLarge | MediaNotKept>
    get(
      organizationId: OrganizationId,
      id: MediaId,
      range: ByteRange | null
    ): Effect.Effect<Option.Option<OutgoingFile>>
    /** It may be gone already. */
    remove(organizationId: OrganizationId, id: MediaId): Effect.Effect<void>
  }
>()("effect-parley/ports/MediaStore") {}
