import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { DeveloperApi } from "./interfaces/developer/Api.ts"
import { unroutedLog } from "./requestlog/recordRequests.ts"
import * as Developer from "./interfaces/developer/routes.ts"
import { requestHeaders } from "./server/requestHeaders.ts"
import { unrouted } from "./server/unrouted.ts"
import * as Health from "./server/health.ts"
import { SessionApi } from "./interfaces/session/Api.ts"
import * as Session from "./interfaces/session/routes.ts"

/** Middleware of all requests to a process with both interfaces. */
const everyRequest = HttpRouter.middleware(
  Effect.gen(function* () {
    const withHeaders = yield* requestHeaders
    const routed = unrouted([DeveloperApi, SessionApi], yield* unroutedLog)
    return (answer) => withHeaders(routed(answer))
  }),
  { global: true }
)

/** Middleware of all requests to a process without the interfaces. */
const withoutInterfaces = HttpRouter.middleware(
  Effect.map(requestHeaders, (withHeaders) => {
    const routed = unrouted([], () => Effect.void)
    return (answer) => withHeaders(routed(answer))
  }),
  { global: true }
)

/** The routes of both interfaces and of `/health` and `/ready`. They require ports. */
export const layer = Layer.mergeAll(Developer.layer, Session.layer, Health.layer, everyRequest)

/** The routes of `/health` and `/ready`, for a process without an interface. */
export const healthOnly = Layer.merge(Health.layer, withoutInterfaces)
