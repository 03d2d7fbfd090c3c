import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { WorkerHealth } from "../../ports/process/WorkerHealth.ts"
import { Readiness } from "../../ports/process/Readiness.ts"

/**
 * `GET /health`: the process answers. `GET /ready`: the database answers too, has every migration, and the background work
 * goes on. It names the keys
 * that stored secrets need and that are missing.
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
