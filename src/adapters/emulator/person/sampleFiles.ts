import { Result } from "effect"
import { Base64 } from "effect/encoding"

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
export const sampleFiles = { image, video, audio, document, sticker }
