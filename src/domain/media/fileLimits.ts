import type { Channel } from "../conversations/Channel.ts"
import type { FileKind } from "./fileTypes.ts"

/** A channel's limit for one kind of file. */
export interface FileLimit {
  /** In bytes. */
  readonly maxBytes: number
  readonly mimeTypes: ReadonlyArray<string>
}

const mebibytes = (count: number): number => count * 1024 * 1024

const office = "application/vnd.openxmlformats-officedocument"

const documents = [
  "application/pdf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  `${office}.wordprocessingml.document`,
  `${office}.spreadsheetml.sheet`,
  `${office}.presentationml.presentation`,
  "text/plain"
]

/** A kind that the channel shows no file as. */
const none: FileLimit = { maxBytes: 0, mimeTypes: [] }

/** The files that each channel takes (platforms P4, P8, P12). */
export const fileLimits: Readonly<Record<Channel, Readonly<Record<FileKind, FileLimit>>>> = {
  whatsapp: {
    image: { maxBytes: mebibytes(5), mimeTypes: ["image/jpeg", "image/png"] },
    document: { maxBytes: mebibytes(100), mimeTypes: documents },
    audio: {
      maxBytes: mebibytes(16),
      mimeTypes: ["audio/aac", "audio/amr", "audio/mp4", "audio/mpeg", "audio/ogg"]
    },
    video: { maxBytes: mebibytes(16), mimeTypes: ["video/3gpp", "video/mp4"] },
    sticker: { maxBytes: 500 * 1024, mimeTypes: ["image/webp"] }
  },
  messenger: {
    image: { maxBytes: mebibytes(8), mimeTypes: ["image/gif", "image/jpeg", "image/png"] },
    document: { maxBytes: mebibytes(25), mimeTypes: documents },
    audio: {
      maxBytes: mebibytes(25),
      mimeTypes: ["audio/aac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav"]
    },
    video: {
      maxBytes: mebibytes(25),
      mimeTypes: ["video/mp4", "video/ogg", "video/quicktime", "video/webm", "video/x-msvideo"]
    },
    sticker: none
  },
  instagram: {
    image: { maxBytes: mebibytes(8), mimeTypes: ["image/gif", "image/jpeg", "image/png"] },
    document: { maxBytes: mebibytes(25), mimeTypes: ["application/pdf"] },
    audio: { maxBytes: mebibytes(25), mimeTypes: ["audio/aac", "audio/mp4", "audio/wav"] },
    video: {
      maxBytes: mebibytes(25),
      mimeTypes: ["video/mp4", "video/ogg", "video/quicktime", "video/webm", "video/x-msvideo"]
    },
    sticker: none
  }
}

/** A size in the largest unit that is not above it, as refusals name limits. */
export const sizeText = (bytes: number): string =>
  bytes >= mebibytes(1) ? `${bytes / mebibytes(1)} MiB` : `${bytes / 1024} KiB`

/** The most bytes that any channel takes of a file of the type; 0 for a type that none takes. */
export const maxBytesOf = (mimeType: string): number =>
  Math.max(
    0,
    ...Object.values(fileLimits)
      .flatMap((kinds) => Object.values(kinds))
      .filter(({ mimeTypes }) => mimeTypes.includes(mimeType))
      .map(({ maxBytes }) => maxBytes)
  )

/** Why a channel does not take a file: the type is none of the kind, or the file is too large. */
export type FileProblem =
  | { readonly reason: "type"; readonly mimeTypes: ReadonlyArray<string> }
  | { readonly reason: "size"; readonly maxBytes: number }

/** The problem of a file on a channel, shown as one kind of file; null if the channel takes it. */
export const fileProblem = (
  channel: Channel,
  kind: FileKind,
  { mimeType, size }: { readonly mimeType: string; readonly size: number }
): FileProblem | null => {
  const { maxBytes, mimeTypes } = fileLimits[channel][kind]
  if (!mimeTypes.includes(mimeType)) return { reason: "type", mimeTypes }
  return size > maxBytes ? { reason: "size", maxBytes } : null
}
