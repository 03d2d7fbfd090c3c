import { Effect, Result, Tracer } from "effect"
import { clientOf, TrustedProxies } from "../server/clientOf.ts"
import type { Front } from "../server/listener.ts"
import { pathOf } from "../shared/pathOf.ts"
import { answerRunner } from "./answerRunner.ts"
import { mayBeBuffered, withBufferedBody } from "./bufferedBody.ts"
import type { DirectRoute } from "./DirectRoute.ts"

const noBytes = new Uint8Array(0)

/** Answers these routes before the router. With tracing on, every request takes the traced way of the router. */
export const directFront = Effect.fnUntraced(function* <R>(routes: ReadonlyArray<DirectRoute<R>>) {
  const run = yield* answerRunner<R>()
  const trusted = yield* TrustedProxies
  const isTraced = (yield* Tracer.Tracer) !== Tracer.nativeTracer
  const taken = isTraced ? [] : routes
  const byPath = (method: string): ReadonlyMap<string, DirectRoute<R>> =>
    new Map(taken.filter((route) => route.method === method).map((route) => [route.path, route] as const))
  const known = { GET: byPath("GET"), POST: byPath("POST") }
  const front: Front = (request, response, pass) => {
    const { headers, method, socket, url = "" } = request
    const path = pathOf({ url })
    const route = method === "GET" || method === "POST" ? known[method].get(path) : undefined
    if (route === undefined) return false
    const client = clientOf(trusted, socket.remoteAddress ?? "", headers)
    const take = (body: Uint8Array): boolean => {
      // Outside of every effect a defect would be the end of the process. The routes answer for it, whatever it is.
      const begun = Result.try(() => route.begin({ url, headers, ipAddress: client.address, body }))
      if (Result.isFailure(begun) || begun.success === null) return false
      run({ path, isSecure: client.isSecure }, request, response, begun.success)
      return true
    }
    if (route.method === "GET") return take(noBytes)
    if (!mayBeBuffered(request)) return false
    withBufferedBody(request, take, pass)
    return true
  }
  return front
})
