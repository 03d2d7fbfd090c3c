import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import type { AddressGuard } from "./AddressGuard.ts"
import * as Connector from "./Connector.ts"
import type { FileAgent, FileAnswer, FileCall } from "./FileAgent.ts"
import { failureOf, isClosedByPeer } from "./HttpFailure.ts"

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
  const files: FileAgent["Service"] = { get: (call) => begin(call.isTrusted ? trusting : guarded, call) }
  return files
})
