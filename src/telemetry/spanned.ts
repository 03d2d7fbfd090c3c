import { Effect, type Fiber, Tracer } from "effect"

/** Whether spans of the fiber are exported: tracing is on, and its trace is sampled. */
const isObserved = (fiber: Fiber.Fiber<unknown, unknown>): boolean =>
  fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer && fiber.cache.span?.sampled !== false

/**
 * Runs as a span with that name if tracing is on and the trace is sampled; for the end of `Effect.fnUntraced`.
 * Otherwise it costs 0.1 µs, whereas `Effect.fn` costs 6 µs for an unused span and the stack of every call.
 */
export const spanned =
  (name: string, options?: Pick<Tracer.SpanOptionsNoTrace, "attributes" | "kind">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => (isObserved(fiber) ? Effect.withSpan(effect, name, options) : effect))
