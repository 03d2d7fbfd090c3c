import { Array, Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

/** As much of a contract as tells its paths. */
interface Contract {
  readonly groups: Readonly<
    Record<string, { readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>
  >
}

interface Known {
  readonly method: string
  readonly path: RegExp
}

/** The paths of a contract; a parameter stands for one segment. */
const knownOf = (api: Contract): ReadonlyArray<Known> =>
  Object.values(api.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ method, path }) => ({
      method,
      path: new RegExp(`^${path.replaceAll(/[.+*?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/:[^/]+/g, "[^/]+")}$`)
    }))
  )

/** What a request that reaches no endpoint is answered with (decision 42). */
export interface Unrouted {
  readonly api: Contract
  readonly prefix: `/${string}`
  readonly body: (message: string) => unknown
}

/** 405 with `Allow` where the path exists under another method, 404 elsewhere; in the envelope of the interface. */
export const layer = ({ api, body, prefix }: Unrouted) => {
  const known = knownOf(api)
  return HttpRouter.add(
    "*",
    `${prefix}/*`,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = Option.match(Array.head(request.url.split("?")), { onNone: () => "", onSome: (text) => text })
      const allowed = Array.dedupe(known.filter((entry) => entry.path.test(path)).map((entry) => entry.method))
      return allowed.length > 0 && !allowed.includes(request.method)
        ? HttpServerResponse.jsonUnsafe(body("Method not allowed"), {
            status: 405,
            headers: { allow: allowed.join(", ") }
          })
        : HttpServerResponse.jsonUnsafe(body("Not found"), { status: 404 })
    })
  )
}
