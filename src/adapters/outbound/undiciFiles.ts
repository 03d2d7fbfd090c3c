import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import type { AddressGuard } from "./AddressGuard.ts"
import * as Connector from "./Connector.ts"
import type { FileAgent, FileAnswer, FileCall } from "./FileAgent.ts"
import { failureOf, isClosedByPeer } from "./HttpFailure.ts"

/** Files on their way from one host at the same time; more wait. */
const connectionsPerOrigin = 16

/** All headers of an answer together. */
const maxHeaderBytes = 16_384

/** An idle connection is closed before most servers close it. */
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
          // Deadlines are the caller's, on a clock that tests can move.
          headersTimeout: 0,
          bodyTimeout: 0
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
})

/** Ends with the scope: a call that still waits is given up, a body that is still read is cut off. */
const begin = Effect.fnUntraced(function* (dispatcher: Dispatcher, { headers, url }: FileCall) {
  const aborter = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (aborter) => Effect.sync(() => aborter.abort(abandoned))
  )
  const answer = yield* Effect.tryPromise({
    try: () => request(url, { dispatcher, headers, signal: aborter.signal }),
    catch: errorOf
  }).pipe(
    // A reused connection may close before the answer, and a GET changes nothing.
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

/** Gets files by undici. */
export const undiciFiles = Effect.fnUntraced(function* (guard: AddressGuard["Service"]) {
  const ca = Effect.succeed([])
  const trusting = yield* makeAgent({ guard: null, ca })
  const guarded = yield* makeAgent({ guard, ca })
  const files: FileAgent["Service"] = { get: (call) => begin(call.isTrusted ? trusting : guarded, call) }
  return files
})
