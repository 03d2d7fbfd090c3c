/** Bytes of a file that are enough to tell its type. */
export const headBytes = 4_096

/** The kinds of files in messages. */
export const fileKinds = ["image", "document", "audio", "video", "sticker"] as const
/** The kind that a message shows a file as. */
export type FileKind = (typeof fileKinds)[number]

/** A type of file that can be sent. */
export interface FileType {
  readonly mimeType: string
  readonly kind: FileKind
  /** Endings of names, the usual one first. */
  readonly endings: ReadonlyArray<string>
  /** Bytes of the largest file, if the limit of the kind is too high for the type. */
  readonly maxBytes?: number
  /** Whether a file may begin so. */
  readonly matches: (head: Uint8Array) => boolean
}

/** The bytes from an offset on, as characters of one byte. */
const textAt = (head: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...head.subarray(offset, offset + length))

const beginsWith =
  (...beginnings: ReadonlyArray<string>) =>
  (head: Uint8Array): boolean =>
    beginnings.some((beginning) => textAt(head, 0, beginning.length) === beginning)

/** RIFF files name their content behind their length. */
const isRiff = (content: string) => (head: Uint8Array) =>
  textAt(head, 0, 4) === "RIFF" && textAt(head, 8, content.length) === content

/** Files of the MPEG-4 family name their brand. */
const isMp4 = (brands: RegExp) => (head: Uint8Array) => textAt(head, 4, 4) === "ftyp" && brands.test(textAt(head, 8, 4))

/** A frame of MPEG audio: 11 bits of ones, and the layer in the two bits after the version. AAC has the layer 0. */
const isMpegFrame =
  (...layers: ReadonlyArray<number>) =>
  ([first = 0, second = 0]: Uint8Array): boolean =>
    first === 0xff && (second & 0xe0) === 0xe0 && layers.includes((second & 0x06) >> 1)

const isMp3Frame = isMpegFrame(1, 2)

const isZip = beginsWith("PK\x03\x04")
const isOle = beginsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
const isOgg = beginsWith("OggS")

/** Text has no NUL, and is UTF-8 but for a character that the end of the head cuts. */
const isText = (head: Uint8Array): boolean =>
  !head.includes(0) && !new TextDecoder().decode(head, { stream: true }).includes("\uFFFD")

/** Stickers are WebP files. The extended format has a bit for animation in its first chunk. */
const isWebp = isRiff("WEBP")
const isAnimatedWebp = (head: Uint8Array): boolean => isRiff("WEBPVP8X")(head) && ((head[20] ?? 0) & 0x02) !== 0

/** Most bytes of a sticker that does not move (platforms P4). */
const maxStillSticker = 100 * 1024

const office = "application/vnd.openxmlformats-officedocument"

const type = (
  kind: FileKind,
  mimeType: string,
  endings: ReadonlyArray<string>,
  matches: FileType["matches"]
): FileType => ({ kind, mimeType, endings, matches })

