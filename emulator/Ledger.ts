import { Chunk, Context, Effect, Layer, Ref, Schema } from "effect"
import { Channel } from "../src/domain/conversations/Channel.ts"
import { Changes } from "./Changes.ts"
import { savedPart, savedPiece, SavedState } from "./SavedState.ts"

/** One request to the emulated Graph API, as it came and as it was answered. */
export class LedgerCall extends Schema.Opaque<LedgerCall>()(
  Schema.Struct({
    /** ISO 8601, milliseconds, Z: when the request came. */
    at: Schema.String,
    /** Null for a request to no endpoint. */
    channel: Schema.NullOr(Channel),
    method: Schema.String,
    /** As requested, version and query included; an access token in it is redacted. */
    path: Schema.String,
    /** The parsed body, form bodies as an object; the text of what cannot be parsed; null without a body. */
    body: Schema.Json,
    /** The HTTP status of the answer; 0 when a fault kept the answer back. */
    status: Schema.Int
  })
) {}

/** How many requests are remembered; the oldest are forgotten first. */
export const ledgerCapacity = 10_000

/** The requests that came, newest last. */
export class Ledger extends Context.Service<
  Ledger,
  {
    readonly calls: Effect.Effect<ReadonlyArray<LedgerCall>>
    readonly clear: Effect.Effect<void>
    record(call: LedgerCall): Effect.Effect<void>
  }
>()("emulator/Ledger") {}

/** Appending is cheap, forgetting is not: it waits until as many again are due. */
const remember = (calls: Chunk.Chunk<LedgerCall>, call: LedgerCall): Chunk.Chunk<LedgerCall> => {
  const all = Chunk.append(calls, call)
  return all.length < 2 * ledgerCapacity ? all : Chunk.fromIterable(Chunk.toReadonlyArray(all).slice(-ledgerCapacity))
}

/** How many requests survive a restart, and how long their bodies may be together, in characters of JSON. */
const savedCalls = 1_000
const maxSavedBodies = 8 * 1024 * 1024

/** The newest requests that there is room for. */
const newestWithin = (calls: Chunk.Chunk<LedgerCall>): ReadonlyArray<LedgerCall> => {
  const newest = Chunk.toReadonlyArray(calls).slice(-savedCalls)
  let room = maxSavedBodies
  const first = newest.findLastIndex(({ body }) => (room -= JSON.stringify(body).length) < 0)
  return newest.slice(first + 1)
}

const part = savedPiece(savedPart("ledger", Schema.Array(LedgerCall)), newestWithin, Chunk.fromIterable)

export const layer: Layer.Layer<Ledger> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const { touch } = yield* Changes
    const calls = yield* (yield* SavedState).ref<Chunk.Chunk<LedgerCall>>(part, Chunk.empty())
    return Ledger.of({
      calls: Effect.map(Ref.get(calls), (all) => Chunk.toReadonlyArray(all).slice(-ledgerCapacity)),
      clear: Effect.andThen(Ref.set(calls, Chunk.empty()), touch("ledger")),
      record: (call) =>
        Effect.andThen(
          Ref.update(calls, (all) => remember(all, call)),
          touch("ledger")
        )
    })
  })
)
