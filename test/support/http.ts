import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Routes from "../../src/adapters/http/routes.ts"
import { routerConfig } from "../../src/adapters/http/server/listener.ts"

const app = Effect.provideService(
  HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(HttpServer.layerServices))),
  HttpRouter.RouterConfig,
  routerConfig
)

export interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Text, blobs and streams are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** The address that it comes from. */
  readonly from?: string
}

const Json = Schema.fromJsonString(Schema.Json)

/** What is sent for a body; `duplex` is asked for when that is a stream. */
const contentOf = (body: unknown): RequestInit & { readonly duplex?: "half" } => {
  if (body === undefined) return {}
  if (body instanceof ReadableStream) return { body, duplex: "half" }
  return { body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body) }
}

/** What a stream of events has told before it waits for more. */
const toldBy = async (body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> => {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ""
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- pieces come one after the other
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done) return text
    if (/^: live$/m.test(text)) return reader.cancel().then(() => text)
  }
}

/** The body of an answer; a stream of events up to where it is caught up. */
const textOf = (response: Response): Promise<string> =>
  response.body !== null && response.headers.get("content-type") === "text/event-stream"
    ? toldBy(response.body)
    : response.text()

/** Sends a request to what answers it, in the test's own fiber: its clock and its world are the ones used. */
export const askOf = Effect.fnUntraced(function* <E, R>(
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  path: string,
  { body, from, headers = {}, method }: Asked = {}
) {
  const request = new Request(`http://test${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...contentOf(body)
  })
  const response = yield* answer.pipe(
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(request).modify({ remoteAddress: Option.fromUndefinedOr(from) })
    ),
    Effect.map((response) => HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD" }))
  )
  return { status: response.status, headers: response.headers, text: yield* Effect.promise(() => textOf(response)) }
}, Effect.scoped)

/** Sends a request through the whole HTTP stack. */
export const askText = Effect.fnUntraced(function* (path: string, asked: Asked = {}) {
  return yield* askOf(yield* app, path, asked)
}, Effect.scoped)

/** The same, with the JSON of the answer; null when there is none. */
export const ask = Effect.fnUntraced(function* (path: string, asked: Asked = {}) {
  const { headers, status, text } = yield* askText(path, asked)
  return { status, headers, body: text === "" ? null : yield* Schema.decodeUnknownEffect(Json)(text) }
})
