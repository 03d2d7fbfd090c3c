import { Effect, Option, Result } from "effect"
import { Base64 } from "effect/encoding"
import { type GivenMedia, MediaVault, type StoredMedia } from "../media/MediaVault.ts"
import { BadInbound, type File } from "./personFields.ts"

const sample = (mimeType: string, filename: string, base64: string) => ({
  mimeType,
  filename,
  bytes: Result.getOrElse(Base64.decode(base64), () => new Uint8Array())
})

/** A transparent pixel. */
const image = sample(
  "image/png",
  "image.png",
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

/** A film without tracks, and so of no length. */
const video = sample(
  "video/mp4",
  "video.mp4",
  "AAAAHGZ0eXBpc29tAAACAGlzb21pc28ybXA0MQAAAHRtb292AAAAbG12aGQAAAAAAAAAAAAAAAAAAAPoAAAAAAABAAABAAAAAAAAAAAAAAAAAQAA" +
    "AAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB"
)

/** A voice that says nothing for 20 ms. */
const audio = sample(
  "audio/ogg; codecs=opus",
  "audio.ogg",
  "T2dnUwACAAAAAAAAAABZUkFQAAAAALBzbyMBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAFlSQVABAAAAWXkFfAEWT3B1c1RhZ3MG" +
    "AAAAcGFybGV5AAAAAE9nZ1MABMADAAAAAAAAWVJBUAIAAAD68jkfAQP4//4="
)

/** An empty page of a square inch. */
const document = sample(
  "application/pdf",
  "document.pdf",
  "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJd" +
    "L0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgNzIgNzJdPj5lbmRvYmoKeHJlZgow" +
    "IDQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAwMDAwNTIgMDAwMDAgbiAKMDAwMDAwMDEwMSAwMDAwMCBuIAp0" +
    "cmFpbGVyPDwvU2l6ZSA0L1Jvb3QgMSAwIFI+PgpzdGFydHhyZWYKMTYyCiUlRU9GCg=="
)

const sticker = sample("image/webp", "sticker.webp", "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")

/** What a person sends who was given nothing to send: the smallest file of its kind. */
const sampleFiles = { image, video, audio, document, sticker }

const encoder = new TextEncoder()

const bytesOf = ({ base64 = "", text }: File): Result.Result<Uint8Array, BadInbound> =>
  text === undefined
    ? Result.mapError(Base64.decode(base64), () => new BadInbound({ reason: "media.base64: is not base64" }))
    : Result.succeed(encoder.encode(text))

const givenMedia = (file: File | undefined, kind: keyof typeof sampleFiles): Result.Result<GivenMedia, BadInbound> =>
  file === undefined
    ? Result.succeed(sampleFiles[kind])
    : Result.map(bytesOf(file), (bytes) => ({ mimeType: file.mimeType, bytes, filename: file.filename ?? null }))

/** Has the platform keep the file, or a small one of its kind when none is given, for whom it is sent to. */
export const keepFile = Effect.fnUntraced(function* (
  file: File | undefined,
  kind: keyof typeof sampleFiles,
  owner: string | null
) {
  const media = yield* Effect.fromResult(givenMedia(file, kind))
  return yield* (yield* MediaVault).keep({ ...media, owner })
})

/** A file that the platform has already. */
export const knownFile = Effect.fnUntraced(function* (
  id: string
): Effect.fn.Return<StoredMedia, BadInbound, MediaVault> {
  const found = yield* (yield* MediaVault).find(id)
  if (Option.isNone(found)) return yield* new BadInbound({ reason: "mediaId: names no file of the platform" })
  return found.value
})
