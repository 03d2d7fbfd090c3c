import { Effect, Schema } from "effect"
import type { WhatsAppContent } from "../../../../domain/messages/WhatsAppContent.ts"
import { fileKinds } from "../../../../domain/media/fileTypes.ts"
import {
  type FileDraft,
  FileGivenTwice,
  FileNotFound,
  type FileTooLarge,
  type FileTypeRefused
} from "../../../../domain/media/SentFile.ts"
import { MediaId } from "../../../../domain/Ids.ts"
import { channelName } from "../../../../domain/conversations/Channel.ts"
import { optional } from "../../shared/optional.ts"
import { RequiredText } from "../../shared/Storable.ts"
import {
  type AskedMessage,
  contentOf,
  type MessagePartAbsent,
  messagePartsWith,
  type UnknownMessageType
} from "../../shared/sends/WhatsAppMessage.ts"
import { BadRequest, fileNotFound, NotFound } from "../Failures.ts"

/** The id of an uploaded file, instead of an address. */
export const uploadedFile = optional(
  RequiredText.annotate({ description: "Id of an uploaded file, instead of an address (POST /api/whatsapp/media)" })
)

/** What a message may carry: files by their address or as uploaded. */
export const sessionParts = messagePartsWith((name) => ({
  url: optional(
    RequiredText.annotate({ description: `Public address of the ${name}; the platform fetches it. This or mediaId` })
  ),
  mediaId: uploadedFile
}))

const decodeId = Schema.decodeUnknownOption(MediaId)

/** A text that is no id belongs to no file. */
export const uploadedIdOf = (text: string): Effect.Effect<MediaId, FileNotFound> =>
  Effect.mapError(Effect.fromOption(decodeId(text.toLowerCase())), () => new FileNotFound())

/** A message as it was asked for over this interface. */
export type AskedSessionMessage = AskedMessage & Schema.Struct.Type<typeof sessionParts>

/** The content to send, or the uploaded file to send, or the first problem of the request. */
export const draftOf = Effect.fnUntraced(function* (
  asked: AskedSessionMessage
): Effect.fn.Return<
  WhatsAppContent | FileDraft,
  UnknownMessageType | MessagePartAbsent | FileGivenTwice | FileNotFound
> {
  const kind = fileKinds.find((known) => known === asked.type)
  const part = kind === undefined ? undefined : asked[kind]
  const given = part?.mediaId ?? null
  if (kind === undefined || given === null) return yield* Effect.fromResult(contentOf(asked))
  if ((part?.url ?? null) !== null) return yield* new FileGivenTwice({ field: kind, other: "url" })
  const caption = kind === "audio" ? null : (asked[kind]?.caption ?? null)
  const filename = kind === "document" ? (asked.document?.filename ?? null) : null
  return { _tag: "FileDraft", kind, mediaId: yield* uploadedIdOf(given), caption, filename }
})

/** The answers to a file that cannot be sent as asked, for `Effect.catchTags`. `field` is where the file is named. */
export const fileRefusals = (field: string) => {
  const invalid = (problem: string) => new BadRequest({ error: `Invalid field ${field}: ${problem}` })
  return {
    FileNotFound: () => new NotFound({ error: fileNotFound }),
    FileGivenTwice: ({ other }: FileGivenTwice) => invalid(`Give either ${other} or mediaId`),
    FileTypeRefused: ({ channel, mimeType, supported }: FileTypeRefused) =>
      invalid(`${channelName[channel]} does not take ${mimeType} as such; it takes ${supported.join(", ")}`),
    FileTooLarge: ({ channel, maxBytes }: FileTooLarge) =>
      invalid(`${channelName[channel]} takes at most ${maxBytes / 1024 / 1024} MiB of such a file`)
  }
}
