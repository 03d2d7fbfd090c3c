import { Effect, Option } from "effect"
import type { Channel } from "../../domain/conversations/Channel.ts"
import type { ContactId, MediaId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { Media } from "../../domain/media/Media.ts"
import { type PlatformFailure, PlatformNotReached } from "../../domain/messages/PlatformError.ts"
import { fileProblem } from "../../domain/media/fileLimits.ts"
import type { FileKind } from "../../domain/media/fileTypes.ts"
import {
  FileNotFound,
  FileNotTaken,
  FileTooLarge,
  FileTypeRefused,
  type SentFile
} from "../../domain/media/SentFile.ts"
import { MediaStore, MediaUpload } from "../../ports/media/MediaStore.ts"
import { MediaLibrary, PublicAddress } from "../../ports/media/MediaLibrary.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** A file, its recipient, and the kind of message that shows it. */
export interface FileForContact {
  readonly mediaId: MediaId
  /** Null for a recipient who is no contact yet. */
  readonly contactId: ContactId | null
  readonly kind: FileKind
}

/** A file that the platform has, and the address of the message's file for members. */
export interface FileAtPlatform {
  readonly url: string
  readonly filename: string | null
  readonly file: SentFile
}

/** A file whose bytes are stored. */
interface StoredMedia extends Pick<Media, "id" | "organizationId" | "filename"> {
  readonly mimeType: string
  readonly size: number
}

/** Returns an uploaded file that may be sent to the contact: a sent file may be resent to the same contact only. */
const findFile = Effect.fnUntraced(function* (organizationId: OrganizationId, { contactId, mediaId }: FileForContact) {
  const found = Option.getOrNull(yield* (yield* MediaLibrary).find(organizationId, mediaId))
  if (found === null || found.storedAt === null) return yield* new FileNotFound()
  const { filename, id, messageId, mimeType, size } = found
  if (mimeType === null || size === null) return yield* new FileNotFound()
  if (messageId !== null) {
    const message = Option.getOrNull(yield* (yield* MessageStore).find(organizationId, messageId))
    if (message?.direction !== "outbound" || message.contactId !== contactId) return yield* new FileNotFound()
  }
  return { id, organizationId, filename, mimeType, size } satisfies StoredMedia
})

/** Returns the file if the channel takes it as the kind of message shows it. */
export const checkedFile = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channel: Channel,
  request: FileForContact
) {
  const found = yield* findFile(organizationId, request)
  const problem = fileProblem(channel, request.kind, found)
  if (problem?.reason === "type") {
    return yield* new FileTypeRefused({ channel, mimeType: found.mimeType, supported: problem.mimeTypes })
  }
  if (problem?.reason === "size") return yield* new FileTooLarge({ channel, maxBytes: problem.maxBytes })
  return found
}, spanned("checkedFile"))

/** The file was not sent with the message in any case, so an unknown outcome is none here. */
const notTaken = (failure: PlatformFailure): FileNotTaken =>
  new FileNotTaken({
    failure:
      failure._tag === "PlatformOutcomeUnknown"
        ? new PlatformNotReached({ detail: `${failure.reason}: ${failure.detail}` })
        : failure
  })

/**
 * Uploads a file to the platform, so that a message can name it (contract: Sends of uploaded files). The platform need
 * not reach the service for that. The upload precedes the send, because a large file takes longer than the deadline of
 * a send.
 */
export const uploadToPlatform = Effect.fnUntraced(function* (from: ConnectedAccount, request: FileForContact) {
  yield* outsideTransaction("an upload to the platform")
  const { kind } = request
  const { channel, organizationId: organization } = from.account
  const { filename, id, mimeType, organizationId, size } = yield* checkedFile(organization, channel, request)
  const stored = yield* (yield* MediaStore).get(organizationId, id, null)
  if (Option.isNone(stored)) return yield* new FileNotFound()
  const { bytes } = stored.value
  const platformId = yield* (yield* MediaUpload)
    .upload(from, { kind, mimeType, filename, size, bytes })
    .pipe(Effect.mapError(notTaken))
  const { eventMediaUrl, mediaUrl } = yield* (yield* PublicAddress).files
  return {
    url: mediaUrl(id),
    filename,
    file: { mediaId: id, platformId, mimeType, eventUrl: eventMediaUrl(id) }
  } satisfies FileAtPlatform
}, spanned("uploadToPlatform"))

/**
 * Attaches the file to the message, which determines its retention from then on. A file that expired meanwhile is still
 * sent, because the platform has it, but is not shown in the conversation.
 */
export const attachFile = Effect.fnUntraced(function* (
  { account }: ConnectedAccount,
  { mediaId }: SentFile,
  messageId: MessageId
) {
  const { id: channelAccountId, organizationId } = account
  const isAttached = yield* (yield* MediaLibrary).attach(organizationId, mediaId, { messageId, channelAccountId })
  if (!isAttached)
    yield* logFailure({ level: "Warn", text: "a sent file is not kept" }, { organizationId, mediaId, messageId })
})
