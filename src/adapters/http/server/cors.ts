import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf } from "./requestPath.ts"

/** Origins whose pages may call the endpoints for browsers. None by default (contract: Headers of every response). */
export const AllowedOrigins = Context.Reference<ReadonlyArray<string>>("effect-parley/http/AllowedOrigins", {
  defaultValue: () => []
})

/** How long browsers may cache a preflight answer, in seconds. No browser caches it for longer than a day. */
const maxAge = 24 * 60 * 60

interface Permission {
  readonly path: RegExp
  readonly preflight: Readonly<Record<string, string>>
  readonly exposed: Readonly<Record<string, string>>
}

const permission = (path: RegExp, methods: string, headers: string, exposed: string): Permission => ({
  path,
  preflight: {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": headers,
    "access-control-max-age": String(maxAge)
  },
  exposed: { "access-control-expose-headers": exposed }
})

/** The endpoints for browsers. API keys of the Developer interface do not belong in a browser. */
const permissions: ReadonlyArray<Permission> = [
  // The Session interface.
  permission(
    /^\/api\/whatsapp(?:\/|$)/,
    "GET, POST, PUT, PATCH, DELETE",
    "authorization, content-type, x-org-id, x-request-id, idempotency-key, last-event-id",
    "ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id, idempotent-replayed"
  ),
  // The identity provider of the service, with what `@supabase/auth-js` sends and reads.
  permission(
    /^\/auth\/v1(?:\/|$)/,
    "GET, POST",
    "authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-request-id",
    "retry-after, x-request-id, x-sb-error-code, x-supabase-api-version"
  )
]

/** Whether the request is a CORS preflight. */
const isPreflight = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined

/** `Vary` header. Caches must separate responses by origin, including those to disallowed origins. */
const vary = "Origin"

const varied = (response: HttpServerResponse.HttpServerResponse, headers: Readonly<Record<string, string>>) => {
  const own = response.headers["vary"]
  return HttpServerResponse.setHeaders(response, { ...headers, vary: own === undefined ? vary : `${own}, ${vary}` })
}

/** Allows pages of these origins to call the browser endpoints. Without origins it does nothing. */
export const withCors =
  (allowed: ReadonlyArray<string>) =>
  <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    if (allowed.length === 0) return answer
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = pathOf(request)
      const permitted = permissions.find((one) => one.path.test(path))
      if (permitted === undefined) return yield* answer
      const { origin } = request.headers
      if (origin === undefined || !allowed.includes(origin)) {
        return varied(yield* answer, {})
      }
      const corsHeaders = { vary, "access-control-allow-origin": origin }
      return isPreflight(request)
        ? HttpServerResponse.empty({ status: 204, headers: { ...corsHeaders, ...permitted.preflight } })
        : varied(yield* answer, { ...corsHeaders, ...permitted.exposed })
    })
  }
