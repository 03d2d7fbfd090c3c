import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { DateTime, Effect, type Schema } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Ledger } from "../Ledger.ts"
import { type GraphBody, type GraphCall, makeCall, readBody, redactedBody, redactedPath } from "./GraphCall.ts"
import { errorBody, type GraphError, refusal } from "./GraphError.ts"
import { traceId } from "./randomIds.ts"
import type { Sabotaged } from "./suffer.ts"

/** How long a request that a fault lets time out is held; longer than a client should wait. */
export const heldFor = "2 minutes"

/** What a request to the Graph API comes to: a status and a JSON value. */
export interface GraphAnswer {
  readonly status: number
  readonly body: Schema.Json
}

export type GraphHandler<R> = (call: GraphCall) => Effect.Effect<GraphAnswer, GraphError | Sabotaged, R>

const badGateway = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"

/** Closes the connection of a Node server; that interrupts this request, so nothing is ever answered. */
const hangUp = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<never> =>
  Effect.andThen(
    Effect.sync(() => NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()),
    Effect.never
  )

/** Who answers a call, and the channel that the ledger counts it to. */
export interface Destination<R> {
  readonly channel: Channel | null
  readonly handler: GraphHandler<R>
}

/** Finds who answers a call; asked again without a body when the body could not be read. */
export type Dispatch<R, R2 = never> = (call: GraphCall) => Effect.Effect<Destination<R>, never, R2>

const respond = ({ body, status }: GraphAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status })

/** Answers a request with the handler's answer or refusal, and enters it into the ledger, whatever became of it. */
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
      Effect.andThen(Effect.logError("emulated platform died", defect), refuse(refusal(2, { httpStatus: 500 })))
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
  if (outcome.failure.mode === "timeout") yield* Effect.sleep(heldFor)
  return yield* hangUp(request)
})

const always =
  <R>(channel: Channel | null, handler: GraphHandler<R>): Dispatch<R> =>
  () =>
    Effect.succeed({ channel, handler })

type Method = "GET" | "POST" | "DELETE"

/** What follows the id; nothing where the object itself is meant. */
type Edge = "" | `/${string}`

/** Serves an edge that objects of several kinds have: `/{id}{edge}`, with a version before it or without. */
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

/** Answers a request that has no edge; its call names the first part of the path after the version. */
const answerStray =
  <R>(handler: GraphHandler<R>) =>
  (request: HttpServerRequest.HttpServerRequest) => {
    const [path = ""] = request.url.replace(/^\/v\d+\.\d+(?=\/|$|\?)/, "").split("?")
    return answer(request, path.split("/")[1] ?? "", always(null, handler))
  }

/** Serves every request that has no edge. */
export const graphFallback = <R>(handler: GraphHandler<R>) => HttpRouter.add("*", "/*", answerStray(handler))

const isUnroutable = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Serves, for a whole server, the requests whose path no router can read: those reach no route at all. */
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
