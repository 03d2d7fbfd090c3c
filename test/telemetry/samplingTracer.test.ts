import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { type SamplerName, samplingTracer } from "../../src/adapters/telemetry/samplingTracer.ts"
import { continuing, parentOf, spanned, traceToStore, traceparentOf } from "../../src/telemetry/spanned.ts"

const recording = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}

const within = (name: SamplerName, ratio: number, tracer: Tracer.Tracer) =>
  Layer.succeed(Tracer.Tracer, samplingTracer(tracer, name, ratio))

const parent = (traceId: string, sampled: boolean) =>
  Tracer.externalSpan({ traceId, spanId: "b7ad6b7169203331", sampled })

const isSampled = (options: Partial<Tracer.SpanOptions>) =>
  Effect.map(Effect.makeSpan("span", { kind: "server", ...options }), ({ sampled }) => sampled)

const low = "0af7651916cd43dd8400000000000001"
const high = "0af7651916cd43dd84ffffffffffffff"

describe("a sampler", () => {
  const cases: ReadonlyArray<
    readonly [SamplerName, ratio: number, Partial<Tracer.SpanOptions> & { readonly parent?: Tracer.AnySpan }, boolean]
  > = [
    ["always_on", 0, {}, true],
    ["always_off", 1, {}, false],
    ["traceidratio", 1, {}, true],
    ["traceidratio", 0, {}, false],
    ["traceidratio", 0.5, { parent: parent(low, false) }, true],
    ["traceidratio", 0.5, { parent: parent(high, true) }, false],
    ["parentbased_always_on", 0, { parent: parent(low, false) }, false],
    ["parentbased_always_off", 0, { parent: parent(high, true) }, true],
    ["parentbased_always_off", 1, {}, false],
    ["parentbased_traceidratio", 0.5, { parent: parent(high, true) }, true],
    ["parentbased_traceidratio", 0, {}, false],
    // Polls of workers begin no trace.
    ["always_on", 1, { kind: "internal" }, false],
    ["always_on", 1, { kind: "client" }, false],
    ["always_on", 1, { kind: "consumer" }, true]
  ]
  it.effect.each(cases)("decides by %s %s", ([name, ratio, options, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* isSampled(options), expected)
    }).pipe(Effect.provide(within(name, ratio, recording().tracer)))
  )

  it.effect("samples about the configured share", () =>
    Effect.gen(function* () {
      const chosen = yield* Effect.forEach(Array.from({ length: 2_000 }), () => isSampled({}))
      const share = chosen.filter(Boolean).length / chosen.length
      assert.isAbove(share, 0.2)
      assert.isBelow(share, 0.3)
    }).pipe(Effect.provide(within("traceidratio", 0.25, recording().tracer)))
  )

  it.effect("samples the spans within a trace like its root", () => {
    const { spans, tracer } = recording()
    return Effect.gen(function* () {
      const inner = spanned("inner")(Effect.withSpan(Effect.void, "innermost"))
      yield* Effect.withSpan(inner, "request", { kind: "server" })
      assert.deepStrictEqual(
        spans.map(({ name, sampled }) => [name, sampled]),
        [
          ["request", false],
          ["innermost", false]
        ]
      )
    }).pipe(Effect.provide(within("traceidratio", 0, tracer)))
  })
})

describe("a stored trace", () => {
  const trace = `00-${low}-b7ad6b7169203331-01`

  it("is decoded as it was written, and other texts are rejected", () => {
    const span = parentOf(trace)
    assert.strictEqual(span && traceparentOf(span), trace)
    for (const text of [
      "",
      "00",
      trace.replace("-01", "-00"),
      trace.replace("00-", "01-"),
      `00-${"0".repeat(32)}-b7ad6b7169203331-01`
    ]) {
      assert.isUndefined(parentOf(text), text)
    }
  })

  it.effect("is continued, with a link to the work that continues it", () => {
    const { spans, tracer } = recording()
    return Effect.gen(function* () {
      yield* Effect.withSpan(continuing("report", trace, "consumer")(traceToStore), "pass", { kind: "consumer" })
      const [pass, report] = spans
      assert.deepStrictEqual([report?.traceId, report?.links.map(({ span }) => span.spanId)], [low, [pass?.spanId]])
    }).pipe(Effect.provideService(Tracer.Tracer, tracer))
  })

  it.effect("is null if tracing is off or the trace is not sampled", () =>
    Effect.gen(function* () {
      assert.isNull(yield* traceToStore)
      assert.isNull(yield* Effect.withSpan(traceToStore, "native"))
      const { tracer } = recording()
      const off = within("always_off", 0, tracer)
      assert.isNull(yield* Effect.provide(Effect.withSpan(traceToStore, "request", { kind: "server" }), off))
    })
  )

  it.effect("is necessary for spans: work without one has none", () => {
    const { spans, tracer } = recording()
    return Effect.gen(function* () {
      yield* continuing("delivery", undefined, "client")(Effect.withSpan(Effect.void, "inner"))
      assert.deepStrictEqual(spans, [])
    }).pipe(Effect.provideService(Tracer.Tracer, tracer))
  })
})
