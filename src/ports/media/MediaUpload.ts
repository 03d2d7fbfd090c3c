import { Context, type Effect, type Stream } from "effect"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { FileKind } from "../../domain/media/fileTypes.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

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
