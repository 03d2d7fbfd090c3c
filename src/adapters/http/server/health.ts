import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { WorkerHealth, Readiness } from "../../../ports/process/WorkerHealth.ts"

/**
 * `GET /health` checks the process. `GET /ready` also checks the database, its migrations and the background work. It
 * lists the missing keys of stored secrets.
 */
export const layer = Layer.mergeAll(
  HttpRouter.add("GET", "/health", HttpServerResponse.jsonUnsafe({ status: "ok" })),
  HttpRouter.add(
    "GET",
    "/ready",
    Effect.gen(function* () {
      const readiness = yield* Readiness
      const health = yield* WorkerHealth
      const obstacle = (yield* readiness.obstacle) ?? (health === null ? null : yield* health.obstacle)
      if (obstacle !== null) {
        return HttpServerResponse.jsonUnsafe({ status: "not ready", reason: obstacle }, { status: 503 })
      }
      const missingKeys = yield* readiness.missingKeys
      return HttpServerResponse.jsonUnsafe({ status: "ready", ...(missingKeys.length === 0 ? {} : { missingKeys }) })
    })
  )
)
