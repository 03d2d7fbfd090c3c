import { Effect, Result, Tracer } from "effect"
import { clientOf, TrustedProxies } from "../server/clientOf.ts"
import type { Front } from "../server/listener.ts"
import { pathOf } from "../server/pathOf.ts"
import { answerRunner } from "./answerRunner.ts"
import type { DirectRoute } from "./DirectRoute.ts"
import type { IncomingMessage } from "node:http"
import { withRequestSpan } from "./requestSpan.ts"

/** Largest body, in bytes, that the fast path accepts. Larger bodies rarely arrive with the head. */
export const maxBufferedBytes = 16 * 1024

/** Whether the declared length of the body is within `maxBufferedBytes`. */
const mayBeBuffered = ({ headers }: IncomingMessage): boolean => {
  const length = Number(headers["content-length"])
  return length > 0 && length <= maxBufferedBytes
}

/**
 * Takes the whole body if it arrived together with the head, as with most clients. This is known once Node has read all
 * arrived bytes. A body that `take` refuses is pushed back, as if it had not been read.
 */
const withBufferedBody = (request: IncomingMessage, take: (body: Uint8Array) => boolean, pass: () => void): void => {
  process.nextTick(() => {
    const isWhole = request.readableLength === Number(request.headers["content-length"])
    const body: unknown = isWhole ? request.read() : null
    if (!(body instanceof Uint8Array)) return pass()
    if (take(body)) return
    request.unshift(body)
    pass()
  })
}

const noBytes = new Uint8Array(0)

/** Answers these routes before the router, with tracing on each within a span of its own. */
export const directFront = Effect.fnUntraced(function* <R>(routes: ReadonlyArray<DirectRoute<R>>) {
  const run = yield* answerRunner<R>()
  const trusted = yield* TrustedProxies
  const isTraced = (yield* Tracer.Tracer) !== Tracer.nativeTracer
  const byPath = (method: string): ReadonlyMap<string, DirectRoute<R>> =>
    new Map(routes.filter((route) => route.method === method).map((route) => [route.path, route] as const))
  const known = { GET: byPath("GET"), POST: byPath("POST") }
  const front: Front = (request, response, pass) => {
    const { headers, method, socket, url = "" } = request
    const path = pathOf({ url })
    const route = method === "GET" || method === "POST" ? known[method].get(path) : undefined
    if (route === undefined) return false
    const client = clientOf(trusted, socket.remoteAddress ?? "", headers)
    // The router refuses it.
    if (client.isPlain) return false
    const take = (body: Uint8Array): boolean => {
      // A throw outside of an effect would end the process. The router answers the request instead.
      const begun = Result.try(() => route.begin({ source: request, url, headers, ipAddress: client.address, body }))
      if (Result.isFailure(begun) || begun.success === null) return false
      const answer = isTraced ? withRequestSpan(request, route, client.address, begun.success) : begun.success
      run({ path, isSecure: client.isSecure, client: client.address }, request, response, answer)
      return true
    }
    if (route.method === "GET") return take(noBytes)
    if (!mayBeBuffered(request)) return false
    withBufferedBody(request, take, pass)
    return true
  }
  return front
})
