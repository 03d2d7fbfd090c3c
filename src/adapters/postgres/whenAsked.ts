import { Effect, Queue } from "effect"

/**
 * Does the work in the background of the scope whenever somebody asks for it, once for all who ask meanwhile. Gives what
 * asks. It is nobody's work in particular: no trace has it.
 */
export const whenAsked = Effect.fnUntraced(function* <R>(work: Effect.Effect<void, never, R>) {
  const asked = yield* Queue.sliding<void>(1)
  yield* Queue.take(asked).pipe(
    Effect.andThen(Effect.withTracerEnabled(work, false)),
    Effect.forever,
    Effect.forkScoped
  )
  return Effect.asVoid(Queue.offer(asked, undefined))
})
