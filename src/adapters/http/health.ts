import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Readiness } from "../../ports/Readiness.ts"

/** `GET /health`: the process answers. `GET /ready`: the database answers too, and has every migration. */
export const layer = Layer.mergeAll(
  HttpRouter.add("GET", "/health", HttpServerResponse.jsonUnsafe({ status: "ok" })),
  HttpRouter.add(
    "GET",
    "/ready",
    Effect.gen(function* () {
      const obstacle = yield* (yield* Readiness).obstacle
      return obstacle === null
        ? HttpServerResponse.jsonUnsafe({ status: "ready" })
        : HttpServerResponse.jsonUnsafe({ status: "not ready", reason: obstacle }, { status: 503 })
    })
  )
)
