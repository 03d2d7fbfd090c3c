import { Context, Effect, Layer, type Scope, type Stream } from "effect"
import { AddressGuard } from "./AddressGuard.ts"
import { atFirstUse } from "./atFirstUse.ts"
import type { HttpFailure } from "./HttpFailure.ts"

/** A request for a file, with the headers that the caller chooses. */
export interface FileCall {
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the operator configured this address, so that it is not guarded. */
  readonly isTrusted: boolean
}

/** The answer of a server with any status. */
export interface FileAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  /** The raw bytes without decompression, read on demand. May run once at most. */
  readonly body: Stream.Stream<Uint8Array, HttpFailure>
}

/**
 * Downloads files: each call is a GET without redirects, and every status is an answer. A call is repeated once if the
 * peer closes the connection before the answer. The caller sets deadlines and limits; the scope ends the call and its
 * connection.
 */
export class FileAgent extends Context.Service<
  FileAgent,
  { get(call: FileCall): Effect.Effect<FileAnswer, HttpFailure, Scope.Scope> }
>()("effect-parley/adapters/network/FileAgent") {}

const load = Effect.promise(() => import("./undiciFiles.ts"))

/** Dials foreign addresses only if the guard permits them. */
export const layer: Layer.Layer<FileAgent, never, AddressGuard> = Layer.effect(
  FileAgent,
  Effect.gen(function* () {
    const guard = yield* AddressGuard
    const made = yield* atFirstUse(Effect.flatMap(load, ({ undiciFiles }) => undiciFiles(guard)))
    return FileAgent.of({ get: (call) => Effect.flatMap(made, (files) => files.get(call)) })
  })
)
