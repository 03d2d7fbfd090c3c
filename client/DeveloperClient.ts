import { Effect, type Layer, Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { DeveloperApi } from "../src/adapters/http/interfaces/developer/Api.ts"
import { ApiKeyAuth } from "../src/adapters/http/interfaces/developer/middleware.ts"
import { withIdempotencyKey } from "./IdempotencyKey.ts"

/** Address and API key for a client. */
export interface DeveloperClientOptions {
  /** Without a path: `https://parley.example.com`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
}

const withKey = (apiKey: Redacted.Redacted): Layer.Layer<HttpApiMiddleware.ForClient<ApiKeyAuth>> =>
  HttpApiMiddleware.layerClient(ApiKeyAuth, ({ next, request }) =>
    Effect.flatMap(withIdempotencyKey(request), (keyed) =>
      next(HttpClientRequest.setHeader(keyed, "x-api-key", Redacted.value(apiKey)))
    )
  )

/** Creates the typed client of the Developer interface. It derives from the interface's schemas and uses any `HttpClient` of Effect. */
export const make = ({ apiKey, url }: DeveloperClientOptions) =>
  Effect.provide(HttpApiClient.make(DeveloperApi, { baseUrl: url }), withKey(apiKey))
