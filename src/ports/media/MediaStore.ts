import { Context, type Effect, type Option, type Scope, type Stream } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import type { FetchFailure, Media, MediaNotKept, MediaTooLarge } from "../../domain/media/Media.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { FileKind } from "../../domain/media/fileTypes.ts"

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

/** A file on its way from the platform. */
export interface FetchedFile {
  readonly mimeType: string
  /** Fails when the file ends too early, comes too late or is too large. */
  readonly bytes: Stream.Stream<Uint8Array, FetchFailure>
}

/** The platforms, as far as files of messages come from there. */
export class MediaSource extends Context.Service<
  MediaSource,
  {
    /** Begins to fetch the file, in the name of the account that its message came in on; ends with the scope. */
    fetch(from: ConnectedAccount, media: Media): Effect.Effect<FetchedFile, FetchFailure, Scope.Scope>
  }
>()("effect-parley/ports/MediaSource") {}

/** A file for a platform. */
export interface FileForPlatform {
  /** The kind that the message shows it as. */
  readonly kind: FileKind
  readonly mimeType: string
  readonly filename: string | null
  /** In bytes. */
  readonly size: number
  /** Exactly `size` bytes. Nothing is opened before it is run. */
  readonly bytes: Stream.Stream<Uint8Array>
}

/** The platforms, as far as they take files for messages. */
export class MediaUpload extends Context.Service<
  MediaUpload,
  {
    /** Hands the file to the platform of the account, and gives the id under which its messages name it. */
    upload(to: ConnectedAccount, file: FileForPlatform): Effect.Effect<string, PlatformFailure>
  }
>()("effect-parley/ports/MediaUpload") {}
