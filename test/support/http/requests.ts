import { type Context, Effect, Layer, Option, Schema, Scope, Tracer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { routerConfig } from "../../../src/adapters/http/server/listener.ts"

/** Fresh: built with the services of the caller, and not with those of an earlier build. */
const builtRoutes = Effect.provideService(
  HttpRouter.toHttpEffect(Layer.fresh(Routes.layer.pipe(Layer.provide(HttpServer.layerServices)))),
  HttpRouter.RouterConfig,
  routerConfig
)

/** Services that differ between requests in the same world. Routes take them from the request. */
const perRequest: ReadonlySet<string> = new Set([Scope.Scope.key, Tracer.ParentSpan.key])

const isSameWorld = (one: Context.Context<never>, other: Context.Context<never>): boolean =>
  one === other ||
  (one.mapUnsafe.size === other.mapUnsafe.size &&
    [...one.mapUnsafe].every(([key, service]) => perRequest.has(key) || other.mapUnsafe.get(key) === service))

type Answer = Effect.Success<typeof builtRoutes>

/**
 * Routes with event streams of their own. A process waits between two reads of events, and no test advances the clock in a
 * request. The routes own nothing that has to be released, so their scope stays open.
 */
const freshRoutes = Effect.suspend(() => Effect.provideService(builtRoutes, Scope.Scope, Scope.makeUnsafe()))

let latest: { readonly world: Context.Context<never>; readonly answer: Answer } | undefined

/**
 * Answers requests with the routes of both interfaces. A world builds them once: this takes 20 ms of processor time,
 * more than most requests.
 */
const app = Effect.gen(function* () {
  const world = yield* Effect.context<never>()
  if (latest !== undefined && isSameWorld(latest.world, world)) return latest.answer
  const answer = yield* freshRoutes
  latest = { world, answer }
  return answer
})

export interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Text, blobs and streams are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** The address that it comes from. */
  readonly from?: string
}

const Json = Schema.fromJsonString(Schema.Json)

/** The sent body; `duplex` is required for a stream. */
const contentOf = (body: unknown): RequestInit & { readonly duplex?: "half" } => {
  if (body === undefined) return {}
  if (body instanceof ReadableStream) return { body, duplex: "half" }
  return { body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body) }
}

/** The text that a stream of events has sent before it waits. */
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

/** Whether the path is that of an event stream. */
const isStream = (path: string): boolean => path.includes("/events/stream")

/** Sends a request through the whole HTTP stack. */
export const askText = Effect.fnUntraced(function* (path: string, asked: Asked = {}) {
  return yield* askOf(yield* isStream(path) ? freshRoutes : app, path, asked)
})

/** Sends a request and returns the JSON of the answer, or a table as text; null if there is none. */
export const ask = Effect.fnUntraced(function* (path: string, asked: Asked = {}) {
  const { headers, status, text } = yield* askText(path, asked)
  if (headers.get("content-type")?.startsWith("text/csv") === true) return { status, headers, body: text }
  return { status, headers, body: text === "" ? null : yield* Schema.decodeUnknownEffect(Json)(text) }
})
