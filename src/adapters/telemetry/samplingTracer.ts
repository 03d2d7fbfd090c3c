import { Option, Tracer } from "effect"

/** How traces are chosen, in the words of `OTEL_TRACES_SAMPLER`. */
export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const
export type SamplerName = (typeof samplers)[number]

/** Digits of a trace id that decide, and how many values they have: the last seven bytes, as OpenTelemetry has it. */
const digits = 14
const values = 16 ** digits

const ratioOf = (name: SamplerName, ratio: number): number => {
  if (name.endsWith("always_on")) return 1
  return name.endsWith("always_off") ? 0 : ratio
}

/** Whether the trace is sampled. Every process decides the same for a trace id. */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.padStart(32, "0").slice(-digits), 16) < ratio * values

/** Span kinds that begin a trace. Worker polls begin none, because they would outnumber all other traces. */
const beginning: ReadonlySet<Tracer.SpanKind> = new Set(["server", "consumer"])

/** Chooses which traces the tracer records. A trace that began in another process is chosen there, if parents decide. */
export const samplingTracer = (tracer: Tracer.Tracer, name: SamplerName, ratio: number): Tracer.Tracer => {
  const share = ratioOf(name, ratio)
  const isParentBased = name.startsWith("parentbased")
  return Tracer.make({
    ...(tracer.context === undefined ? {} : { context: tracer.context }),
    span: (options) => {
      const parent = Option.getOrNull(options.parent)
      if (parent !== null && (isParentBased || parent._tag === "Span")) return tracer.span(options)
      if (parent === null && !beginning.has(options.kind)) return tracer.span({ ...options, sampled: false })
      const isDecided = parent !== null || share === 0 || share === 1
      if (isDecided) return tracer.span({ ...options, sampled: isWithin(parent?.traceId ?? "", share) })
      // A trace that begins here has no id before its first span.
      const span = tracer.span({ ...options, sampled: true })
      return isWithin(span.traceId, share) ? span : tracer.span({ ...options, sampled: false })
    }
  })
}
