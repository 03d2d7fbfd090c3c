import { Clock, Effect, Exit, Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { IncomingMessage } from "node:http"
import { pathOf } from "../server/pathOf.ts"
import type { DirectAnswer, DirectRoute } from "./DirectRoute.ts"

/** Headers that name the caller's span, in the forms that the router reads. */
const traceHeaders = ["traceparent", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-sampled"]

/** The caller's span, if the request names one. */
const parentOf = ({ headers }: IncomingMessage): Tracer.ExternalSpan | undefined => {
  const named = traceHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === "string" ? [[name, value] as const] : []
  })
  return named.length === 0 ? undefined : Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(named)))
}

/** How the span ends: an answer from 500 on is a failure of the service, as the router has it. */
const endOf = (exit: Exit.Exit<DirectAnswer>): Exit.Exit<DirectAnswer, string> =>
  exit._tag === "Success" && exit.value.status >= 500 ? Exit.fail(`answered ${exit.value.status}`) : exit

/** What the router's span of a request has too. The query is left out: a value may be the name in a search. */
const describe = (
  span: Tracer.Span,
  { headers, method = "", url = "" }: IncomingMessage,
  route: string,
  address: string
) => {
  const agent = headers["user-agent"]
  span.attribute("http.request.method", method)
  span.attribute("http.route", route)
  span.attribute("url.path", pathOf({ url }))
  span.attribute("client.address", address)
  if (agent !== undefined) span.attribute("user_agent.original", agent)
}

/**
 * Answers a request of the fast path within its span. A request whose trace is not sampled is answered as without
 * tracing: nothing in it makes a span.
 */
export const withRequestSpan = <R>(
  request: IncomingMessage,
  { method, path }: Pick<DirectRoute, "method" | "path">,
  address: string,
  answer: Effect.Effect<DirectAnswer, never, R>
): Effect.Effect<DirectAnswer, never, R> => {
  const parent = parentOf(request)
  return Effect.flatMap(Effect.makeSpan(method, { kind: "server", ...(parent && { parent }) }), (span) => {
    const within = Effect.provideService(answer, Tracer.ParentSpan, span)
    if (!span.sampled) return Effect.withTracerEnabled(within, false)
    describe(span, request, path, address)
    return Effect.onExit(within, (exit) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
          span.end(clock.currentTimeNanosUnsafe(), endOf(exit))
        })
      )
    )
  })
}
