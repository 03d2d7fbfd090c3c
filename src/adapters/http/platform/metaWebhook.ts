import { ByteSize, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isUtf8 } from "node:buffer"
import { acceptInbound } from "../../../app/inbound/acceptInbound.ts"
import type { IdSource } from "../../../ports/process/IdSource.ts"
import type { InboundQueue } from "../../../ports/inbound/InboundQueue.ts"
import type { DirectRoute } from "../fastpath/DirectRoute.ts"
import { pathOf } from "../server/pathOf.ts"
import { isSigned, signatureHeader } from "./metaSignature.ts"
import { createHash, timingSafeEqual } from "node:crypto"

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

/** Compares digests, since they have one length. An empty token never matches. */
const isToken = (expected: string, given: string): boolean =>
  expected !== "" && timingSafeEqual(sha256(expected), sha256(given))

const refused = (status: 400 | 403, error: string) => HttpServerResponse.jsonUnsafe({ error }, { status })

/**
 * Answers the platform when it asks whether this is the address that its reports go to (platforms P14): with its
 * own challenge as plain text, which nothing may take for anything else.
 */
export const metaHandshake = (query: URLSearchParams, verifyToken: Redacted.Redacted) => {
  const mode = query.get("hub.mode")
  const token = query.get("hub.verify_token")
  const challenge = query.get("hub.challenge")
  if (mode === null || token === null || challenge === null) {
    return refused(400, "hub.mode, hub.verify_token and hub.challenge are required")
  }
  if (mode !== "subscribe" || !isToken(Redacted.value(verifyToken), token)) return refused(403, "Forbidden")
  return HttpServerResponse.text(challenge, {
    contentType: "text/plain; charset=utf-8",
    headers: { "x-content-type-options": "nosniff" }
  })
}

/** Larger deliveries the platform does not send (platforms P16). */
export const maxDeliveryBytes = 3 * 1024 * 1024

/** What the platform and the app know of each other. Without a secret nothing is taken in. */
export interface MetaApp {
  /** Of every app that reports here: the ones of Instagram Login have secrets of their own. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly verifyToken: Redacted.Redacted
}

/** A delivery that is not taken in. */
class DeliveryRefused extends Schema.TaggedError<DeliveryRefused>()("DeliveryRefused", {
  status: Schema.Literals([400, 401, 413]),
  error: Schema.String
}) {}

const tooLarge = new DeliveryRefused({ status: 413, error: "Request body is too large" })
const cutShort = new DeliveryRefused({ status: 400, error: "Request body could not be read" })
const unsigned = new DeliveryRefused({ status: 401, error: "Invalid signature" })
const notText = new DeliveryRefused({ status: 400, error: "Request body is not valid JSON" })

const readBytes = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"]) > maxDeliveryBytes) return yield* tooLarge
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxDeliveryBytes)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : cutShort
    )
  )
  return new Uint8Array(bytes)
})

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** JSON is UTF-8 without a zero in it, which no database takes. What else is in it, the reader says. */
const textOf = (bytes: Uint8Array): Result.Result<string, DeliveryRefused> =>
  isUtf8(bytes) && !bytes.includes(0) ? Result.succeed(utf8.decode(bytes)) : Result.fail(notText)

/** Stores a signed webhook before it is answered. */
const take = Effect.fnUntraced(
  function* ({ secrets }: MetaApp) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const bytes = yield* readBytes(request)
    if (!isSigned(secrets, request.headers[signatureHeader], bytes)) return yield* unsigned
    yield* acceptInbound(yield* Effect.fromResult(textOf(bytes)))
    return HttpServerResponse.jsonUnsafe({ success: true })
  },
  Effect.catchTag("DeliveryRefused", ({ error, status }) =>
    Effect.succeed(HttpServerResponse.jsonUnsafe({ error }, { status }))
  )
)

const shakeHands = ({ verifyToken }: MetaApp) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const query = Option.fromUndefinedOr(url.split("?")[1])
    return metaHandshake(new URLSearchParams(Option.getOrElse(query, () => "")), verifyToken)
  })

const path = "/webhooks/meta"

const taken = { status: 200, headers: {}, text: JSON.stringify({ success: true }) }

/** `POST /webhooks/meta` on the fast path, for signed and storable webhooks. */
export const direct = ({ secrets }: MetaApp): DirectRoute<IdSource | InboundQueue> => ({
  method: "POST",
  path,
  begin: ({ body, headers }) => {
    const signature = headers[signatureHeader]
    const isTheirs = typeof signature === "string" && isSigned(secrets, signature, body)
    const text = isTheirs ? textOf(body) : Result.fail(unsigned)
    return Result.isSuccess(text) ? Effect.as(acceptInbound(text.success), taken) : null
  }
})

const notAllowed = { status: 405, headers: { allow: "GET, HEAD, POST" } }

const unanswered = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
  pathOf(request) === path
    ? HttpServerResponse.jsonUnsafe({ error: "Method not allowed" }, notAllowed)
    : HttpServerResponse.jsonUnsafe({ error: "Not found" }, { status: 404 })
)

/** `GET` and `POST /webhooks/meta`: where Meta reports to, of all three channels. */
export const layer = (app: MetaApp) =>
  Layer.mergeAll(
    HttpRouter.add("GET", path, shakeHands(app)),
    HttpRouter.addAll([HttpRouter.route("HEAD", path, shakeHands(app))]),
    HttpRouter.add("POST", path, take(app)),
    HttpRouter.add("*", "/webhooks/*", unanswered)
  )
