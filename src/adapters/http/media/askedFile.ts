import { Effect, Schema } from "effect"
import { MediaId } from "../../../domain/Ids.ts"
import { channelName } from "../../../domain/conversations/Channel.ts"
import {
  type FileDraft,
  FileGivenTwice,
  FileNotFound,
  type FileTooLarge,
  type FileTypeRefused
} from "../../../domain/media/SentFile.ts"
import { sizeText } from "../../../domain/media/fileLimits.ts"
import { fileKinds } from "../../../domain/media/fileTypes.ts"
import type { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { invalidField, Refused } from "../interfaces/Refusal.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { type AskedMessage, contentOf, type MessageRefused } from "../sends/WhatsAppMessage.ts"

/** The path where members upload files. */
export const sessionUploads = "/api/whatsapp/media"

/** The path where backends upload files. */
export const developerUploads = "/api/developer/v1/media"

const decodeId = Schema.decodeUnknownOption(MediaId)

/** Parses the id of an uploaded file. A text that is not an id fails like an unknown file. */
export const uploadedIdOf = (text: string): Effect.Effect<MediaId, FileNotFound> =>
  Effect.mapError(Effect.fromOption(decodeId(text.toLowerCase())), () => new FileNotFound())

/** Returns the content or the uploaded file to send. Fails with the first problem of the request. */
export const draftOf = Effect.fnUntraced(function* (
  message: AskedMessage
): Effect.fn.Return<WhatsAppContent | FileDraft, MessageRefused | FileGivenTwice | FileNotFound> {
  const kind = fileKinds.find((known) => known === message.type)
  const part = kind === undefined ? undefined : message[kind]
  const mediaId = part?.mediaId ?? null
  if (kind === undefined || mediaId === null) return yield* Effect.fromResult(contentOf(message))
  if ((part?.url ?? null) !== null) return yield* new FileGivenTwice({ field: kind, other: "url" })
  const caption = kind === "audio" || kind === "sticker" ? null : (message[kind]?.caption ?? null)
  const filename = kind === "document" ? (message.document?.filename ?? null) : null
  const answer = message.replyTo ? { replyTo: message.replyTo } : {}
  return { _tag: "FileDraft", kind, mediaId: yield* uploadedIdOf(mediaId), caption, filename, ...answer }
})

export const fileNotFound = refusal(
  "The uploaded file is not there",
  new Refused("NotFound", { text: "File not found; upload it again" })
)

/** Refusals of a file that cannot be sent, for `Effect.catchTags`. `field` is the request field of the file. */
export const fileRefusals = (field: string) => ({
  FileNotFound: fileNotFound,
  FileGivenTwice: ({ other }: FileGivenTwice) => invalidField(field, `Give either ${other} or mediaId`),
  FileTypeRefused: refusalFor(
    "The channel does not take such a file",
    ({ channel, mimeType, supported }: Pick<FileTypeRefused, "channel" | "mimeType" | "supported">) =>
      invalidField(
        field,
        `${channelName[channel]} does not take ${mimeType} as such; it takes ${supported.join(", ")}`
      ),
    { channel: "whatsapp", mimeType: "image/gif", supported: ["image/jpeg", "image/png"] }
  ),
  FileTooLarge: refusalFor(
    "The file is too large for the channel",
    ({ channel, maxBytes }: Pick<FileTooLarge, "channel" | "maxBytes">) =>
      invalidField(field, `${channelName[channel]} takes at most ${sizeText(maxBytes)} of such a file`),
    { channel: "messenger", maxBytes: 25 * 1024 * 1024 }
  )
})
