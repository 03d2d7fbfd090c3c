import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Connector from "./Connector.ts"
import * as Deadlines from "./Deadlines.ts"
import * as OriginPools from "./OriginPools.ts"
import { Effect, Stream } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import type { AddressGuard } from "./AddressGuard.ts"
import type { FileAnswer, FileCall, Files, HttpAgent, HttpAnswer, HttpCall, StreamedBody } from "./HttpCall.ts"
import { DeadlinePassed, type HttpFailure, NotConnected, failureOf, isClosedByPeer } from "./HttpFailure.ts"
import type { Readable } from "node:stream"
import { QueueNode } from "../../collections/LinkedQueue.ts"
import { Exchange } from "./Exchange.ts"
import { keptFor } from "../../collections/ForgettingMap.ts"

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

export interface HttpAgentOptions
  extends
    Connector.ConnectorOptions,
    Pick<OriginPools.OriginPoolsOptions, "name" | "connectionsPerOrigin" | "maxOrigins"> {}

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

/** Maximum number of concurrent downloads from one host; more wait. */
const connectionsPerOrigin = 16

/** Maximum size of all headers of an answer. */
const maxHeaderBytes = 16_384

/** Idle time after which a connection is closed, shorter than that of most servers. */
const keepAliveMillis = 4_000

const errorOf = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

const abandoned = new Error("call abandoned")

const makeAgent = Effect.fnUntraced(function* (options: Connector.ConnectorOptions) {
  const connect = yield* Connector.make(options)
  return yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connect,
          connections: connectionsPerOrigin,
          allowH2: false,
          keepAliveTimeout: keepAliveMillis,
          maxHeaderSize: maxHeaderBytes,
          // The caller sets deadlines, on a clock that tests can control.
          headersTimeout: 0,
          bodyTimeout: 0
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
})

/** Starts a download that ends with the scope: a waiting call is aborted, an unfinished body is cut off. */
const begin = Effect.fnUntraced(function* (dispatcher: Dispatcher, { headers, url }: FileCall) {
  const aborter = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (aborter) => Effect.sync(() => aborter.abort(abandoned))
  )
  const answer = yield* Effect.tryPromise({
    try: () => request(url, { dispatcher, headers, signal: aborter.signal }),
    catch: errorOf
  }).pipe(
    // A reused connection may close before the answer, and a GET has no effect.
    Effect.retry({ times: 1, while: isClosedByPeer }),
    Effect.mapError((error) => failureOf(error, false))
  )
  // The scope may end without a reader.
  answer.body.on("error", () => {})
  const body = NodeStream.fromReadable({
    evaluate: () => answer.body,
    onError: (cause) => failureOf(errorOf(cause), true)
  })
  return { status: answer.statusCode, headers: answer.headers, body } satisfies FileAnswer
})

/** Downloads files with undici. */
export const undiciFiles = Effect.fnUntraced(function* (guard: AddressGuard["Service"]) {
  const ca = Effect.succeed([])
  const trusting = yield* makeAgent({ guard: null, ca })
  const guarded = yield* makeAgent({ guard, ca })
  const files: Files = { get: (call) => begin(call.isTrusted ? trusting : guarded, call) }
  return files
})
