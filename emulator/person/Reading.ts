import { Context, Effect, Layer, Ref, Schema } from "effect"
import { Changes } from "../Changes.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** `automatic`: people read each message by themselves. `manual`: they read on the request `read` only. */
export const ReadingMode = Schema.Literals(["automatic", "manual"])
export type ReadingMode = typeof ReadingMode.Type

/** Whether people read by themselves. */
export class Reading extends Context.Service<
  Reading,
  {
    readonly mode: Effect.Effect<ReadingMode>
    setMode(mode: ReadingMode): Effect.Effect<void>
  }
>()("emulator/Reading") {}

const part = savedPart("reading", ReadingMode)

export const layer: Layer.Layer<Reading> = Layer.effect(
  Reading,
  Effect.gen(function* () {
    const { touch } = yield* Changes
    const mode = yield* (yield* SavedState).ref<ReadingMode>(part, "automatic")
    return Reading.of({
      mode: Ref.get(mode),
      setMode: (next) => Effect.andThen(Ref.set(mode, next), touch("threads"))
    })
  })
)
