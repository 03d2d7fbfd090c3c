import { Context, Effect, Layer } from "effect"
import { AddressGuard } from "./AddressGuard.ts"
import { atFirstUse } from "./HttpAgent.ts"
import type { Files } from "./HttpCall.ts"

export type { FileAnswer, FileCall } from "./HttpCall.ts"

/**
 * Downloads files: each call is a GET without redirects, and every status is an answer. A call is repeated once if the
 * peer closes the connection before the answer. The caller sets deadlines and limits; the scope ends the call and its
 * connection.
 */
export class FileAgent extends Context.Service<FileAgent, Files>()("effect-parley/adapters/network/FileAgent") {}

const load = Effect.promise(() => import("./undiciAgent.ts"))

/** Dials foreign addresses only if the guard permits them. */
export const layer: Layer.Layer<FileAgent, never, AddressGuard> = Layer.effect(
  FileAgent,
  Effect.gen(function* () {
    const guard = yield* AddressGuard
    const made = yield* atFirstUse(Effect.flatMap(load, ({ undiciFiles }) => undiciFiles(guard)))
    return FileAgent.of({ get: (call) => Effect.flatMap(made, (files) => files.get(call)) })
  })
)
