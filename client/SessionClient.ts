import { Effect, Layer, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { SessionApi } from "../src/adapters/http/interfaces/session/Api.ts"
import { OrganizationAuth, TokenAuth, organizationHeader } from "../src/adapters/http/interfaces/session/middleware.ts"
import { withIdempotencyKey } from "./IdempotencyKey.ts"

/** Address, token and organization for a client. */
export interface SessionClientOptions {
  /** Without a path: `https://parley.example.com`. */
  readonly url: string
  /** A session token, or the service key. */
  readonly token: Redacted.Redacted
  readonly organizationId: string
}

const withHeaders = ({ organizationId, token }: SessionClientOptions) =>
  Layer.merge(
    HttpApiMiddleware.layerClient(TokenAuth, ({ next, request }) =>
      Effect.flatMap(withIdempotencyKey(request), (keyed) => next(HttpClientRequest.bearerToken(keyed, token)))
    ),
    HttpApiMiddleware.layerClient(OrganizationAuth, ({ next, request }) =>
      next(HttpClientRequest.setHeader(request, organizationHeader, organizationId))
    )
  )

/** Creates the typed client of the Session interface. It derives from the interface's schemas and uses any `HttpClient` of Effect. */
export const make = (options: SessionClientOptions) =>
  Effect.provide(HttpApiClient.make(SessionApi, { baseUrl: options.url }), withHeaders(options))
