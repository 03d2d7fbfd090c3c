import * as NodeStream from "@effect/platform-node/NodeStream"
import { Context, Effect, Layer, type Scope, type Stream } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import { AddressGuard } from "./AddressGuard.ts"
import * as Connector from "./Connector.ts"
import { failureOf, type HttpFailure } from "./HttpFailure.ts"

/** Files on their way from one host at the same time; more wait. */
const connectionsPerOrigin = 16

/** All headers of an answer together. */
const maxHeaderBytes = 16_384

/** An idle connection is closed before most servers close it. */
const keepAliveMillis = 4_000

export interface FileCall {
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the operator gave this address, so that it is dialled wherever it leads. */
  readonly isTrusted: boolean
}

export interface FileAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  /** As it comes: nothing is decompressed, and no more is read than is asked for. To be run once at most. */
  readonly body: Stream.Stream<Uint8Array, HttpFailure>
}

/**
 * Gets files: each call is a GET that is made once and follows no redirect, and every status is an answer. Deadlines and
 * limits are the caller's; with the scope the call and its connection end.
 */
export class FileAgent extends Context.Service<
  FileAgent,
  { get(call: FileCall): Effect.Effect<FileAnswer, HttpFailure, Scope.Scope> }
>()("effect-parley/adapters/network/FileAgent") {}

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
  const failure = (sent: boolean) => (cause: unknown) => failureOf(errorOf(cause), sent)
  const answer = yield* Effect.tryPromise({
    try: () => request(url, { dispatcher, headers, signal: aborter.signal }),
    catch: failure(false)
  })
  // Nobody may be reading when the scope ends.
  answer.body.on("error", () => {})
  const body = NodeStream.fromReadable({ evaluate: () => answer.body, onError: failure(true) })
  return { status: answer.statusCode, headers: answer.headers, body } satisfies FileAnswer
})

/** What others name is dialled only where the guard lets it lead. */
export const layer: Layer.Layer<FileAgent, never, AddressGuard> = Layer.effect(
  FileAgent,
  Effect.gen(function* () {
    const ca = Effect.succeed([])
    const trusting = yield* makeAgent({ guard: null, ca })
    const guarded = yield* makeAgent({ guard: yield* AddressGuard, ca })
    return FileAgent.of({ get: (call) => begin(call.isTrusted ? trusting : guarded, call) })
  })
)
