import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MediaId, OrganizationId } from "../domain/Ids.ts"
import type { FailedAttempt, Media, NewMedia } from "../domain/Media.ts"

/** The file is kept: what is said of it from now on. */
export interface StoredFile {
  readonly _tag: "Stored"
  readonly mimeType: string
  /** In bytes. */
  readonly size: number
  /** Of the bytes, in hexadecimal digits. */
  readonly sha256: string
  readonly at: DateTime.Utc
}

/** What became of one attempt to fetch a file. */
export type MediaOutcome = StoredFile | FailedAttempt

/** What is known of the files of messages, and which of them are to be fetched. */
export class MediaLibrary extends Context.Service<
  MediaLibrary,
  {
    /** Adds files, each due from its `createdAt` on. One whose id is there already stays as it is. */
    addAll(organizationId: OrganizationId, media: ReadonlyArray<NewMedia>): Effect.Effect<void>
    /**
     * Claims at most `limit` files that are due, of whatever organization, the longest due first. Nobody else gets them
     * until `leaseUntil`; whoever dies with a claim leaves it to others then, so a file may be fetched more than once.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<Media>>
    /** Records the attempt. A failure takes nothing from a file that is stored. */
    settle(organizationId: OrganizationId, id: MediaId, outcome: MediaOutcome): Effect.Effect<void>
    find(organizationId: OrganizationId, id: MediaId): Effect.Effect<Option.Option<Media>>
    /** Waits until this process has added files since the last call. Others may have, unnoticed. */
    readonly arrival: Effect.Effect<void>
  }
>()("effect-parley/ports/MediaLibrary") {}
