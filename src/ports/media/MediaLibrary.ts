import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ChannelAccountId, MediaId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { FailedAttempt, FileAddresses, Media, NewMedia } from "../../domain/media/Media.ts"
import type { PlatformFile } from "../../domain/media/SentFile.ts"
import type { NewUpload, UnsentFiles } from "../../domain/media/Upload.ts"

/** The facts of a stored file. */
export interface StoredFile {
  readonly _tag: "Stored"
  readonly mimeType: string
  /** In bytes. */
  readonly size: number
  /** The hash of the bytes, in hexadecimal digits. */
  readonly sha256: string
  readonly at: DateTime.Utc
}

/** The result of an attempt to fetch a file. */
export type MediaOutcome = StoredFile | FailedAttempt

/** The files of messages, those that are uploaded for one, and which of them are due to be fetched or removed. */
export class MediaLibrary extends Context.Service<
  MediaLibrary,
  {
    /** Adds files, each due from its `createdAt` on. One whose id is there already stays as it is. */
    addAll(organizationId: OrganizationId, media: ReadonlyArray<NewMedia>): Effect.Effect<void>
    /** Adds a file that is being uploaded, as `unsent`. It is due to be removed when it expires. */
    addUpload(upload: NewUpload): Effect.Effect<void>
    /**
     * The unsent files of members, or the shared ones of backends. Those that are being uploaded count with the bytes that
     * are reserved for them.
     */
    unsent(organizationId: OrganizationId, isShared: boolean): Effect.Effect<UnsentFiles>
    /**
     * Makes an uploaded file one of the message, also when it was one of another message before, and gives whether it
     * did: it does not with a file whose bytes are not stored, or that is discarded. A shared file is recorded as sent
     * only.
     */
    attach(
      organizationId: OrganizationId,
      id: MediaId,
      message: { readonly messageId: MessageId; readonly channelAccountId: ChannelAccountId }
    ): Effect.Effect<boolean>
    /**
     * Makes an uploaded file a shared one that stays without a message, since a saved reply names it, and gives whether it
     * did: it does not with a file whose bytes are not stored, that is discarded, or that belongs to a message.
     */
    share(organizationId: OrganizationId, id: MediaId): Effect.Effect<boolean>
    /** Records the id that the platform gave the file for the messages of the account, in place of an earlier one. */
    addPlatformFile(
      organizationId: OrganizationId,
      id: MediaId,
      account: ChannelAccountId,
      file: PlatformFile
    ): Effect.Effect<void>
    /** Forgets the platform's id of the file, unless the account has a newer one. */
    removePlatformFile(
      organizationId: OrganizationId,
      id: MediaId,
      account: ChannelAccountId,
      platformId: string
    ): Effect.Effect<void>
    /** Keeps a file that is unsent until the instant at least, since a scheduled send needs it. */
    keep(organizationId: OrganizationId, id: MediaId, until: DateTime.Utc): Effect.Effect<void>
    /** Discards a file that is unsent; it is due at `at`. */
    abandon(organizationId: OrganizationId, id: MediaId, at: DateTime.Utc): Effect.Effect<void>
    /**
     * Claims at most `limit` due files of any organization, the longest due first: those to fetch, and discarded ones
     * to remove. Unsent ones that are due expired: they become discarded. No other process gets them until `leaseUntil`. After a crash another one does, so a file may be
     * fetched more than once.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<Media>>
    /**
     * Records the attempt, and returns whether it did. A failure does not change a stored or unsent file. A discarded
     * file stays discarded, whatever the result. An unsent file stays unsent when its bytes are stored.
     */
    recordOutcome(organizationId: OrganizationId, id: MediaId, outcome: MediaOutcome): Effect.Effect<boolean>
    /**
     * Discards the files of these messages: from now on they are not found, and claimed only to be removed. One that
     * may be on its way is due when its lease has ended, at `leasesEnd` at the latest; the others are due at once.
     */
    discard(
      organizationId: OrganizationId,
      messageIds: ReadonlyArray<MessageId>,
      leasesEnd: DateTime.Utc
    ): Effect.Effect<void>
    /** Forgets a file that is discarded: its bytes are gone. */
    forget(organizationId: OrganizationId, id: MediaId): Effect.Effect<void>
    /** A file, unless it is discarded. */
    find(organizationId: OrganizationId, id: MediaId): Effect.Effect<Option.Option<Media>>
    /** Waits until this process has added files since the last call. Other processes send no signal. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/MediaLibrary") {}

/** The address of the service for clients outside. */
export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** The addresses of files. Waits in demo mode until the service listens, and so knows its own address. */
    readonly files: Effect.Effect<FileAddresses>
  }
>()("effect-parley/ports/PublicAddress") {}
