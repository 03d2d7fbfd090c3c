import { Context, DateTime, Effect, Option } from "effect"
import { KeyedTurns } from "../../collections/KeyedTurns.ts"
import type { Channel } from "../../domain/conversations/Channel.ts"
import type { ContactId, MediaId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { Media } from "../../domain/media/Media.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformRejected,
  isAboutFile
} from "../../domain/messages/PlatformError.ts"
import { fileProblem } from "../../domain/media/fileLimits.ts"
import type { FileKind } from "../../domain/media/fileTypes.ts"
import {
  FileNotFound,
  FileNotTaken,
  FileTooLarge,
  FileTypeRefused,
  isAtPlatform,
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
interface StoredMedia extends Pick<Media, "id" | "organizationId" | "filename" | "atPlatform"> {
  readonly mimeType: string
  readonly size: number
}

/**
 * Returns an uploaded file that may be sent to the contact: a file of a member that was sent may be resent to the same
 * contact only.
 */
const findFile = Effect.fnUntraced(function* (organizationId: OrganizationId, { contactId, mediaId }: FileForContact) {
  const found = Option.getOrNull(yield* (yield* MediaLibrary).find(organizationId, mediaId))
  if (found === null || found.storedAt === null) return yield* new FileNotFound()
  const { atPlatform, filename, id, isShared, messageId, mimeType, size } = found
  if (mimeType === null || size === null) return yield* new FileNotFound()
  if (!isShared && messageId !== null) {
    const message = Option.getOrNull(yield* (yield* MessageStore).find(organizationId, messageId))
    if (message?.direction !== "outbound" || message.contactId !== contactId) return yield* new FileNotFound()
  }
  return { id, organizationId, filename, atPlatform, mimeType, size } satisfies StoredMedia
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

/** Uploads that run in this process, by file and account. */
const UploadTurns = Context.Reference<KeyedTurns>("effect-parley/app/UploadTurns", {
  defaultValue: () => new KeyedTurns()
})

/** The platform's id of the file for messages of the account; null if there is none that can still be used. */
const idAtPlatform = ({ atPlatform }: Pick<Media, "atPlatform">, { account }: ConnectedAccount, now: DateTime.Utc) => {
  const file = atPlatform[account.id]
  return file !== undefined && isAtPlatform(file, now) ? file.id : null
}

/** Uploads the file, unless another send of this process has just done so. */
const upload = Effect.fnUntraced(function* (from: ConnectedAccount, kind: FileKind, media: StoredMedia) {
  const { filename, id, mimeType, organizationId, size } = media
  const library = yield* MediaLibrary
  const now = yield* DateTime.now
  const again = Option.getOrNull(yield* library.find(organizationId, id))
  const known = again === null ? null : idAtPlatform(again, from, now)
  if (known !== null) return known
  const stored = yield* (yield* MediaStore).get(organizationId, id, null)
  if (Option.isNone(stored)) return yield* new FileNotFound()
  const { bytes } = stored.value
  const platformId = yield* (yield* MediaUpload)
    .upload(from, { kind, mimeType, filename, size, bytes })
    .pipe(Effect.mapError(notTaken))
  yield* library.addPlatformFile(organizationId, id, from.account.id, { id: platformId, uploadedAt: now })
  return platformId
})

/**
 * Uploads a file to the platform, so that a message can name it (contract: Sends of uploaded files). The platform need
 * not reach the service for that. The upload precedes the send, because a large file takes longer than the deadline of
 * a send. A file that the platform has for the account is not uploaded again.
 */
export const uploadToPlatform = Effect.fnUntraced(function* (from: ConnectedAccount, request: FileForContact) {
  yield* outsideTransaction("an upload to the platform")
  const { kind } = request
  const { channel, organizationId: organization } = from.account
  const media = yield* checkedFile(organization, channel, request)
  const { filename, id, mimeType } = media
  const turns = yield* UploadTurns
  const platformId =
    idAtPlatform(media, from, yield* DateTime.now) ??
    (yield* turns.run(`${id} ${from.account.id}`, upload(from, kind, media)))
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
const attachFile = Effect.fnUntraced(function* (
  { account }: ConnectedAccount,
  { mediaId }: SentFile,
  messageId: MessageId
) {
  const { id: channelAccountId, organizationId } = account
  const isAttached = yield* (yield* MediaLibrary).attach(organizationId, mediaId, { messageId, channelAccountId })
  if (!isAttached)
    yield* logFailure({ level: "Warn", text: "a sent file is not kept" }, { organizationId, mediaId, messageId })
})

/** If the platform refuses a message because of a file, the next send uploads the file again. */
const forgetRefused = (
  { account }: ConnectedAccount,
  files: ReadonlyArray<SentFile>,
  failure: PlatformFailure
): Effect.Effect<void, never, MediaLibrary> =>
  failure instanceof PlatformRejected && isAboutFile(failure)
    ? Effect.flatMap(MediaLibrary, ({ removePlatformFile }) =>
        Effect.forEach(
          files,
          ({ mediaId, platformId }) => removePlatformFile(account.organizationId, mediaId, account.id, platformId),
          { discard: true }
        )
      )
    : Effect.void

/** A call of the platform with a message that shows or names the files. They become files of the message before it. */
export const callWithFiles = <A, R>(
  from: ConnectedAccount,
  files: ReadonlyArray<SentFile>,
  messageId: MessageId,
  call: Effect.Effect<A, PlatformFailure, R>
): Effect.Effect<A, PlatformFailure, R | MediaLibrary> =>
  Effect.forEach(files, (file) => attachFile(from, file, messageId), { discard: true }).pipe(
    Effect.andThen(call),
    Effect.tapError((failure) => forgetRefused(from, files, failure))
  )
