import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { sharedDocument } from "./sharedDocument.ts"

/** Whether the interfaces serve their OpenAPI documents and documentation pages. */
export const DocumentsShown = Context.Reference<boolean>("effect-parley/http/DocumentsShown", {
  defaultValue: () => true
})

/** The page contains its script. It may not load from or connect to other hosts. */
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

const encoder = new TextEncoder()

/** The HTML of a page. Its script has 3 MB, so it is loaded on the first request. */
const pageOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const page = yield* HttpRouter.toHttpEffect(
      HttpApiScalar.layer(api, { path, scalar: { withDefaultFonts: false } }).pipe(
        Layer.provide(HttpServer.layerServices)
      )
    )
    const { body } = yield* page
    return body._tag === "Uint8Array" ? body.body : yield* Effect.die("the page of an interface has no text")
  }).pipe(
    Effect.scoped,
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request(`http://localhost${path}`))
    ),
    Effect.orDie
  )

/** Serves `openapi.json` and the interactive page `docs` below the prefix of an interface. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  prefix: `/${string}`
) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      if (!(yield* DocumentsShown)) return
      const path = `${prefix}/docs` as const
      const contract = Effect.sync(() => encoder.encode(JSON.stringify(OpenApi.fromApi(api))))
      yield* router.add(
        "GET",
        `${prefix}/openapi.json`,
        yield* sharedDocument(contract, { contentType: "application/json", headers: {} })
      )
      yield* router.add(
        "GET",
        path,
        yield* sharedDocument(pageOf(api, path), {
          contentType: "text/html; charset=utf-8",
          headers: { "content-security-policy": contentSecurityPolicy }
        })
      )
    })
  )
