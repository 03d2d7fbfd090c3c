import { Context, Effect, Layer, Ref, Schema } from "effect"
import { Changes } from "../Changes.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** How people read messages. `automatic`: each message on arrival. `manual`: only on the request `read`. */
export const ReadingMode = Schema.Literals(["automatic", "manual"])
export type ReadingMode = typeof ReadingMode.Type

/** The current reading mode. */
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
