import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IdSource } from "../../ports/IdSource.ts"
import { AllowedOrigins, withCors } from "./cors.ts"
import { pathOf } from "./pathOf.ts"
import { rateHeaders } from "./rateTiers.ts"
import { withFacts } from "./RequestFacts.ts"
import { unansweredBody } from "./unansweredBody.ts"

/** What a caller may name a request: short, and harmless in a header and in a log line. */
const sane = /^[A-Za-z0-9._-]{1,128}$/

/** The two interfaces: what they answer belongs to one caller, and to no cache. */
const interfaces = /^\/api\/(?:developer|whatsapp)(?:\/|$)/

/** A path that the router cannot read (`/%`) matches no route, not even those that take every path. */
const isNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/**
 * Every response names its request in `x-request-id`, and so does every log line on the way (decision 43). One of a
 * request that was counted says what that did to the allowance (decision 35). Pages of other origins may read the ones
 * that they may ask for.
 */
export const layer = HttpRouter.middleware(
  Effect.gen(function* () {
    const ids = yield* IdSource
    const allowed = yield* AllowedOrigins
    return Effect.fnUntraced(function* (effect) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = pathOf(request)
      const given = request.headers["x-request-id"]
      const id = given !== undefined && sane.test(given) ? given : yield* ids.uuid
      const [response, { verdict }] = yield* effect.pipe(
        Effect.catchIf(isNotFound, () =>
          Effect.succeed(HttpServerResponse.jsonUnsafe(unansweredBody(path, "Not found"), { status: 404 }))
        ),
        withCors(allowed),
        Effect.annotateLogs({ requestId: id }),
        withFacts
      )
      return HttpServerResponse.setHeaders(response, {
        "x-request-id": id,
        ...(interfaces.test(path) ? { "cache-control": "no-store" } : {}),
        ...rateHeaders(verdict)
      })
    })
  }),
  { global: true }
)
