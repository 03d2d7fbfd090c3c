/** A kind of file that WhatsApp sends. */
export interface MediaKind {
  /** Bytes. */
  readonly maxSize: number
  readonly mimeTypes: ReadonlyArray<string>
}

const kilobytes = (count: number): number => count * 1024
const megabytes = (count: number): number => kilobytes(count * 1024)

/** In the order in which the platform lists their types. */
export const mediaKinds: ReadonlyArray<MediaKind> = [
  {
    maxSize: megabytes(16),
    mimeTypes: ["audio/aac", "audio/mp4", "audio/mpeg", "audio/amr", "audio/ogg", "audio/opus"]
  },
  {
    maxSize: megabytes(100),
    mimeTypes: [
      "application/vnd.ms-powerpoint",
      "application/msword",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/pdf",
      "text/plain",
      "application/vnd.ms-excel"
    ]
  },
  { maxSize: megabytes(5), mimeTypes: ["image/jpeg", "image/png"] },
  { maxSize: kilobytes(500), mimeTypes: ["image/webp"] },
  { maxSize: megabytes(16), mimeTypes: ["video/mp4", "video/3gpp"] }
]

/** A sticker that does not move has less room than one that does. */
export const maxStillSticker = kilobytes(100)

/** Of `audio/ogg; codecs=opus`, `audio/ogg`. */
export const bareType = (mimeType: string): string => (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase()

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Whether a file in WebP moves: the extended format says so in a bit of its first chunk. */
export const isAnimated = (bytes: Uint8Array): boolean =>
  ascii(bytes, 8, 16) === "WEBPVP8X" && ((bytes[20] ?? 0) & 0x02) !== 0
