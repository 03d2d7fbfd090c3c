import { Schema } from "effect"
import { MediaId, OrganizationId } from "../Ids.ts"
import type { TextLimit } from "../text/textLimits.ts"

/** A file that a member or a backend uploads. It belongs to no message until it is sent (contract: Uploads). */
export class NewUpload extends Schema.Opaque<NewUpload>()(
  Schema.Struct({
    id: MediaId,
    organizationId: OrganizationId,
    mimeType: Schema.NonEmptyString,
    filename: Schema.NullOr(Schema.NonEmptyString),
    /** Whether it may be sent to any number of contacts, as files of backends are (contract: Uploads of backends). */
    isShared: Schema.Boolean,
    /** The bytes that are reserved for it. */
    size: Schema.Int,
    createdAt: Schema.DateTimeUtcFromString,
    /** When it is removed if it was not sent. */
    expiresAt: Schema.DateTimeUtcFromString
  })
) {}

/** The files of an organization that were not sent: those of members, or those of backends. */
export interface UnsentFiles {
  readonly files: number
  readonly bytes: number
}

/** Most files that the members of an organization, or its backends, may have uploaded and not sent. */
export const maxUnsentFiles = 1_000

/** Most bytes that they may have together. */
export const maxUnsentBytes = 1024 * 1024 * 1024

/** Whether there is room for one more file beside those that were not sent. */
export const hasRoom = ({ bytes, files }: UnsentFiles, size: number): boolean =>
  files < maxUnsentFiles && bytes + size <= maxUnsentBytes

/** The name of a file. */
export const filenameLimit: TextLimit = { limit: 240, unit: "characters" }

/** The upload has no bytes. */
export class UploadEmpty extends Schema.TaggedError<UploadEmpty>()("UploadEmpty", {}) {}

/** The bytes are of no type that a channel takes, or not of the type that the upload names. */
export class UploadTypeRefused extends Schema.TaggedError<UploadTypeRefused>()("UploadTypeRefused", {}) {}

/** The file is larger than any channel takes of its type. */
export class UploadTooLarge extends Schema.TaggedError<UploadTooLarge>()("UploadTooLarge", {
  mimeType: Schema.String,
  maxBytes: Schema.Int
}) {}

/** The organization has as many files of members, or of backends, that were not sent as it may have. */
export class TooManyUnsent extends Schema.TaggedError<TooManyUnsent>()("TooManyUnsent", {}) {}
