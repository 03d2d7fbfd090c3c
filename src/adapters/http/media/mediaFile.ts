import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { MediaNotFound, readMedia } from "../../../app/media/media.ts"
import { MediaId } from "../../../domain/Ids.ts"
import { type Media, isShownInline, maxMediaBytes, mediaTypeOf, unknownMediaType } from "../../../domain/media/Media.ts"
import type { ByteRange } from "../../../ports/media/MediaStore.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { HttpApiSchema, type OpenApi } from "effect/http-api"

/** Shared parts of the media endpoints (contract C115). */
export const mediaParams = { mediaId: Schema.String.annotate({ description: "The file's id, a UUID" }) }

export const mediaBytes = HttpApiSchema.StreamUint8Array({ contentType: "*/*" })

export const mediaDescription = `The file as it was sent, with its media type, its size (at most ${maxMediaBytes / 1024 / 1024} MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again.`

/** Documents the responses with bytes of any type, in whole or as a range. */
export const withParts: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const content = {
    "*/*": { schema: { type: "string", format: "binary" }, examples: { text: { value: "Hello" } } }
  }
  const { "200": whole, ...failures } = responses
  return {
    ...operation,
    responses: {
      "200": { ...whole, description: "The file", content },
      "206": { description: "The part of the file that Range asks for", content },
      ...failures
    }
  }
}

const single = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The byte range of the `Range` header (RFC 9110 §14.2). Null returns the whole file: also for multiple or unsatisfiable
 * ranges, since the header may be ignored. If `If-Range` does not match the file, the result is null.
 */
const byteRange = (
  headers: Readonly<Record<string, string | undefined>>,
  { etag, size }: { readonly etag: string; readonly size: number }
): ByteRange | null => {
  const [, first = "", last = ""] = single.exec(headers["range"] ?? "") ?? []
  const ifRange = headers["if-range"]
  if ((first === "" && last === "") || (ifRange !== undefined && ifRange !== etag)) return null
  const offset = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
  return offset < end ? { offset, length: end - offset } : null
}

/** Maximum length of a file name. */
const maxName = 200

/** Characters that are not allowed in a quoted header string, or that a file system treats as path separators. */
const unsafe = /[^\x20-\x7e]|["\\/%]/g

/** Percent-encodes a name for an extended header parameter (RFC 8187 §3.2). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` of a file (RFC 6266), with an ASCII name for old clients. */
const contentDisposition = (isInline: boolean, filename: string | null): string => {
  const kind = isInline ? "inline" : "attachment"
  const name = [...(filename ?? "").toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_")].slice(0, maxName).join("")
  if (name === "") return kind
  return `${kind}; filename="${name.replaceAll(unsafe, "_")}"; filename*=UTF-8''${encoded(name)}`
}

export const mediaIdOf = idOr(MediaId, () => new MediaNotFound())

/**
 * Response for a file that is not stored yet, with `retry-after` in seconds. The failure types cannot carry headers. Most
 * files are stored by then.
 */
export const mediaPendingAnswer = (body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "2" } })

/** Headers for untrusted files: browsers may not sniff the type or run scripts. */
const harmless = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" }

/** Response with a stored file, in whole or as the requested range. */
export const mediaAnswer = Effect.fnUntraced(function* (media: Media) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const etag = `"${media.sha256}"`
  const range = byteRange(headers, { etag, size: media.size ?? 0 })
  const file = yield* readMedia(media, range)
  const contentType = mediaTypeOf(media.mimeType) ?? unknownMediaType
  return HttpServerResponse.stream(file.bytes, {
    status: range === null ? 200 : 206,
    contentType,
    contentLength: range?.length ?? file.size,
    headers: {
      ...harmless,
      "content-disposition": contentDisposition(isShownInline(contentType), media.filename),
      "accept-ranges": "bytes",
      etag,
      ...(range === null
        ? {}
        : { "content-range": `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}` })
    }
  })
})
