import { Cause, Context, Effect, Option, References } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { Availability } from "../../../ports/process/Transaction.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"
import { type Facts, RequestFacts, noFacts } from "../interfaces/RequestFacts.ts"
import { rateHeaders } from "../limits/rateTiers.ts"
import { AnsweredRequests } from "./answeredRequests.ts"
import { TrustedProxies, clientOf } from "./clientOf.ts"
import { AllowedOrigins, withCors } from "./cors.ts"
import { pathOf, readableUrl, unansweredBody } from "./requestPath.ts"
import { logDied, retryAfter, unlessLost } from "./unlessLost.ts"

/** Paths that orchestrators and scrapers call without TLS. */
const open: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** Text of the refusal of a call that a trusted proxy received over plain HTTP (contract: Calls over plain HTTP). */
const httpsRequired = "HTTPS is required; send the request to the https:// address"

/** Returns the refusal of a call over plain HTTP; null if the path is open. */
const plainHttpRefusal = (path: string): HttpServerResponse.HttpServerResponse | null =>
  open.has(path) ? null : HttpServerResponse.jsonUnsafe(unansweredBody(path, httpsRequired), { status: 403 })

/** A request id that callers may choose: short, and safe in headers and log lines. */
const sane = /^[A-Za-z0-9._-]{1,128}$/

/** The request id of the caller; null if it is missing or unsafe. */
export const givenRequestId = (header: unknown): string | null =>
  typeof header === "string" && sane.test(header) ? header : null

/** Paths of the interfaces and the identity provider. Their responses are personal and not cached. */
const personal = /^\/(?:api\/(?:admin|developer|whatsapp)|auth\/v1)(?:\/|$)/

/** Strict Transport Security: one year, in seconds. */
const transportSecurity = "max-age=31536000"

/** Answers unhandled failures and defects with the error envelope of the path. */
const withoutCause = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchCause(answer, (cause) => {
    if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
    return Effect.gen(function* () {
      const [response] = yield* HttpServerError.causeResponse(cause)
      if (response.status < 500) return response
      yield* logDied(cause)
      const path = pathOf(yield* HttpServerRequest.HttpServerRequest)
      return HttpServerResponse.jsonUnsafe(unansweredBody(path, "Internal server error"), { status: response.status })
    })
  })

/** The path of a request, and whether it arrived over TLS. */
export interface AnswerPlace {
  readonly path: string
  readonly isSecure: boolean
}

/** Headers of every response to the target, as a new record. */
export const headersBelow = ({ isSecure, path }: AnswerPlace, requestId: string): Record<string, string> => {
  const headers: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" }
  if (isSecure) headers["strict-transport-security"] = transportSecurity
  if (personal.test(path)) headers["cache-control"] = "no-store"
  return headers
}

/** Headers of a response with this status, from its target and the facts of its request. */
export const headersOf = (
  target: AnswerPlace,
  { keyOutcome, requestId, retryAfterSeconds, verdict }: Facts,
  status: number
): Record<string, string> => {
  const headers = headersBelow(target, requestId)
  if (verdict !== null) Object.assign(headers, rateHeaders(verdict))
  if (retryAfterSeconds !== null) headers["retry-after"] = String(retryAfterSeconds)
  if (keyOutcome === "replayed") headers["idempotent-replayed"] = "true"
  return status === 503 ? Object.assign(headers, retryAfter) : headers
}

/** Adds the headers, but keeps the response's own `cache-control` and, for 503, its `retry-after`. */
const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  target: AnswerPlace,
  facts: Facts
): HttpServerResponse.HttpServerResponse => {
  const headers = headersOf(target, facts, response.status)
  if (response.headers["cache-control"] !== undefined) delete headers["cache-control"]
  if (response.status === 503 && response.headers["retry-after"] !== undefined) delete headers["retry-after"]
  return HttpServerResponse.setHeaders(response, headers)
}

/**
 * The request with a URL that the router can parse and the client's address as its remote address. Later code ignores
 * forwarding headers.
 */
const seenFrom = (request: HttpServerRequest.HttpServerRequest, address: string, peer: string) => {
  const url = readableUrl(request.url)
  if (address === peer) return url === request.url ? request : request.modify({ url })
  return request.modify({ url, remoteAddress: Option.some(address) })
}

/** Adds the request, its facts and its id in log lines to the context. */
const aboutRequest = <R>(
  context: Context.Context<R>,
  request: HttpServerRequest.HttpServerRequest,
  facts: Facts
): Context.Context<R | HttpServerRequest.HttpServerRequest> => {
  const annotations = { ...Context.get(context, References.CurrentLogAnnotations), requestId: facts.requestId }
  return context.pipe(
    Context.add(RequestFacts, facts),
    Context.add(References.CurrentLogAnnotations, annotations),
    Context.add(HttpServerRequest.HttpServerRequest, request)
  )
}

/** Returns the refusal, and logs once an hour that a proxy reports plain HTTP. */
const plainHttpLog = () => {
  const logRarely = makeRareLog()
  const line = (proxy: string) =>
    Effect.logWarning(
      "a trusted proxy reports calls over plain HTTP, which are refused; let it end TLS and set X-Forwarded-Proto: https",
      { proxy }
    )
  return (proxy: string, refusal: HttpServerResponse.HttpServerResponse) =>
    Effect.as(logRarely(proxy, line(proxy)), refusal)
}

/**
 * Middleware of all requests. Every response and log line carries the request id (contract: Headers of every response).
 * Responses to rate-limited requests carry the rate headers (contract: Rate tiers). Adds the CORS headers, and sets the
 * remote address to the client's.
 */
export const requestHeaders = Effect.gen(function* () {
  const ids = yield* IdSource
  const cors = withCors(yield* AllowedOrigins)
  const availability = yield* Availability
  const trusted = yield* TrustedProxies
  const watched = yield* AnsweredRequests
  const reported = plainHttpLog()
  return <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const peer = Option.getOrElse(request.remoteAddress, () => "")
      const { address, isPlain, isSecure } = clientOf(trusted, peer, request.headers)
      const target = { path: pathOf(request), isSecure }
      const refusal = isPlain ? plainHttpRefusal(target.path) : null
      const answered = cors(
        refusal === null ? withoutCause(unlessLost(availability, target.path, answer)) : reported(peer, refusal)
      )
      const callerId = givenRequestId(request.headers["x-request-id"])
      return Effect.flatMap(callerId === null ? ids.uuid : Effect.succeed(callerId), (id) => {
        const facts = noFacts(id, address)
        watched?.note(request.source, { requestId: id, client: address })
        return Effect.map(
          Effect.updateContext(answered, (context: Context.Context<R | HttpServerRequest.HttpServerRequest>) =>
            aboutRequest(context, seenFrom(request, address, peer), facts)
          ),
          (response) => withHeaders(response, target, facts)
        )
      })
    })
  }
})
