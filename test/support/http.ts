import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Routes from "../../src/adapters/http/routes.ts"

const app = HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(HttpServer.layerServices)))

export interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

const Json = Schema.fromJsonString(Schema.Json)

/** Sends a request through the whole HTTP stack, in the test's own fiber: its clock and its world are the ones used. */
export const ask = Effect.fnUntraced(function* (path: string, { body, headers = {}, method }: Asked = {}) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
  const request = new Request(`http://test${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(text === undefined ? {} : { body: text })
  })
  const response = yield* (yield* app).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
    Effect.map((response) => HttpServerResponse.toWeb(response))
  )
  const answer = yield* Effect.promise(() => response.text())
  return {
    status: response.status,
    headers: response.headers,
    body: answer === "" ? null : yield* Schema.decodeUnknownEffect(Json)(answer)
  }
}, Effect.scoped)
