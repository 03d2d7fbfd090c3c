import { Clock, Context, Duration, Effect, type Exit, Layer, Metric, type Scope } from "effect"
import { makeRareLog } from "./failureLog.ts"
import { type MetricDefinition, metrics } from "./metrics.ts"

export type Labels<Label extends string> = Readonly<Record<Label, string>>

/** Records metrics. It is off by default and then does nothing; code on a hot path checks `isOn` first. */
export interface Meter {
  readonly isOn: boolean
  /** Adds to a counter, sets a gauge, or observes a value in a histogram. */
  readonly record: <Label extends string>(metric: MetricDefinition<Label>, value: number, labels: Labels<Label>) => void
  /** Reads the value of a gauge whenever metrics are read, until the scope is closed. */
  readonly observe: <Label extends string>(
    metric: MetricDefinition<Label>,
    labels: Labels<Label>,
    read: () => number
  ) => Effect.Effect<void, never, Scope.Scope>
  /** Runs the effect, which records gauges, every ten seconds until the scope is closed. */
  readonly collect: <R>(
    name: string,
    gauges: Effect.Effect<void, never, R>
  ) => Effect.Effect<void, never, R | Scope.Scope>
}

/** Maximum number of series of a metric. A label with too many values costs no more memory than this. */
export const maxSeries = 300

/** Interval of reading gauges that need a query. */
const collectInterval = "10 seconds"

/** Deadline of a query for gauges. */
const collectDeadline = "5 seconds"

const off: Meter = {
  isOn: false,
  record: () => {},
  observe: () => Effect.void,
  collect: () => Effect.void
}

export const Meter = Context.Reference<Meter>("effect-parley/telemetry/Meter", { defaultValue: () => off })

/** The series of a metric: one object for each combination of labels. */
const seriesOf = ({ boundaries, description, kind, name, unit }: MetricDefinition, labels: Labels<string>) => {
  const options = { description, attributes: { ...labels, unit } }
  switch (kind) {
    case "counter":
      return Metric.counter(name, { ...options, incremental: true })
    case "gauge":
      return Metric.gauge(name, options)
    case "histogram":
      return Metric.histogram(name, { ...options, boundaries })
  }
}

type Series = Pick<ReturnType<typeof seriesOf>, "updateUnsafe">

const make = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const known = new Map<string, Map<string, Series>>()
  const rarely = makeRareLog()

  const find = (metric: MetricDefinition, labels: Labels<string>): Series | null => {
    let series = known.get(metric.name)
    if (series === undefined) known.set(metric.name, (series = new Map()))
    let key = ""
    for (const label of metric.labels) key += `${labels[label] ?? ""}\n`
    const found = series.get(key)
    if (found !== undefined || series.size >= maxSeries) return found ?? null
    const added = seriesOf(metric, labels)
    series.set(key, added)
    return added
  }

  const meter: Meter = {
    isOn: true,
    record: (metric, value, labels) => find(metric, labels)?.updateUnsafe(value, context),
    observe: ({ description, name, unit }, labels, read) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() =>
            Metric.registerUnsafe(Metric.gauge(name, { description, attributes: { ...labels, unit } }), context, {
              get: () => ({ value: read() }),
              update: () => {},
              modify: () => {}
            })
          ),
          (registration) => Effect.sync(() => registration.remove())
        )
      ),
    collect: (name, gauges) =>
      gauges.pipe(
        Effect.timeout(collectDeadline),
        Effect.catchCause((cause) =>
          rarely(
            name,
            Effect.logWarning("gauges could not be read and have their previous value", cause, { gauges: name })
          )
        ),
        Effect.andThen(Effect.sleep(Duration.fromInputUnsafe(collectInterval))),
        Effect.forever,
        Effect.withTracerEnabled(false),
        Effect.forkScoped,
        Effect.asVoid
      )
  }
  for (const metric of Object.values<MetricDefinition>(metrics)) {
    for (const labels of metric.initial) meter.record(metric, 0, labels)
  }
  return meter
})

/** Enables metrics for every layer that is built with it. */
export const layer = Layer.effect(Meter, make)

/**
 * Records the outcome of an effect with its duration in seconds, if metrics are on. Off it costs 0.1 µs. It adds only
 * an exit step to the effect, because steps are the main cost of sends, which pass here twice.
 */
export const metered =
  <Failure>(note: (meter: Meter, seconds: number, exit: Exit.Exit<unknown, Failure>) => void) =>
  <A, E extends Failure, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const meter = fiber.getRef(Meter)
      if (!meter.isOn) return effect
      const clock = fiber.getRef(Clock.Clock)
      const begin = clock.monotonicTimeNanosUnsafe()
      return Effect.onExitPrimitive(effect, (exit) => {
        note(meter, Number(clock.monotonicTimeNanosUnsafe() - begin) / 1e9, exit)
        return undefined
      })
    })
