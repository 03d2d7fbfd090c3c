import { Effect, Option, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { getMedia, MediaNotFound, readMedia } from "../../../app/media.ts"
import { MediaId } from "../../../domain/Ids.ts"
import { isShownInline, mediaTypeOf, unknownMediaType } from "../../../domain/mediaType.ts"
import { SessionApi } from "./Api.ts"
import { byteRange } from "./byteRange.ts"
import { contentDisposition } from "./contentDisposition.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import { NotFound } from "./Failures.ts"
import { Access } from "./SessionAuth.ts"

/**
 * The contract's failure with a header, in seconds, that a failure by itself cannot carry: most files are there by
 * then.
 */
const notYet = HttpServerResponse.jsonUnsafe(
  { success: false, error: "Media is being fetched" },
  { status: 503, headers: { "retry-after": "2" } }
)

const decodeId = Schema.decodeUnknownOption(MediaId)

/** A text that is no UUID belongs to no file. A UUID may be written in capitals. */
const mediaIdOf = (text: string) =>
  Option.match(decodeId(text.toLowerCase()), {
    onNone: () => Effect.fail(new MediaNotFound()),
    onSome: Effect.succeed
  })

/** People sent it, so a browser neither guesses what it is nor runs anything in it. */
const harmless = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox" }

export const layer = HttpApiBuilder.group(SessionApi, "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        const access = yield* Access
        const id = yield* mediaIdOf(params.mediaId)
        const { filename, mimeType, sha256, size } = yield* getMedia(access, id)
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const etag = `"${sha256}"`
        const range = byteRange(headers, { etag, size: size ?? 0 })
        const file = yield* readMedia(access, id, range)
        const contentType = mediaTypeOf(mimeType) ?? unknownMediaType
        return HttpServerResponse.stream(file.bytes, {
          status: range === null ? 200 : 206,
          contentType,
          contentLength: range?.length ?? file.size,
          headers: {
            ...harmless,
            "content-disposition": contentDisposition(isShownInline(contentType), filename),
            "accept-ranges": "bytes",
            etag,
            ...(range === null
              ? {}
              : { "content-range": `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}` })
          }
        })
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        MediaNotFound: () => new NotFound({ error: "Media not found" }),
        MediaNotAvailable: () => new NotFound({ error: "Media not available" }),
        MediaPending: () => Effect.succeed(notYet)
      })
    )
  })
)
