import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { getMedia, getMediaForBackend, MediaNotFound, readMedia } from "../../../app/media/media.ts"
import { MediaId } from "../../../domain/Ids.ts"
import { type Media, isShownInline, maxMediaBytes, mediaTypeOf, unknownMediaType } from "../../../domain/media/Media.ts"
import type { ByteRange } from "../../../ports/media/MediaStore.ts"
import { NotFound as DeveloperNotFound, Unavailable as DeveloperUnavailable } from "../interfaces/developer/Failures.ts"
import { Caller, developerApi } from "../interfaces/developer/middleware.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { Forbidden, NotFound, Unavailable } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"
import { developerUpload, uploadForBackend } from "./uploads.ts"
import { conversationRefusals } from "../conversations/conversationRefusals.ts"

/** The endpoint of both interfaces, behind `content.url` of a message (contract: Files for backends). */
const endpoint = {
  params: { mediaId: Schema.String.annotate({ description: "The file's id, a UUID" }) },
  success: HttpApiSchema.StreamUint8Array({ contentType: "*/*" })
}

const description = `The file as it was sent, with its media type, its size (at most ${maxMediaBytes / 1024 / 1024} MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again.`

/** Documents the responses with bytes of any type, in whole or as a range. */
const withParts: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
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

const mediaIdOf = idOr(MediaId, () => new MediaNotFound())

/**
 * Response for a file that is not stored yet, with `retry-after` in seconds. The failure types cannot carry headers. Most
 * files are stored by then.
 */
const pendingAnswer = (body: object) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "2" } }))

/** Headers for untrusted files: browsers may not sniff the type or run scripts. */
const harmless = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" }

/** Response with a stored file, in whole or as the requested range. */
const fileAnswer = Effect.fnUntraced(function* (media: Media) {
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

const annotations = OpenApi.annotations({ summary: "Get a file of a message", description, transform: withParts })
const groupAnnotations = OpenApi.annotations({
  title: "Files of messages",
  description: "Images, documents, sounds and films of people and of the business"
})

const missing = {
  MediaNotFound: "No file has the id",
  MediaNotAvailable: "The file could not be fetched, or is gone",
  MediaPending: "The file is on its way from the platform"
}

export const DeveloperMediaGroup = HttpApiGroup.make("media")
  .add(
    developerUpload,
    HttpApiEndpoint.get("get", "/v1/media/:mediaId", {
      ...endpoint,
      error: [DeveloperNotFound, DeveloperUnavailable]
    }).annotateMerge(annotations)
  )
  .annotateMerge(groupAnnotations)

export const developerMediaFailures = {
  MediaNotFound: refusal(
    missing.MediaNotFound,
    new DeveloperNotFound({ message: "Media not found", code: "NOT_FOUND" })
  ),
  MediaNotAvailable: refusal(
    missing.MediaNotAvailable,
    new DeveloperNotFound({
      message: "Media not available",
      fix: "Ask the person to send the file again; the platform does not have it any more"
    })
  ),
  MediaPending: refusal(missing.MediaPending, new DeveloperUnavailable({ message: "Media is being fetched" }))
}

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperMediaGroup), "media", (handlers) =>
  handlers.handleRaw("upload", uploadForBackend).handle(
    "get",
    Effect.fn(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* fileAnswer(yield* getMediaForBackend(organizationId, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        ...developerMediaFailures,
        MediaPending: () =>
          pendingAnswer({ success: false, message: developerMediaFailures.MediaPending.example.message })
      })
    )
  )
)

export const SessionMediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/media/:mediaId", {
      ...endpoint,
      error: [Forbidden, NotFound, Unavailable]
    }).annotateMerge(annotations)
  )
  .annotateMerge(groupAnnotations)

export const sessionMediaFailures = {
  MediaNotFound: refusal(missing.MediaNotFound, new NotFound({ error: "Media not found" })),
  MediaNotAvailable: refusal(missing.MediaNotAvailable, new NotFound({ error: "Media not available" })),
  MediaPending: refusal(missing.MediaPending, new Unavailable({ error: "Media is being fetched" }))
}

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionMediaGroup), "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        return yield* fileAnswer(yield* getMedia(yield* Access, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        ...sessionMediaFailures,
        Forbidden: conversationRefusals.Forbidden,
        MediaPending: () => pendingAnswer({ success: false, error: sessionMediaFailures.MediaPending.example.error })
      })
    )
  })
)
