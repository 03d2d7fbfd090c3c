import { Context, Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { performance } from "node:perf_hooks"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { RequestFacts } from "../interfaces/RequestFacts.ts"
import { pathOf } from "./requestPath.ts"
import { patternOfPath } from "./unrouted.ts"

/** Known facts of a request for its log line. Requests of the Session interface have no API key. */
export interface NamedRequest {
  readonly requestId?: string
  readonly organizationId?: OrganizationId
  readonly apiKeyId?: string
  readonly client?: string
}

/** Observer of every request and its response. */
export interface AnsweredRequests {
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void
  /** Notes facts of a request. `source` is Node's request. */
  readonly note: (source: object, facts: NamedRequest) => void
}

/** The observer; null if metrics and the access log are off. */
export const AnsweredRequests = Context.Reference<AnsweredRequests | null>("effect-parley/http/AnsweredRequests", {
  defaultValue: () => null
})

/** Notes facts of a request. */
export const noteRequest = (source: object, facts: NamedRequest): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    fiber.getRef(AnsweredRequests)?.note(source, facts)
    const known = fiber.getRef(RequestFacts)
    if (known !== null && facts.organizationId !== undefined) known.callerOrganizationId = facts.organizationId
    return Effect.void
  })

/** The route label of unknown paths. */
const unmatched = "unmatched"

/** Paths outside the interfaces. */
const otherPaths: ReadonlyArray<string> = [
  "/health",
  "/ready",
  "/webhooks/meta",
  "/auth/v1/token",
  "/auth/v1/user",
  "/auth/v1/logout",
  ...["/api/developer", "/api/whatsapp"].flatMap((base) => [`${base}/docs`, `${base}/openapi.json`])
]

/** Maps a path to its route template, a low-cardinality label without text of the caller. */
const routesOf = (paths: ReadonlyArray<string>) => {
  const all = [...new Set([...paths, ...otherPaths])]
  const plain = new Set(all.filter((path) => !path.includes(":")))
  const patterns = all.filter((path) => path.includes(":")).map((path) => ({ path, pattern: patternOfPath(path) }))
  return (path: string): string =>
    plain.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.path ?? unmatched)
}

/** Methods with their own metric label; every other method counts as `_OTHER`. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** A line of the access log. */
const line = (facts: Readonly<Record<string, unknown>>) => Effect.logInfo("request answered", facts)

/**
 * Measures every request, and logs it if `isLogged`. `paths` are those of the interfaces. Returns null if metrics and the
 * log are both off.
 */
export const make = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, isLogged: boolean) {
  const meter = yield* Meter
  if (!isLogged && !meter.isOn) return null
  const log = Effect.runForkWith(yield* Effect.context<never>())
  const routeOf = routesOf(paths)
  const requests = new WeakMap<object, NamedRequest>()
  const watched: AnsweredRequests = {
    note: (source, { apiKeyId, client, organizationId, requestId }) => {
      if (!isLogged) return
      const known = requests.get(source)
      requests.set(source, {
        ...known,
        ...(client === undefined ? {} : { client }),
        ...(requestId === undefined ? {} : { requestId }),
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(apiKeyId === undefined ? {} : { apiKeyId })
      })
    },
    watch: (request, response) => {
      const begin = performance.now()
      response.once("close", () => {
        const millis = performance.now() - begin
        const method = methods.has(request.method ?? "") ? (request.method ?? "") : "_OTHER"
        const route = routeOf(pathOf({ url: request.url ?? "" }))
        // A caller that disconnects before the response counts as 499, as in the request log.
        const status = response.headersSent ? response.statusCode : 499
        meter.record(metrics.requestDuration, millis / 1_000, {
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": String(status)
        })
        if (!isLogged) return
        const { apiKeyId = null, client = null, organizationId = null, requestId = null } = requests.get(request) ?? {}
        const durationMillis = Math.round(millis * 10) / 10
        log(line({ method, route, status, durationMillis, organizationId, apiKeyId, requestId, client }))
      })
    }
  }
  return watched
})
