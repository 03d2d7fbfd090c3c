import { Effect, Tracer } from "effect"

/**
 * Runs as a span of that name when somebody traces: for the end of `Effect.fnUntraced`. When nobody does, it costs a
 * tenth of a microsecond; `Effect.fn` costs six then, for a span that goes nowhere and the stack of every call.
 */
export const spanned =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) =>
      fiber.getRef(Tracer.Tracer) === Tracer.nativeTracer ? effect : Effect.withSpan(effect, name)
    )
