import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { sharedDocument } from "./sharedDocument.ts"

/** Whether the interfaces show their documents and the pages to read them on. */
export const DocumentsShown = Context.Reference<boolean>("effect-parley/http/DocumentsShown", {
  defaultValue: () => true
})

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

const encoder = new TextEncoder()

/** The HTML of a page. Its script is 3 MB, so it is loaded when the page is first asked for. */
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

/** Below the prefix of an interface `openapi.json`, the document of its contract, and `docs`, a page to read and try it. */
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
