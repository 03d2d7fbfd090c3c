import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHmac } from "node:crypto"
import * as MetaWebhook from "../../../src/adapters/http/inbound/metaWebhook.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"

/** The secrets of two apps, and what the handshake asks for. */
export const appSecrets = ["the first app's", "the second app's"] as const
export const verifyToken = "verify me"

const appOf = (secrets: ReadonlyArray<string>): MetaWebhook.MetaApp => ({
  secrets: secrets.map((secret) => Redacted.make(secret)),
  verifyToken: Redacted.make(verifyToken)
})

export const webhookRoutes = (secrets: ReadonlyArray<string>) => MetaWebhook.layer(appOf(secrets))

/** Routes that are answered before the router. */
export const webhookFastRoute = (secrets: ReadonlyArray<string>) => MetaWebhook.fastRoute(appOf(secrets))

/** The routes that Meta calls, and no others. */
export const webhookApp = (secrets: ReadonlyArray<string> = appSecrets) =>
  HttpRouter.toHttpEffect(webhookRoutes(secrets).pipe(Layer.provide(HttpServer.layerServices)))

/** All routes of the service, with these app secrets. */
export const serviceApp = (secrets: ReadonlyArray<string> = appSecrets) =>
  HttpRouter.toHttpEffect(
    Layer.merge(Routes.layer, webhookRoutes(secrets)).pipe(Layer.provide(HttpServer.layerServices))
  )

export const webhookPath = "/webhooks/meta"

const bytes = (body: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body)

/** The header in which the platform signs a body. */
export const signedBy = (secret: string, body: string | Uint8Array): Record<string, string> => ({
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(bytes(body)).digest("hex")}`
})

/** The text with everything from DEL on escaped, as the platform signs it. */
export const escaped = (text: string): string =>
  text.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

export interface Asked {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>
}

/** Sends something to the service, in the test's own fiber, and gives the answer. */
export const webhookAnswer = Effect.fnUntraced(function* <E, R, E2, R2>(
  app: Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>, E2, R2>,
  asked: Asked
) {
  const { body, headers = {}, method = body === undefined ? "GET" : "POST", path = webhookPath } = asked
  const content: RequestInit & { readonly duplex?: "half" } =
    body instanceof ReadableStream ? { body, duplex: "half" } : body === undefined ? {} : { body: bytes(body) }
  const request = new Request(`http://test${path}`, { method, headers, ...content })
  const response = yield* Effect.provideService(
    yield* app,
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(request)
  ).pipe(Effect.map((answered) => HttpServerResponse.toWeb(answered)))
  return { status: response.status, headers: response.headers, text: yield* Effect.promise(() => response.text()) }
}, Effect.scoped)
