import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { MediaNotFound, readMedia } from "../../../../app/media/media.ts"
import { MediaId } from "../../../../domain/Ids.ts"
import { isShownInline, type Media, mediaTypeOf, unknownMediaType } from "../../../../domain/media/Media.ts"
import type { ByteRange } from "../../../../ports/media/MediaStore.ts"
import { idOr } from "../idIn.ts"

const single = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of a file that `Range` asks for (RFC 9110 §14.2). Null for all of it: also when more parts than one are asked
 * for, or none that the file has, since the header may be ignored. `If-Range` names the file that the part has to be of.
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

/** Longest name that a file is saved under. */
const maxName = 200

/** What a quoted string of a header cannot carry, or a file system would take for a path. */
const unsafe = /[^\x20-\x7e]|["\\/%]/g

/** Encoded so that nothing has a meaning of its own (RFC 8187 §3.2). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether the file is shown or saved, and under which name (RFC 6266): for old clients one in ASCII as well. */
const contentDisposition = (isInline: boolean, filename: string | null): string => {
  const kind = isInline ? "inline" : "attachment"
  const name = [...(filename ?? "").toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_")].slice(0, maxName).join("")
  if (name === "") return kind
  return `${kind}; filename="${name.replaceAll(unsafe, "_")}"; filename*=UTF-8''${encoded(name)}`
}

export const mediaIdOf = idOr(MediaId, () => new MediaNotFound())

/**
 * The failure of an interface with a header, in seconds, that a failure by itself cannot carry: most files are there by
 * then.
 */
export const mediaPendingAnswer = (body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "2" } })

/** People sent it, so a browser neither guesses what it is nor runs anything in it. */
const harmless = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" }

/** A stored file as both interfaces answer it: all of it, or the part that `Range` asks for. */
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
