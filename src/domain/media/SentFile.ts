import { DateTime, Schema } from "effect"
import { MediaId } from "../Ids.ts"
import { Channel } from "../conversations/Channel.ts"
import { PlatformNotReached, PlatformRejected } from "../messages/PlatformError.ts"
import type { FileKind } from "./fileTypes.ts"

/** The id that a platform gave a file, for the messages of one account. */
export const PlatformFile = Schema.Struct({ id: Schema.NonEmptyString, uploadedAt: Schema.DateTimeUtcFromString })
export type PlatformFile = typeof PlatformFile.Type

/** Duration for which the id is used. The platform deletes the file after 30 days (platforms P4). */
export const platformFileLifetime = "29 days"

/** Whether messages can still name the file. */
export const isAtPlatform = ({ uploadedAt }: PlatformFile, now: DateTime.Utc): boolean =>
  DateTime.isLessThan(now, DateTime.addDuration(uploadedAt, platformFileLifetime))

/** An uploaded file that the platform has, so that a message can name it. */
export const SentFile = Schema.Struct({
  mediaId: MediaId,
  /** The id that the platform gave it. */
  platformId: Schema.NonEmptyString,
  mimeType: Schema.NonEmptyString,
  /** Where backends get it; members get it at the address of the message. */
  eventUrl: Schema.NonEmptyString
})
export type SentFile = typeof SentFile.Type

/**
 * The content of a message that shows an uploaded file: where it is fetched, and its type (contract: Sends of uploaded
 * files).
 */
export const sentFileContent = (url: string, { eventUrl, mimeType }: SentFile) => ({ url, eventUrl, mimeType })

/** A WhatsApp message that shows an uploaded file, before the platform has the file. */
export interface FileDraft {
  readonly _tag: "FileDraft"
  readonly kind: FileKind
  readonly mediaId: MediaId
  readonly caption: string | null
  /** The name shown of a document; null for the name that it was uploaded under. */
  readonly filename: string | null
  /** The message that it answers, by the id of this service or the platform's. */
  readonly replyTo?: string
}

/** The organization has no such file, it was sent to another contact, or it expired. */
export class FileNotFound extends Schema.TaggedError<FileNotFound>()("FileNotFound", {}) {}

/** A message names a file both as uploaded and by its address. `other` is the name of the address. */
export class FileGivenTwice extends Schema.TaggedError<FileGivenTwice>()("FileGivenTwice", {
  field: Schema.String,
  other: Schema.String
}) {}

/** The channel does not take a file of this type as the message shows it. */
export class FileTypeRefused extends Schema.TaggedError<FileTypeRefused>()("FileTypeRefused", {
  channel: Channel,
  mimeType: Schema.String,
  supported: Schema.Array(Schema.String)
}) {}

/** The file is larger than the channel takes. */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", {
  channel: Channel,
  maxBytes: Schema.Int
}) {}

/** The platform did not take the file. The message was not sent. */
export class FileNotTaken extends Schema.TaggedError<FileNotTaken>()("FileNotTaken", {
  failure: Schema.Union([PlatformRejected, PlatformNotReached])
}) {}
