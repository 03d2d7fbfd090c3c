import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { DateTime, Effect, type Schema } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Ledger } from "../Ledger.ts"
import { type GraphBody, type GraphCall, makeCall, readBody, redactedBody, redactedPath } from "./GraphCall.ts"
import { errorBody, type GraphError, refusal } from "./GraphError.ts"
import { traceId } from "./randomIds.ts"
import type { AnswerSuppressed } from "./suffer.ts"

/** Duration for which a timeout fault delays a request; longer than a client should wait. */
export const timeoutDuration = "2 minutes"

/** The status and JSON value of a Graph API answer. */
export interface GraphAnswer {
  readonly status: number
  readonly body: Schema.Json
}

export type GraphHandler<R> = (call: GraphCall) => Effect.Effect<GraphAnswer, GraphError | AnswerSuppressed, R>

const badGateway = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"

/** Closes the connection of a Node server, which interrupts this request before its answer. */
const closeConnection = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<never> =>
  Effect.andThen(
    Effect.sync(() => NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()),
    Effect.never
  )

/** The handler of a call, and the channel of its ledger entry. */
export interface Destination<R> {
  readonly channel: Channel | null
  readonly handler: GraphHandler<R>
}

/** Finds the handler of a call; repeated without a body if the body was unreadable. */
export type Dispatch<R, R2 = never> = (call: GraphCall) => Effect.Effect<Destination<R>, never, R2>

const respond = ({ body, status }: GraphAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status })

/** Answers a request with the handler's answer or refusal, and records it in the ledger in every case. */
const answer = Effect.fnUntraced(function* <R, R2>(
  request: HttpServerRequest.HttpServerRequest,
  id: string,
  dispatch: Dispatch<R, R2>
) {
  const ledger = yield* Ledger
  const at = DateTime.formatIso(yield* DateTime.now)
  const body = yield* Effect.result(readBody(request))
  const call = makeCall(request, id, body._tag === "Success" ? body.success : null)
  const { channel, handler } = yield* dispatch(call)
  const refuse = (error: GraphError) =>
    Effect.map(traceId, (trace) => ({ status: error.httpStatus, body: errorBody(error, trace, channel) }))
  const enter = (body: GraphBody, status: number) =>
    ledger.record({
      at,
      channel,
      method: request.method,
      path: redactedPath(request.originalUrl),
      body: redactedBody(body),
      status
    })
  if (body._tag === "Failure") {
    yield* enter(null, body.failure.httpStatus)
    return respond(yield* refuse(body.failure))
  }

  const outcome = yield* handler(call).pipe(
    Effect.catchTag("GraphError", refuse),
    Effect.catchDefect((defect) =>
      Effect.andThen(Effect.logError("emulated platform failed", defect), refuse(refusal(2, { httpStatus: 500 })))
    ),
    Effect.result
  )
  if (outcome._tag === "Success") {
    yield* enter(body.success, outcome.success.status)
    return respond(outcome.success)
  }
  if (outcome.failure.mode === "garbled") {
    yield* enter(body.success, 502)
    return HttpServerResponse.text(badGateway, { status: 502, contentType: "text/html" })
  }
  yield* enter(body.success, 0)
  if (outcome.failure.mode === "timeout") yield* Effect.sleep(timeoutDuration)
  return yield* closeConnection(request)
})

const always =
  <R>(channel: Channel | null, handler: GraphHandler<R>): Dispatch<R> =>
  () =>
    Effect.succeed({ channel, handler })

type Method = "GET" | "POST" | "DELETE"

/** The path after the id; empty for the object itself. */
type Edge = "" | `/${string}`

/** Serves an edge that objects of several kinds have: `/{id}{edge}`, with or without a version before it. */
export const sharedEdge = <R, R2>(method: Method, edge: Edge, dispatch: Dispatch<R, R2>) => {
  const serve = Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    return yield* answer(yield* HttpServerRequest.HttpServerRequest, id, dispatch)
  })
  return HttpRouter.addAll([
    HttpRouter.route(method, `/:version(^v\\d+\\.\\d+$)/:id${edge}`, serve),
    HttpRouter.route(method, `/:id${edge}`, serve)
  ])
}

/** Serves an edge that objects of one channel have. */
export const graphEdge = <R>(method: Method, edge: Edge, channel: Channel, handler: GraphHandler<R>) =>
  sharedEdge(method, edge, always(channel, handler))

/** Answers a request without an edge; its call names the first path segment after the version. */
const answerStray =
  <R>(handler: GraphHandler<R>) =>
  (request: HttpServerRequest.HttpServerRequest) => {
    const [path = ""] = request.url.replace(/^\/v\d+\.\d+(?=\/|$|\?)/, "").split("?")
    return answer(request, path.split("/")[1] ?? "", always(null, handler))
  }

/** Serves every request without an edge. */
export const graphFallback = <R>(handler: GraphHandler<R>) => HttpRouter.add("*", "/*", answerStray(handler))

const isUnroutable = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Serves, for a whole server, requests with paths that the router cannot parse and that match no route. */
export const graphUnroutable = <R>(handler: GraphHandler<R>) =>
  HttpRouter.middleware(
    (routed) =>
      Effect.catch(routed, (error) =>
        isUnroutable(error)
          ? Effect.flatMap(HttpServerRequest.HttpServerRequest, answerStray(handler))
          : Effect.fail(error)
      ),
    { global: true }
  )
