import { Array, Effect } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf, unansweredBody } from "./requestPath.ts"

/** The paths and methods of an API contract. */
export interface Contract {
  readonly groups: Readonly<
    Record<string, { readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>
  >
}

interface Known {
  readonly methods: ReadonlyArray<string>
  readonly path: RegExp
}

/** Pattern that matches the paths of an endpoint; a parameter is one segment. */
export const patternOfPath = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.+*?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/:[^/]+/g, "[^/]+")}$`)

/** The paths of a contract. HEAD is allowed where GET is. */
const knownOf = (api: Contract): ReadonlyArray<Known> =>
  Object.values(api.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ method, path }) => ({
      methods: method === "GET" ? ["GET", "HEAD"] : [method],
      path: patternOfPath(path)
    }))
  )

const isNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Response in the envelope of the interface: 405 with `Allow` if the path has another method, otherwise 404. */
const answerTo = (known: ReadonlyArray<Known>, request: HttpServerRequest.HttpServerRequest) => {
  const path = pathOf(request)
  const allowed = Array.dedupe(known.filter((entry) => entry.path.test(path)).flatMap(({ methods }) => methods))
  return allowed.length > 0 && !allowed.includes(request.method)
    ? HttpServerResponse.jsonUnsafe(unansweredBody(path, "Method not allowed"), {
        status: 405,
        headers: { allow: allowed.join(", ") }
      })
    : HttpServerResponse.jsonUnsafe(unansweredBody(path, "Not found"), { status: 404 })
}

/**
 * Answers a request without an endpoint (contract: Requests that reach no endpoint). `answered` runs before the
 * response is sent. A catch-all route would also match HEAD, and the router would then not fall back to GET.
 */
export const unrouted = <R2>(
  contracts: ReadonlyArray<Contract>,
  answered: (response: HttpServerResponse.HttpServerResponse) => Effect.Effect<void, never, R2>
) => {
  const known = contracts.flatMap(knownOf)
  return <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.catchIf(answer, isNotFound, () =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const response = answerTo(known, request)
        return Effect.as(answered(response), response)
      })
    )
}
