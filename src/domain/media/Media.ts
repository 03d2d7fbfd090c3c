import { Array, DateTime, Duration, Schema } from "effect"
import { ChannelAccountId, MediaId, MessageId, OrganizationId } from "../Ids.ts"
import type { ChannelNotConnected, ChannelTokenMissing, ChannelTokenUnreadable } from "../conversations/Channel.ts"
import { InboundMedia } from "../inbound/Inbound.ts"
import { PlatformFile } from "./SentFile.ts"
import { downloadWaits, shortestWaitForToken, spreadWait } from "../retryWaits.ts"

/** A media type with few parameters, as a header can carry it (RFC 9110 §8.3.1). */
const wellFormed =
  /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?: *; *[\w!#$&^.+-]{1,32}=(?:[\w!#$&^.+-]{1,64}|"[\w !#$&^.+,-]{0,64}")){0,4}$/

/** The media type of unknown bytes. */
export const unknownMediaType = "application/octet-stream"

/** The media type that a platform or a person names, when it is one; nothing else of theirs gets into a header. */
export const mediaTypeOf = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ""
  return wellFormed.test(trimmed) ? trimmed : null
}

/** Images that are programs: shown by themselves, they run. */
const scripted = /^image\/svg/i

const inlineTypes = /^(?:image\/|audio\/|video\/|application\/pdf(?:\s*;|$))/i

/** Whether a browser may show it; anything else it may only save. */
export const isShownInline = (mediaType: string): boolean => inlineTypes.test(mediaType) && !scripted.test(mediaType)

/** No file of a message may be larger: what WhatsApp lets people send, which is more than the others do. */
export const maxMediaBytes = 100 * 1024 * 1024

