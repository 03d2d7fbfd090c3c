import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf } from "./pathOf.ts"

/** Origins whose pages may call the Session interface; none, when nobody names any (decision 43). */
export const AllowedOrigins = Context.Reference<ReadonlyArray<string>>("effect-parley/http/AllowedOrigins", {
  defaultValue: () => []
})

/** The only interface that is meant for browsers: API keys have no place in them. */
const sessionInterface = /^\/api\/whatsapp(?:\/|$)/

/** How long browsers may remember what they were told, in seconds; none of them does so for longer than a day. */
const maxAge = 24 * 60 * 60

const preflight = {
  "access-control-allow-methods": "GET, POST, PATCH",
  "access-control-allow-headers": "authorization, content-type, x-org-id, x-request-id, idempotency-key",
  "access-control-max-age": String(maxAge)
}
const exposed = {
  "access-control-expose-headers": "ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id"
}

/** A browser asks whether it may ask. */
const isPreflight = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined

/** Lets pages of these origins call the Session interface. Where there are none, it is as if this were not there. */
export const withCors =
  (allowed: ReadonlyArray<string>) =>
  <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (allowed.length === 0 || !sessionInterface.test(pathOf(request))) return yield* answer
      const { origin } = request.headers
      // Whoever keeps answers has to keep them apart, also those to an origin that may not have them.
      const vary = { vary: "Origin" }
      if (origin === undefined || !allowed.includes(origin)) {
        return HttpServerResponse.setHeaders(yield* answer, vary)
      }
      const permission = { ...vary, "access-control-allow-origin": origin }
      return isPreflight(request)
        ? HttpServerResponse.empty({ status: 204, headers: { ...permission, ...preflight } })
        : HttpServerResponse.setHeaders(yield* answer, { ...permission, ...exposed })
    })
