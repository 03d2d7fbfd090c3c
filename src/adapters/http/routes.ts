import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { DeveloperApi } from "./developer/Api.ts"
import { unroutedLog } from "./developer/requestLog.ts"
import * as Developer from "./developer/routes.ts"
import { requestHeaders } from "./server/requestHeaders.ts"
import { unrouted } from "./server/unrouted.ts"
import { SessionApi } from "./session/Api.ts"
import * as Session from "./session/routes.ts"
import { Readiness } from "../../ports/stores/Readiness.ts"

/**
 * `GET /health`: the process answers. `GET /ready`: the database answers too, and has every migration. It names the keys
 * that stored secrets need and that are missing.
 */
const health = Layer.mergeAll(
  HttpRouter.add("GET", "/health", HttpServerResponse.jsonUnsafe({ status: "ok" })),
  HttpRouter.add(
    "GET",
    "/ready",
    Effect.gen(function* () {
      const readiness = yield* Readiness
      const obstacle = yield* readiness.obstacle
      if (obstacle !== null) {
        return HttpServerResponse.jsonUnsafe({ status: "not ready", reason: obstacle }, { status: 503 })
      }
      const missingKeys = yield* readiness.missingKeys
      return HttpServerResponse.jsonUnsafe({ status: "ready", ...(missingKeys.length === 0 ? {} : { missingKeys }) })
    })
  )
)

/** The middleware of all requests to a process that answers both interfaces. */
const everyRequest = HttpRouter.middleware(
  Effect.gen(function* () {
    const named = yield* requestHeaders
    const routed = unrouted([DeveloperApi, SessionApi], yield* unroutedLog)
    return (answer) => named(routed(answer))
  }),
  { global: true }
)

/** The middleware of all requests to a process without an interface, whose paths are unknown there. */
const withoutInterfaces = HttpRouter.middleware(
  Effect.map(requestHeaders, (named) => {
    const routed = unrouted([], () => Effect.void)
    return (answer) => named(routed(answer))
  }),
  { global: true }
)

/** Both interfaces, and whether the process is ready. What they still require are ports. */
export const layer = Layer.mergeAll(Developer.layer, Session.layer, health, everyRequest)

/** Whether a process without an interface is ready. */
export const healthOnly = Layer.merge(health, withoutInterfaces)
