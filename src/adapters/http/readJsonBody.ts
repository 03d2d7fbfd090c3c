import { ByteSize, Effect, Schema } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { nestingOf } from "./nestingOf.ts"

/** Largest request body of both interfaces. */
export const maxBodyBytes = 1024 * 1024

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", {}) {}
export class NotJsonMedia extends Schema.TaggedError<NotJsonMedia>()("NotJsonMedia", {}) {}
export class NestedTooDeeply extends Schema.TaggedError<NestedTooDeeply>()("NestedTooDeeply", {}) {}
/** The caller went away, or sent less than announced. */
export class BodyUnreadable extends Schema.TaggedError<BodyUnreadable>()("BodyUnreadable", {}) {}

/** Arrays and objects in each other; more than any message has, and less than any stack bears. */
export const maxNesting = 100

/** `application/json`, with any parameters; other charsets than UTF-8 have no place in JSON (RFC 8259). */
const jsonMedia = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*(?:charset="?utf-?8"?)?.*)?$/i

/**
 * Reads the body once, within its limit, and gives its text; whoever reads it afterwards gets the same. No content type
 * at all is taken for JSON.
 */
export const readJsonBody = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const media = request.headers["content-type"]
  if (media !== undefined && !jsonMedia.test(media)) return yield* new NotJsonMedia()
  if (Number(request.headers["content-length"]) > maxBodyBytes) return yield* new BodyTooLarge()
  const text = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? new BodyTooLarge()
        : new BodyUnreadable()
    )
  )
  if (nestingOf(text) > maxNesting) return yield* new NestedTooDeeply()
  return text
})
