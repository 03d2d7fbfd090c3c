import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { fileLimits, fileProblem } from "../../../src/domain/media/fileLimits.ts"
import { kindOfType, saidType, usualEnding } from "../../../src/domain/media/fileTypes.ts"
import type { AttachmentKind } from "./composition.ts"

/** A file of the member's computer, as far as it is known without reading it. */
export type FileFacts = Pick<File, "name" | "size" | "type">

/** Why a chosen file cannot be sent on the channel. */
export type ChosenProblem =
  | { readonly reason: "empty" }
  /** The endings of names that the channel takes. */
  | { readonly reason: "type"; readonly endings: ReadonlyArray<string> }
  | { readonly reason: "size"; readonly kind: AttachmentKind; readonly mebibytes: number }

const mebibyte = 1024 * 1024

const kinds: ReadonlyArray<AttachmentKind> = ["image", "document", "audio", "video"]

/** The types that the channel takes. The composer sends no stickers. */
export const takenTypes = (channel: Channel): ReadonlyArray<string> =>
  kinds.flatMap((kind) => fileLimits[channel][kind].mimeTypes)

const kindOf = (mimeType: string): AttachmentKind | null => {
  const known = kindOfType(mimeType)
  return kinds.find((kind) => kind === known) ?? null
}

/** The kind of a chosen file, or why it cannot be sent. The service looks at the bytes. */
export const chosenFile = (
  channel: Channel,
  file: FileFacts
): { readonly kind: AttachmentKind } | { readonly problem: ChosenProblem } => {
  const mimeType = saidType({ mimeType: file.type, filename: file.name })
  const kind = mimeType === null ? null : kindOf(mimeType)
  if (file.size === 0) return { problem: { reason: "empty" } }
  const endings = [...new Set(takenTypes(channel).map(usualEnding))]
  if (mimeType === null || kind === null) return { problem: { reason: "type", endings } }
  const problem = fileProblem(channel, kind, { mimeType, size: file.size })
  if (problem === null) return { kind }
  if (problem.reason === "type") return { problem: { reason: "type", endings } }
  return { problem: { reason: "size", kind, mebibytes: problem.maxBytes / mebibyte } }
}
