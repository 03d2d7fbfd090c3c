import { ByteSize, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isUtf8 } from "node:buffer"
import { createHash, timingSafeEqual } from "node:crypto"
import { acceptInbound } from "../../../app/inbound/acceptInbound.ts"
import type { InboundQueue } from "../../../ports/inbound/InboundQueue.ts"
import type { IdSource } from "../../../ports/process/IdSource.ts"
import type { FastRoute } from "../fastpath/fastPath.ts"
import { pathOf } from "../server/requestPath.ts"
import { isSigned, signatureHeader } from "./metaSignature.ts"

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

/** Compares digests, which have equal length. An empty token never matches. */
const isToken = (expected: string, actual: string): boolean =>
  expected !== "" && timingSafeEqual(sha256(expected), sha256(actual))

const refused = (status: 400 | 403, error: string) => HttpServerResponse.jsonUnsafe({ error }, { status })

/**
 * Answers the platform's verification request (platforms P14) with its challenge. The response is plain text, and
 * browsers may not sniff another type.
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

/** Maximum size of a webhook body; the platform sends no larger ones (platforms P16). */
export const maxDeliveryBytes = 3 * 1024 * 1024

/** Secrets shared by the platform and the app. Without a secret, every webhook is rejected. */
export interface MetaApp {
  /** Secrets of all apps that send webhooks here. Apps with Instagram Login have their own secret. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly verifyToken: Redacted.Redacted
}

/** A rejected webhook. */
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

/** Decodes UTF-8 text. Rejects zero bytes, which Postgres cannot store. */
const textOf = (bytes: Uint8Array): Result.Result<string, DeliveryRefused> =>
  isUtf8(bytes) && !bytes.includes(0) ? Result.succeed(utf8.decode(bytes)) : Result.fail(notText)

/** Stores a signed webhook. Returns the status and the JSON body of the response. */
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

/** `GET` and `POST /webhooks/meta`: Meta's webhooks for all three channels. */
export const layer = (app: MetaApp) =>
  Layer.mergeAll(
    HttpRouter.add("GET", path, shakeHands(app)),
    HttpRouter.addAll([HttpRouter.route("HEAD", path, shakeHands(app))]),
    HttpRouter.add("POST", path, take(app)),
    HttpRouter.add("*", "/webhooks/*", unanswered)
  )
