import { Context, Effect, References } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IdSource } from "../../ports/IdSource.ts"
import { AllowedOrigins, withCors } from "./cors.ts"
import { retryAfter } from "./overloaded.ts"
import { pathOf } from "./pathOf.ts"
import { rateHeaders } from "./rateTiers.ts"
import { type Facts, noFacts, RequestFacts } from "./RequestFacts.ts"
import { unansweredBody } from "./unansweredBody.ts"

/** What a caller may name a request: short, and harmless in a header and in a log line. */
const sane = /^[A-Za-z0-9._-]{1,128}$/

/** What a caller has named a request, if that may be repeated. */
export const givenRequestId = (header: unknown): string | null =>
  typeof header === "string" && sane.test(header) ? header : null

/** The two interfaces: what they answer belongs to one caller, and to no cache. */
const interfaces = /^\/api\/(?:developer|whatsapp)(?:\/|$)/

/** A path that the router cannot read (`/%`) matches no route, not even those that take every path. */
const isNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const withoutRoute = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchIf(answer, isNotFound, () =>
    Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
      HttpServerResponse.jsonUnsafe(unansweredBody(pathOf(request), "Not found"), { status: 404 })
    )
  )

/** What every answer below the path has. */
export const headersBelow = (path: string, requestId: string): Record<string, string> =>
  interfaces.test(path) ? { "x-request-id": requestId, "cache-control": "no-store" } : { "x-request-id": requestId }

const headersOf = (path: string, { requestId, verdict }: Facts) => {
  const named = headersBelow(path, requestId)
  return verdict === null ? named : Object.assign(named, rateHeaders(verdict))
}

/** Log lines of the request name it. */
const aboutRequest = <R>(context: Context.Context<R>, facts: Facts): Context.Context<R> => {
  const annotations = { ...Context.get(context, References.CurrentLogAnnotations), requestId: facts.requestId }
  return Context.add(Context.add(context, RequestFacts, facts), References.CurrentLogAnnotations, annotations)
}

/**
 * Every response names its request in `x-request-id`, and so does every log line on the way (decision 43). One of a
 * request that was counted says what that did to the allowance (decision 35). Pages of other origins may read the ones
 * that they may ask for.
 */
export const requestHeaders = Effect.gen(function* () {
  const ids = yield* IdSource
  const cors = withCors(yield* AllowedOrigins)
  return <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const answered = cors(withoutRoute(answer))
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const given = givenRequestId(request.headers["x-request-id"])
      return Effect.flatMap(given === null ? ids.uuid : Effect.succeed(given), (id) => {
        const facts = noFacts(id)
        return Effect.map(
          Effect.updateContext(answered, (context: Context.Context<R | HttpServerRequest.HttpServerRequest>) =>
            aboutRequest(context, facts)
          ),
          (response) => {
            const named = headersOf(pathOf(request), facts)
            const isLater = response.status === 503 && response.headers["retry-after"] === undefined
            return HttpServerResponse.setHeaders(response, isLater ? Object.assign(named, retryAfter) : named)
          }
        )
      })
    })
  }
})
