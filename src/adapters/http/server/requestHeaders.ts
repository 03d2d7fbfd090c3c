import { Cause, Context, Effect, Option, References } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Availability } from "../../../ports/process/Availability.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { AnsweredRequests } from "./answeredRequests.ts"
import { clientOf, TrustedProxies } from "./clientOf.ts"
import { AllowedOrigins, withCors } from "./cors.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"
import { plainHttpRefusal } from "./plainHttp.ts"
import { readableUrl } from "./readableUrl.ts"
import { pathOf } from "./pathOf.ts"
import { rateHeaders } from "../shared/rateTiers.ts"
import { type Facts, noFacts, RequestFacts } from "../shared/RequestFacts.ts"
import { unansweredBody } from "./unansweredBody.ts"
import { logDied, retryAfter, unlessLost } from "./unlessLost.ts"

/** What a caller may name a request: short, and harmless in a header and in a log line. */
const sane = /^[A-Za-z0-9._-]{1,128}$/

/** What a caller has named a request, if that may be repeated. */
export const givenRequestId = (header: unknown): string | null =>
  typeof header === "string" && sane.test(header) ? header : null

/** The two interfaces and the identity provider: their answers belong to one caller, and to no cache. */
const personal = /^\/(?:api\/(?:developer|whatsapp)|auth\/v1)(?:\/|$)/

/** For so long a browser that came over TLS uses nothing else: a year, in seconds. */
const transportSecurity = "max-age=31536000"

/** A defect, or a failure that no guard has turned into an answer: in the envelope of the path. */
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

/** Where an answer goes: the path, and whether the caller reached the service over TLS. */
export interface AnswerPlace {
  readonly path: string
  readonly isSecure: boolean
}

/** Headers of every answer at the place, as a record of its own. */
export const headersBelow = ({ isSecure, path }: AnswerPlace, requestId: string): Record<string, string> => {
  const named: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" }
  if (isSecure) named["strict-transport-security"] = transportSecurity
  if (personal.test(path)) named["cache-control"] = "no-store"
  return named
}

/** The documents of the interfaces are no caller's own, and say themselves how they are cached. */
const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  place: AnswerPlace,
  { requestId, retryAfterSeconds, verdict }: Facts
): HttpServerResponse.HttpServerResponse => {
  const named = headersBelow(place, requestId)
  if (response.headers["cache-control"] !== undefined) delete named["cache-control"]
  if (verdict !== null) Object.assign(named, rateHeaders(verdict))
  if (retryAfterSeconds !== null) named["retry-after"] = String(retryAfterSeconds)
  if (response.status === 503 && response.headers["retry-after"] === undefined) Object.assign(named, retryAfter)
  return HttpServerResponse.setHeaders(response, named)
}

/**
 * The request with a URL that the router can read, and the client's address as its remote address; forwarding headers
 * mean nothing from here on.
 */
const seenFrom = (request: HttpServerRequest.HttpServerRequest, address: string, peer: string) => {
  const url = readableUrl(request.url)
  if (address === peer) return url === request.url ? request : request.modify({ url })
  return request.modify({ url, remoteAddress: Option.some(address) })
}

/** Log lines of the request name it. */
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
 * Every response names its request in `x-request-id`, and so does every log line on the way (contract C43). One of a
 * request that was counted says what that did to the allowance (contract C35). Pages of other origins may read the ones
 * that they may ask for. The remote address of the request is the client's from here on.
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
      const place = { path: pathOf(request), isSecure }
      const refusal = isPlain ? plainHttpRefusal(place.path) : null
      const answered = cors(
        refusal === null ? withoutCause(unlessLost(availability, place.path, answer)) : reported(peer, refusal)
      )
      const given = givenRequestId(request.headers["x-request-id"])
      return Effect.flatMap(given === null ? ids.uuid : Effect.succeed(given), (id) => {
        const facts = noFacts(id, address)
        watched?.note(request.source, { requestId: id, client: address })
        return Effect.map(
          Effect.updateContext(answered, (context: Context.Context<R | HttpServerRequest.HttpServerRequest>) =>
            aboutRequest(context, seenFrom(request, address, peer), facts)
          ),
          (response) => withHeaders(response, place, facts)
        )
      })
    })
  }
})
