import { Context, Effect, Layer, type Scope, type Stream } from "effect"
import { AddressGuard } from "./AddressGuard.ts"
import { atFirstUse } from "./atFirstUse.ts"
import type { HttpFailure } from "./HttpFailure.ts"

/** One request for a file, with the headers that the caller chooses. */
export interface FileCall {
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the operator gave this address, so that it is dialled wherever it leads. */
  readonly isTrusted: boolean
}

/** The status is not judged: every answer of a server is one, also an error. */
export interface FileAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  /** As it comes: nothing is decompressed, and no more is read than is asked for. To be run once at most. */
  readonly body: Stream.Stream<Uint8Array, HttpFailure>
}

/**
 * Gets files: each call is a GET that follows no redirect, and every status is an answer. A call whose connection the peer
 * closes before the answer is repeated once. Deadlines and limits are the caller's; with the scope the call and its
 * connection end.
 */
export class FileAgent extends Context.Service<
  FileAgent,
  { get(call: FileCall): Effect.Effect<FileAnswer, HttpFailure, Scope.Scope> }
>()("effect-parley/adapters/network/FileAgent") {}

const load = Effect.promise(() => import("./undiciFiles.ts"))

/** Addresses named by others are dialled only if the guard permits them. */
export const layer: Layer.Layer<FileAgent, never, AddressGuard> = Layer.effect(
  FileAgent,
  Effect.gen(function* () {
    const guard = yield* AddressGuard
    const made = yield* atFirstUse(Effect.flatMap(load, ({ undiciFiles }) => undiciFiles(guard)))
    return FileAgent.of({ get: (call) => Effect.flatMap(made, (files) => files.get(call)) })
  })
)
