import { Array, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf } from "../shared/pathOf.ts"
import { unansweredBody } from "../shared/unansweredBody.ts"

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

/** What a request that reaches no endpoint is answered with (contract C42). */
export interface Unrouted {
  readonly api: Contract
  readonly prefix: `/${string}`
}

/** 405 with `Allow` where the path exists under another method, 404 elsewhere; in the envelope of the interface. */
export const layer = ({ api, prefix }: Unrouted) => {
  const known = knownOf(api)
  return HttpRouter.add(
    "*",
    `${prefix}/*`,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = pathOf(request)
      const allowed = Array.dedupe(known.filter((entry) => entry.path.test(path)).map((entry) => entry.method))
      return allowed.length > 0 && !allowed.includes(request.method)
        ? HttpServerResponse.jsonUnsafe(unansweredBody(path, "Method not allowed"), {
            status: 405,
            headers: { allow: allowed.join(", ") }
          })
        : HttpServerResponse.jsonUnsafe(unansweredBody(path, "Not found"), { status: 404 })
    })
  )
}
