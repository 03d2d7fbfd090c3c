import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar } from "effect/http-api"

/** The page brings its script along; nothing on it may load from, or talk to, another host. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** A page to read a contract on, and to try it. Its script is 3 MB, so it is loaded when somebody asks for the page. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
) => {
  const page = HttpRouter.toHttpEffect(
    HttpApiScalar.layer(api, { path, scalar: { withDefaultFonts: false } }).pipe(
      Layer.provide(HttpServer.layerServices)
    )
  )
  return HttpRouter.use((router) =>
    Effect.gen(function* () {
      const render = yield* Effect.cached(Effect.scoped(Effect.flatten(page)))
      yield* router.add(
        "GET",
        path,
        Effect.map(render, HttpServerResponse.setHeader("content-security-policy", contentSecurityPolicy))
      )
    })
  )
}
