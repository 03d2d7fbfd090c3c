import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import type { Readable } from "node:stream"
import { QueueNode } from "../../collections/LinkedQueue.ts"
import * as Connector from "./Connector.ts"
import * as Deadlines from "./Deadlines.ts"
import { Exchange } from "./Exchange.ts"
import type { HttpAnswer, HttpCall, StreamedBody } from "./HttpCall.ts"
import { DeadlinePassed, type HttpFailure, NotConnected } from "./HttpFailure.ts"
import type { HttpAgent, HttpAgentOptions } from "./HttpAgent.ts"
import { keptFor } from "../../collections/ForgettingMap.ts"
import * as OriginPools from "./OriginPools.ts"

const schemes: ReadonlySet<string> = new Set(["http:", "https:"])

/** The target of a call. */
interface Target {
  readonly origin: string
  readonly path: string
}

/** Cached targets, because most calls have the same ones. */
const targetOf = keptFor(1_000, (text: string): Target | null => {
  const url = URL.parse(text)
  return url !== null && schemes.has(url.protocol) ? { origin: url.origin, path: url.pathname + url.search } : null
})

const isStreamed = (body: HttpCall["body"]): body is StreamedBody =>
  typeof body === "object" && body !== null && "bytes" in body

const isRepeatable = ({ body, method, repeatable = method === "GET" }: HttpCall): boolean =>
  repeatable && !isStreamed(body)

/** The error for undici after a body stream failed; undici would accept any value as an error. */
const bodyLost = new Error("the body of the request could not be read")

/** Runs with a body that undici reads. The body ends with the call, even if the call never starts. */
const withReadable = <A>(
  { bytes }: StreamedBody,
  run: (body: Readable) => Effect.Effect<A, HttpFailure>
): Effect.Effect<A, HttpFailure> =>
  Effect.acquireUseRelease(
    NodeStream.toReadable(Stream.catchCause(bytes, () => Stream.fail(bodyLost))),
    run,
    (readable) =>
      Effect.sync(() => {
        // An error of an abandoned stream would end the process.
        readable.on("error", () => {})
        readable.destroy()
      })
  )

/** An agent that uses undici. */
export const undiciAgent = Effect.fnUntraced(function* (options: HttpAgentOptions) {
  const deadlines = yield* Deadlines.make
  const connect = yield* Connector.make(options)
  const poolOf = yield* OriginPools.make({ ...options, connect })

  // One callback: racing two fibers, as `Effect.timeout` does, and a semaphore would add half of the call's own cost.
  const exchange = (
    { origin, path }: Target,
    call: HttpCall,
    body: string | Uint8Array | Readable | null,
    headers = call.headers
  ) =>
    Effect.callback<HttpAnswer, HttpFailure>((resume) => {
      const { turns } = poolOf(origin)
      const request = { path, method: call.method, headers, body }
      const end = (answer: Effect.Effect<HttpAnswer, HttpFailure>) => {
        deadlines.cancel(deadline)
        turns.leave(turn)
        resume(answer)
      }
      const repeat = (again: Exchange) => poolOf(origin).dispatchAnew(request, again)
      const exchange = new Exchange(call.maxResponseBytes, end, isRepeatable(call) ? repeat : null)
      const abort = () => exchange.abandon(new DeadlinePassed({ sent: exchange.sent }))
      const deadline = deadlines.start(call.deadline, abort)
      const turn = new QueueNode(() => {
        // Read again: the pool may have been retired while the call waited for its turn.
        poolOf(origin).pool.dispatch(request, exchange)
      })
      turns.take(turn)
      return Effect.sync(abort)
    })

  const agent: HttpAgent = {
    request: (call) => {
      const target = targetOf(call.url)
      if (target === null) return new NotConnected({ reason: "request not valid", detail: "not an HTTP URL" })
      const { body } = call
      if (!isStreamed(body)) return exchange(target, call, body)
      const headers = { ...call.headers, "content-length": String(body.length) }
      return withReadable(body, (readable) => exchange(target, call, readable, headers))
    }
  }
  return agent
})