/** File types that channels accept. Of types with the same signature, the first is the default. */
const fileTypes: ReadonlyArray<FileType> = [
  type("image", "image/jpeg", ["jpg", "jpeg"], beginsWith("\xff\xd8\xff")),
  type("image", "image/png", ["png"], beginsWith("\x89PNG\r\n\x1a\n")),
  type("image", "image/gif", ["gif"], beginsWith("GIF87a", "GIF89a")),
  type("document", "application/pdf", ["pdf"], beginsWith("%PDF-")),
  type("video", "video/3gpp", ["3gp"], isMp4(/^3g/)),
  type("audio", "audio/mp4", ["m4a"], isMp4(/^M4[AB] /)),
  type("video", "video/quicktime", ["mov"], isMp4(/^qt {2}/)),
  type("video", "video/mp4", ["mp4"], isMp4(/^(?!3g|qt |M4[AB] )/)),
  type("audio", "audio/mp4", ["m4a", "mp4"], isMp4(/^(?!3g|qt )/)),
  type("video", "video/webm", ["webm"], beginsWith("\x1a\x45\xdf\xa3")),
  type("sticker", "image/webp", ["webp"], isAnimatedWebp),
  { ...type("sticker", "image/webp", ["webp"], isWebp), maxBytes: maxStillSticker },
  type("video", "video/x-msvideo", ["avi"], isRiff("AVI ")),
  type("audio", "audio/ogg", ["ogg", "opus", "oga"], isOgg),
  type("video", "video/ogg", ["ogv"], isOgg),
  type("audio", "audio/amr", ["amr"], beginsWith("#!AMR")),
  type("audio", "audio/aac", ["aac"], isMpegFrame(0)),
  type("audio", "audio/mpeg", ["mp3"], (head) => beginsWith("ID3")(head) || isMp3Frame(head)),
  type("audio", "audio/wav", ["wav"], isRiff("WAVE")),
  type("document", `${office}.wordprocessingml.document`, ["docx"], isZip),
  type("document", `${office}.spreadsheetml.sheet`, ["xlsx"], isZip),
  type("document", `${office}.presentationml.presentation`, ["pptx"], isZip),
  type("document", "application/msword", ["doc"], isOle),
  type("document", "application/vnd.ms-excel", ["xls"], isOle),
  type("document", "application/vnd.ms-powerpoint", ["ppt"], isOle),
  type("document", "text/plain", ["txt"], isText)
]

/** Aliases of types, as browsers and systems send them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["image/jpg", "image/jpeg"],
  ["audio/mp3", "audio/mpeg"],
  ["audio/x-m4a", "audio/mp4"],
  ["audio/m4a", "audio/mp4"],
  ["audio/opus", "audio/ogg"],
  ["audio/x-wav", "audio/wav"],
  ["audio/wave", "audio/wav"],
  ["audio/vnd.wave", "audio/wav"],
  ["audio/x-aac", "audio/aac"],
  ["video/3gp", "video/3gpp"],
  ["video/avi", "video/x-msvideo"]
])

/** Without parameters, in the name that the platforms know. */
const plainType = (mimeType: string): string => {
  const bare = (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase()
  return otherNames.get(bare) ?? bare
}

const endingOf = (filename: string | null): string => /\.([^.]+)$/.exec(filename ?? "")?.[1]?.toLowerCase() ?? ""

/** Zip and OLE files are any of several documents, and text may be anything: their bytes alone do not say what they are. */
const isAmbiguous = ({ matches }: FileType): boolean => [isZip, isOle, isText].includes(matches)

/**
 * The type of a file, by its bytes. What the caller says of it, else the end of its name, chooses among types whose bytes
 * are alike. Null for a file that no channel takes, or whose bytes are not those of the given type.
 */
export const fileTypeOf = (
  head: Uint8Array,
  file: { readonly mimeType: string | null; readonly filename: string | null }
): Pick<FileType, "mimeType" | "kind" | "maxBytes"> | null => {
  const possible = fileTypes.filter(({ matches }) => matches(head))
  const declared = file.mimeType === null ? "" : plainType(file.mimeType)
  if (fileTypes.some(({ mimeType }) => mimeType === declared)) {
    return possible.find(({ mimeType }) => mimeType === declared) ?? null
  }
  const ending = endingOf(file.filename)
  const byName = possible.find(({ endings }) => endings.includes(ending))
  return byName ?? possible.find((one) => !isAmbiguous(one)) ?? null
}

/** The kind of a file of a known type; null for other types. */
export const kindOfType = (mimeType: string): FileKind | null =>
  fileTypes.find((known) => known.mimeType === plainType(mimeType))?.kind ?? null

/** The type of a file that is not read yet, as it says itself. Null when it does not say so. */
export const saidType = (file: { readonly mimeType: string; readonly filename: string }): string | null => {
  const declared = plainType(file.mimeType)
  const known = fileTypes.find(({ mimeType }) => mimeType === declared)
  const byName = fileTypes.find(({ endings }) => endings.includes(endingOf(file.filename)))
  return (known ?? byName)?.mimeType ?? null
}

/** The usual ending of names of the type, without the dot. */
export const usualEnding = (mimeType: string): string =>
  fileTypes.find((known) => known.mimeType === mimeType)?.endings[0] ?? "bin"
