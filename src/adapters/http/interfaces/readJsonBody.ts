import { ByteSize, Context, Effect, Schema } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { nestingOf } from "../../../domain/text/isJsonObject.ts"

/** Charsets that decode as UTF-8; ASCII is a subset. */
const utf8 = /^charset="?(?:utf-?8|us-ascii)"?$/

const json = { type: "application/json", isUtf8: true }

/** The media type, and whether it is UTF-8. A missing content type counts as JSON. */
export const mediaOf = (contentType = json.type): { readonly type: string; readonly isUtf8: boolean } => {
  if (contentType === json.type) return json
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase())
  return { type, isUtf8: parameters.every((part) => !part.startsWith("charset=") || utf8.test(part)) }
}

/** Maximum request body of both interfaces, unless an endpoint has its own limit. */
export const maxBodyBytes = 256 * 1024

/** Maximum body of a send, far above the limits of the platforms. Messages are stored and listed as sent. */
export const maxSendBytes = 64 * 1024

/** Maximum body of an endpoint; larger bodies are answered with 413 (contract: Requests that reach no endpoint). */
export const BodyLimit = Context.Reference<number>("effect-parley/http/BodyLimit", { defaultValue: () => maxBodyBytes })

/** Whether an endpoint reads its body itself, within its own limits, and observes the idempotency key with it. */
export const ReadsBodyItself = Context.Reference<boolean>("effect-parley/http/ReadsBodyItself", {
  defaultValue: () => false
})

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", {}) {}
export class NotJsonMedia extends Schema.TaggedError<NotJsonMedia>()("NotJsonMedia", {}) {}
export class NotUtf8 extends Schema.TaggedError<NotUtf8>()("NotUtf8", {}) {}
export class NestedTooDeeply extends Schema.TaggedError<NestedTooDeeply>()("NestedTooDeeply", {}) {}
/** The caller disconnected, or sent less than announced. */
export class BodyUnreadable extends Schema.TaggedError<BodyUnreadable>()("BodyUnreadable", {}) {}

/** Error text per reason to reject a body (contract: Requests that reach no endpoint). */
export const unreadableBody = {
  BodyTooLarge: "Request body is too large",
  NotJsonMedia: "Unsupported media type",
  NotUtf8: "Request body is not valid UTF-8",
  NestedTooDeeply: "Request body is nested too deeply",
  BodyUnreadable: "Request body could not be read",
  NotJson: "Request body is not valid JSON",
  NotAnObject: "Request body must be a JSON object"
} as const

/** Failures of an interface by status, from an error text. */
interface BodyAnswers<Bad, Large, Media> {
  readonly badRequest: (text: string) => Bad
  readonly tooLarge: (text: string) => Large
  readonly unsupportedMedia: (text: string) => Media
}

/** Responses to a rejected body, for `Effect.catchTags`. */
export const bodyRefusals = <Bad, Large, Media>({
  badRequest,
  tooLarge,
  unsupportedMedia
}: BodyAnswers<Bad, Large, Media>) => ({
  BodyTooLarge: () => Effect.fail(tooLarge(unreadableBody.BodyTooLarge)),
  NotJsonMedia: () => Effect.fail(unsupportedMedia(unreadableBody.NotJsonMedia)),
  NotUtf8: () => Effect.fail(badRequest(unreadableBody.NotUtf8)),
  NestedTooDeeply: () => Effect.fail(badRequest(unreadableBody.NestedTooDeeply)),
  BodyUnreadable: () => Effect.fail(badRequest(unreadableBody.BodyUnreadable))
})

/** Maximum nesting of arrays and objects: above that of any message, and safe for the stack. */
export const maxNesting = 100

/** Whether the content type is JSON in UTF-8; JSON allows no other charset (RFC 8259). */
export const isJson = (contentType: string | undefined): boolean => {
  const { isUtf8, type } = mediaOf(contentType)
  return isUtf8 && type === "application/json"
}

/**
 * Reads the body once, within its limit, and returns its text. Later readers get the same text. A missing content type
 * counts as JSON.
 */
export const readJsonBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes = maxBodyBytes
) {
  if (!isJson(request.headers["content-type"])) return yield* new NotJsonMedia()
  if (Number(request.headers["content-length"]) > maxBytes) return yield* new BodyTooLarge()
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBytes)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? new BodyTooLarge()
        : new BodyUnreadable()
    )
  )
  // Decoding would insert replacement characters.
  if (!isUtf8(bytes)) return yield* new NotUtf8()
  const text = yield* Effect.mapError(request.text, () => new BodyUnreadable())
  if (nestingOf(text) > maxNesting) return yield* new NestedTooDeeply()
  return text
})
