import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { DeveloperApi } from "./developer/Api.ts"
import { unroutedLog } from "./developer/requestLog.ts"
import * as Developer from "./developer/routes.ts"
import { requestHeaders } from "./server/requestHeaders.ts"
import { unrouted } from "./server/unrouted.ts"
import * as Health from "./health.ts"
import { SessionApi } from "./session/Api.ts"
import * as Session from "./session/routes.ts"

/** The middleware of all requests. */
const everyRequest = HttpRouter.middleware(
  Effect.gen(function* () {
    const named = yield* requestHeaders
    const routed = unrouted([DeveloperApi, SessionApi], yield* unroutedLog)
    return (answer) => named(routed(answer))
  }),
  { global: true }
)

/** Every route of the service. What it still requires are ports, and what tells whether it is ready. */
export const layer = Layer.mergeAll(Developer.layer, Session.layer, Health.layer, everyRequest)
