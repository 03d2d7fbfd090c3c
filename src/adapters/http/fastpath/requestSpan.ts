import { Effect, Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { IncomingMessage } from "node:http"
import { pathOf } from "../server/pathOf.ts"
import type { PlainAnswer } from "../interfaces/encodedFailure.ts"

/**
 * Answers a request of the fast path within a span that has the attributes of the router's, without the query: a value may
 * be the name in a search. A status from 500 on ends it as a failure. A request whose trace is not sampled is answered as
 * without tracing: nothing in it makes a span.
 */
export const withRequestSpan = <R>(
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
