import { Context, type Effect, type Scope, type Stream } from "effect"
import type { FetchFailure, Media } from "../../domain/media/Media.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

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
