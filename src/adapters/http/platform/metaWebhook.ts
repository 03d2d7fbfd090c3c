import { ByteSize, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isUtf8 } from "node:buffer"
import { acceptInbound } from "../../../app/inbound/acceptInbound.ts"
import type { IdSource } from "../../../ports/process/IdSource.ts"
import type { InboundQueue } from "../../../ports/inbound/InboundQueue.ts"
import type { FastRoute } from "../fastpath/fastPath.ts"
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

/** Secrets that the platform and the app share. Without a secret, every webhook is refused. */
export interface MetaApp {
  /** One secret per app that reports here: apps with Instagram Login have secrets of their own. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly verifyToken: Redacted.Redacted
}

/** A webhook that is refused. */
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

/** Stores a signed webhook, and answers with the status and the JSON body. */
const accept = <R>(
  { secrets }: MetaApp,
  signature: string | undefined,
  body: Effect.Effect<Uint8Array, DeliveryRefused, R>
) =>
  Effect.flatMap(body, (bytes) =>
    isSigned(secrets, signature, bytes)
      ? Effect.flatMap(Effect.fromResult(textOf(bytes)), acceptInbound)
      : Effect.fail(unsigned)
  ).pipe(
    Effect.as({ status: 200, body: { success: true } }),
    Effect.catchTag("DeliveryRefused", ({ error, status }) => Effect.succeed({ status, body: { error } }))
  )

const take = (app: MetaApp) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(accept(app, request.headers[signatureHeader], readBytes(request)), ({ body, status }) =>
      HttpServerResponse.jsonUnsafe(body, { status })
    )
  )

const shakeHands = ({ verifyToken }: MetaApp) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const query = Option.fromUndefinedOr(url.split("?")[1])
    return metaHandshake(new URLSearchParams(Option.getOrElse(query, () => "")), verifyToken)
  })

const path = "/webhooks/meta"

/** `POST /webhooks/meta` on the fast path. */
export const fastRoute = (app: MetaApp): FastRoute<IdSource | InboundQueue> => ({
  method: "POST",
  path,
  begin: ({ body, headers }) =>
    Effect.map(accept(app, headers[signatureHeader]?.toString(), Effect.succeed(body)), ({ body, status }) => ({
      status,
      text: JSON.stringify(body)
    }))
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