/** A file of an inbound message that is not fetched yet. */
export class NewMedia extends Schema.Opaque<NewMedia>()(
  Schema.Struct({
    id: MediaId,
    organizationId: OrganizationId,
    messageId: MessageId,
    /** The account that the message came in on; with its token the file is fetched. */
    channelAccountId: ChannelAccountId,
    ...InboundMedia.fields,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/**
 * `failed` is given up; a file that is still retried is `pending`. An `unsent` file was uploaded, or is being uploaded, and
 * belongs to no message yet. A `discarded` file belongs to no message and is removed with its bytes.
 */
export const MediaStatus = Schema.Literals(["pending", "stored", "failed", "unsent", "discarded"])
export type MediaStatus = typeof MediaStatus.Type

/** A file of a message, and what became of it. Once it is stored, type, size and hash are those of the stored bytes. */
export class Media extends Schema.Opaque<Media>()(
  Schema.Struct({
    ...NewMedia.fields,
    /** Null: it was uploaded and not sent, or is shared. */
    messageId: Schema.NullOr(MessageId),
    channelAccountId: Schema.NullOr(ChannelAccountId),
    /** The hash that the platform names, in its notation; in hexadecimal digits once the file is stored. */
    sha256: Schema.NullOr(Schema.NonEmptyString),
    status: MediaStatus,
    /** The number of failed attempts. */
    failures: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    /** Why the last attempt failed. */
    detail: Schema.NullOr(Schema.String),
    /** In bytes; of a file that is being uploaded, those that are reserved for it. */
    size: Schema.NullOr(Schema.Int),
    storedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    /** Whether it may be sent to any number of contacts. Such a file belongs to no single message, also once it was sent. */
    isShared: Schema.Boolean,
    /** The ids that the platforms gave it, by the id of the account. */
    atPlatform: Schema.Record(Schema.String, PlatformFile)
  })
) {}

/** The file as it is before the first attempt. */
export const pendingMedia = (media: NewMedia): Media => ({
  ...media,
  status: "pending",
  failures: 0,
  detail: null,
  size: null,
  storedAt: null,
  isShared: false,
  atPlatform: {}
})

/** Where members of the organization get the file; the same before and after it is stored. */
export const mediaPath = (id: MediaId): string => `/api/whatsapp/media/${id}`

/** Where backends get the same file with an API key. Events name this one (contract: Files for backends). */
export const developerMediaPath = (id: MediaId): string => `/api/developer/v1/media/${id}`

/** The address of a message's file, or a path if the service does not know its own address. */
export interface FileAddresses {
  /** For members with a session token. The message names it. */
  mediaUrl(id: MediaId): string
  /** For backends with an API key. The event names it. */
  eventMediaUrl(id: MediaId): string
}

/** The addresses below that of the service, which has no trailing slash; paths below the empty text. */
export const fileAddresses = (url: string): FileAddresses => ({
  mediaUrl: (id) => `${url}${mediaPath(id)}`,
  eventMediaUrl: (id) => `${url}${developerMediaPath(id)}`
})

/** The platform has the file no longer, or the message names none that could be fetched. */
export class MediaGone extends Schema.TaggedError<MediaGone>()("MediaGone", { detail: Schema.String }) {}

/** The file has more than `maxMediaBytes`. */
export class MediaTooLarge extends Schema.TaggedError<MediaTooLarge>()("MediaTooLarge", {}) {}

/** The platform was not reached, or the connection ended before the whole file was received. */
export class MediaNotReached extends Schema.TaggedError<MediaNotReached>()("MediaNotReached", {
  detail: Schema.String
}) {}

/** The platform answered with an error instead of the file. */
export class MediaRefused extends Schema.TaggedError<MediaRefused>()("MediaRefused", { detail: Schema.String }) {}

/** The platform refuses the account's token: the account has to be connected again. */
export class MediaTokenRefused extends Schema.TaggedError<MediaTokenRefused>()("MediaTokenRefused", {
  detail: Schema.String
}) {}

/** The file was received, and storing it failed. */
export class MediaNotKept extends Schema.TaggedError<MediaNotKept>()("MediaNotKept", { detail: Schema.String }) {}

/** Why the platform gave no file. */
export type FetchFailure = MediaGone | MediaTooLarge | MediaNotReached | MediaRefused | MediaTokenRefused

/** Why an attempt failed. */
export type MediaFailure =
  | FetchFailure
  | MediaNotKept
  | ChannelNotConnected
  | ChannelTokenMissing
  | ChannelTokenUnreadable

/** The record of a failed attempt. Without a time for the next one the file is given up. */
export interface FailedAttempt {
  readonly _tag: "Failed"
  readonly detail: string
  readonly retryAt: DateTime.Utc | null
}

const isFinal = ({ _tag }: MediaFailure): boolean => _tag === "MediaGone" || _tag === "MediaTooLarge"

const wantsToken: ReadonlySet<MediaFailure["_tag"]> = new Set([
  "MediaTokenRefused",
  "ChannelNotConnected",
  "ChannelTokenMissing",
  "ChannelTokenUnreadable"
])

const detailOf = (failure: MediaFailure): string =>
  "detail" in failure ? `${failure._tag}: ${failure.detail}` : failure._tag

/**
 * The next step after a failure. `failures` counts those before it; `chance` is a number in [0, 1) that sets the jitter
 * of the wait.
 */
export const afterFailure = (
  failures: number,
  failure: MediaFailure,
  at: DateTime.Utc,
  chance: number
): FailedAttempt => {
  const wait = isFinal(failure) ? undefined : downloadWaits[failures]
  if (wait === undefined) return { _tag: "Failed", detail: detailOf(failure), retryAt: null }
  const least = wantsToken.has(failure._tag) ? shortestWaitForToken : Duration.zero
  const retryAt = DateTime.addDuration(at, spreadWait(Duration.max(Duration.fromInputUnsafe(wait), least), chance))
  return { _tag: "Failed", detail: detailOf(failure), retryAt }
}

/** Most attempts for a file. */
export const maxAttempts = Array.length(downloadWaits) + 1
