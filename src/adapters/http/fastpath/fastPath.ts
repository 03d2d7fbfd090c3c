import { Effect, Option, Result, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { Availability } from "../../../ports/process/Transaction.ts"
import type { PlainAnswer } from "../interfaces/envelope.ts"
import { TrustedProxies, clientOf } from "../server/clientOf.ts"
import type { Front } from "../server/listener.ts"
import { pathOf } from "../server/requestPath.ts"
import { answerRunner } from "./answerRunner.ts"

/**
 * Answers a request of the fast path within a span that has the attributes of the router's, without the query: a value may
 * be the name in a search. A status from 500 on ends it as a failure. A request whose trace is not sampled is answered as
 * without tracing: nothing in it makes a span.
 */
const withRequestSpan = <R>(
  request: IncomingMessage,
  route: string,
  address: string,
  answer: Effect.Effect<PlainAnswer, never, R>
): Effect.Effect<PlainAnswer, never, R> => {
  const { headers, method = "", url = "" } = request
  const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers)))
  const agent = headers["user-agent"]
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    "url.path": pathOf({ url }),
    "client.address": address,
    ...(agent !== undefined && { "user_agent.original": agent })
  }
  const traced = Effect.useSpan(method, { kind: "server", attributes, ...(parent && { parent }) }, (span) => {
    const within = Effect.provideService(answer, Tracer.ParentSpan, span)
    if (!span.sampled) return Effect.withTracerEnabled(within, false)
    return Effect.flatMap(within, (answered) => {
      span.attribute("http.response.status_code", answered.status)
      return answered.status >= 500 ? Effect.fail(answered) : Effect.succeed(answered)
    })
  })
  return Effect.catch(traced, Effect.succeed)
}

/** Largest body, in bytes, that the fast path accepts. Larger bodies rarely arrive with the head. */
export const maxBufferedBytes = 16 * 1024

/** A request with its whole body; no bytes for none. */
export interface FastRequest {
  /** Node's request, by which the access log identifies it. */
  readonly source: object
  /** The path with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The client's address, as `clientOf` finds it. */
  readonly ipAddress: string
  readonly body: Uint8Array
}

/**
 * An endpoint whose valid requests bypass the router, which would take more time than the endpoint (decision 9, Hot paths).
 * The router also has the endpoint and handles all other requests.
 */
export interface FastRoute<R = never> {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  /** Returns the answer; null leaves the request to the router. Nothing happens before the effect runs. */
  readonly begin: (request: FastRequest) => Effect.Effect<PlainAnswer, never, R> | null
}

const noBytes = new Uint8Array(0)

/** Answers these routes before the router, with tracing on each within a span of its own. */
export const fastPath = Effect.fnUntraced(function* <R>(routes: ReadonlyArray<FastRoute<R>>) {
  const run = yield* answerRunner<R>()
  const { isLost } = yield* Availability
  const trusted = yield* TrustedProxies
  const isTraced = (yield* Tracer.Tracer) !== Tracer.nativeTracer
  const byName = new Map<string, FastRoute<R>>(routes.map((route) => [`${route.method} ${route.path}`, route] as const))
  const front: Front = (request, response, pass) => {
    const { headers, method = "", socket, url = "" } = request
    const path = pathOf({ url })
    const route = byName.get(`${method} ${path}`)
    if (route === undefined) return false
    const client = clientOf(trusted, socket.remoteAddress ?? "", headers)
    // The router refuses both.
    if (client.isPlain || isLost()) return false
    const take = (body: Uint8Array): boolean => {
      // A throw outside of an effect would end the process. The router answers the request instead.
      const attempt = Result.try(() => route.begin({ source: request, url, headers, ipAddress: client.address, body }))
      if (Result.isFailure(attempt) || attempt.success === null) return false
      const answer = isTraced ? withRequestSpan(request, route.path, client.address, attempt.success) : attempt.success
      run({ path, isSecure: client.isSecure }, client.address, request, response, answer)
      return true
    }
    if (route.method === "GET") return take(noBytes)
    // Node has read all arrived bytes then: with most clients the body arrives together with the head.
    process.nextTick(() => {
      const length = Number(headers["content-length"])
      const body: unknown = length <= maxBufferedBytes && length === request.readableLength ? request.read() : null
      if (body instanceof Uint8Array) {
        if (take(body)) return
        request.unshift(body)
      }
      pass()
    })
    return true
  }
  return front
})
