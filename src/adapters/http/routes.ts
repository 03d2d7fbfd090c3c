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
export const layer = Layer.mergeAll(Developer.layer, Session.layer, health, everyRequest)
