import { Array, Clock, Effect, Exit, FiberSet, Tracer } from "effect"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"

/** Options of a writer that halves failed groups. */
interface WriteOrHalveOptions<Entry, A, E> {
  /** Writes the entries, all or none. */
  readonly write: (entries: Array.NonEmptyReadonlyArray<Entry>) => Effect.Effect<A, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
  /** Called once for each entry, with the entries of its final group. */
  readonly ended: (entries: Array.NonEmptyReadonlyArray<Entry>, exit: Exit.Exit<A, E>) => Effect.Effect<void>
}

/** Writes groups. One that fails because of one item is halved until that item fails alone. */
const writeOrHalve = <Entry, A, E>({ ended, isItemFault, write }: WriteOrHalveOptions<Entry, A, E>) => {
  const attempt = (entries: Array.NonEmptyReadonlyArray<Entry>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(write(entries)), (exit) => {
      const fault = Exit.findErrorOption(exit)
      if (entries.length === 1 || fault._tag === "None" || !isItemFault(fault.value)) return ended(entries, exit)
      const [left, right] = Array.splitAtNonEmpty(entries, Math.floor(entries.length / 2))
      return Array.isReadonlyArrayNonEmpty(right) ? Effect.andThen(attempt(left), attempt(right)) : attempt(left)
    })
  return attempt
}

/** Options of a writer of groups: the statement, the size of a group, and when one starts. */
interface GroupWriterOptions<Item, Answer, E> {
  /** The name of the statement in metrics and traces. */
  readonly name: string
  /** Writes the items, all or none, and returns the answers in the order of the items. */
  readonly write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
  /** Most items of a group. */
  readonly most: number
  /** Most groups at the same time. */
  readonly atOnce: number
  /** A group of this size is written although another one is in flight. Smaller groups wait for its end. */
  readonly worthwhile: number
}

/**
 * A statement for several callers is a span in the trace of the first of them. It links to the others, and the spans of
 * the others link to it. A statement for callers who are not traced has no span.
 */
const inTraces = <A, E>(
  name: string,
  callers: ReadonlyArray<{ readonly span: Tracer.AnySpan | undefined }>,
  statement: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const [first, ...others] = callers.flatMap(({ span }) => (span?.sampled === true ? [span] : []))
  if (first === undefined) return Effect.withTracerEnabled(statement, false)
  const linked = Effect.withFiber<A, E>(({ cache: { span: own } }) => {
    for (const span of others) {
      if (span._tag === "Span" && own !== undefined) span.addLinks([{ span: own, attributes: {} }])
    }
    return statement
  })
  const links = others.map((span) => ({ span, attributes: {} }))
  return Effect.withSpan(linked, name, { parent: first, links })
}

/** Measures each statement: how many items it writes, and how long it takes. */
const measured = <Item, A, E>(
  meter: Meter,
  clock: Clock.Clock,
  group: string,
  write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<A, E>
) =>
  meter.isOn
    ? (items: Array.NonEmptyReadonlyArray<Item>) =>
        Effect.suspend(() => {
          const begin = clock.monotonicTimeNanosUnsafe()
          meter.record(metrics.groupRows, items.length, { group })
          return Effect.onExit(write(items), () =>
            Effect.sync(() =>
              meter.record(metrics.groupDuration, Number(clock.monotonicTimeNanosUnsafe() - begin) / 1e9, { group })
            )
          )
        })
    : write

/**
 * Writes the items of many fibers in groups, until the scope is closed. There is no timer: a single item is written at
 * once, together with the items submitted in the same turn of the event loop. A group that fails because of one item is
 * halved until that item fails alone.
 */
const groupWriter = Effect.fnUntraced(function* <Item, Answer, E>(options: GroupWriterOptions<Item, Answer, E>) {
  interface Entry {
    readonly item: Item
    /** The span that it was submitted in, with tracing on. */
    readonly span: Tracer.AnySpan | undefined
    readonly answer: (answer: Effect.Effect<Answer, E>) => void
  }
  const { atOnce, isItemFault, most, name, worthwhile } = options
  const isTraced = (yield* Tracer.Tracer) !== Tracer.nativeTracer
  const write = measured(yield* Meter, yield* Clock.Clock, name, options.write)
  let waiting: Array<Entry> = []
  /** Flushes in flight. */
  let running = 0
  /** Started flushes that have not taken their items yet. */
  let about = 0
  let isOver = false

  const run = yield* FiberSet.makeRuntime()
  // Added last, so it runs first: no new group starts, and no caller waits for ever. Running groups finish.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      for (const { answer } of waiting) answer(Effect.interrupt)
      waiting = []
    })
  )

  const answerOf = (exit: Exit.Exit<ReadonlyArray<Answer>, E>, index: number, size: number): Exit.Exit<Answer, E> => {
    if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
    const answer = Array.get(exit.value, index)
    return answer._tag === "Some"
      ? Exit.succeed(answer.value)
      : Exit.die(new Error(`a group of ${size} items left place ${index} unanswered`))
  }
  const writeAll = writeOrHalve({
    write: (entries: Array.NonEmptyReadonlyArray<Entry>) => {
      const statement = write(Array.map(entries, ({ item }) => item))
      return isTraced ? inTraces(`group commit ${name}`, entries, statement) : statement
    },
    isItemFault,
    ended: (entries, exit) => {
      for (const [index, entry] of entries.entries()) entry.answer(answerOf(exit, index, entries.length))
      return Effect.void
    }
  })
  const writeAny = (entries: ReadonlyArray<Entry>) =>
    Array.isReadonlyArrayNonEmpty(entries) ? writeAll(entries) : Effect.void

  const next = Effect.suspend(() => {
    about -= 1
    const entries = waiting.slice(0, most)
    waiting = waiting.slice(most)
    return writeAny(entries)
  })
  const group = Effect.uninterruptible(Effect.andThen(Effect.yieldNow, next))

  const begin = (): void => {
    if (isOver || waiting.length <= about * most || running >= (waiting.length < worthwhile ? 1 : atOnce)) return
    running += 1
    about += 1
    run(group).addObserver(() => {
      running -= 1
      begin()
    })
  }

  /** Returns the item's own answer after its group is written. */
  const submit = (item: Item, span: Tracer.AnySpan | undefined): Effect.Effect<Answer, E> =>
    Effect.callback((resume) => {
      if (isOver) return resume(Effect.interrupt)
      waiting.push({ item, span, answer: resume })
      begin()
    })
  return (item: Item): Effect.Effect<Answer, E> =>
    isTraced ? Effect.withFiber((fiber) => submit(item, fiber.cache.span)) : submit(item, undefined)
})

/** Options of a group commit. */
export interface GroupCommitOptions<Item, Answer, E> {
  /** The name of the statement in metrics and traces. */
  readonly name: string
  /** Writes the items, all or none, and returns the answers in the order of the items. */
  readonly flush: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
}

/**
 * Most items written at once. If all waiting items were one group, all callers would be answered together and submit
 * again together: then either the database or this process works, never both. Smaller groups overlap. This size still
 * spreads the cost of a statement over enough items.
 */
export const maxBatch = 96

/** Maximum concurrent flushes: one can run while another waits for the disk. */
export const maxInFlight = 3

/**
 * Writes the items of many fibers in as few flushes as possible, with low latency. Waiting items are flushed at once
 * while few flushes are in flight. Items that arrive meanwhile share the next flush. The caller limits the items in
 * flight.
 */
export const groupCommit = <Item, Answer, E>({ flush, isItemFault, name }: GroupCommitOptions<Item, Answer, E>) =>
  groupWriter({ name, write: flush, isItemFault, most: maxBatch, atOnce: maxInFlight, worthwhile: 1 })

/** Options of a writer that prefers few statements to low latency. */
export interface TogetherOptions<Item, E> {
  /** The name of the statement in metrics and traces. */
  readonly name: string
  /** Writes the items, all or none. */
  readonly write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<unknown, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
}

/** Most items of a statement. */
export const maxTogether = 512

/**
 * This many items are written although another statement is in flight. Fewer items wait for its end, and share the next
 * statement.
 */
export const worthwhile = 96

/** Most statements at the same time. */
export const maxAtOnce = 3

const done: ReadonlyArray<void> = Array.makeBy(maxTogether, () => undefined)

/**
 * Writes the items of many fibers in few statements, for throughput rather than latency. A statement costs as much as
 * thirty items, so a second one does not start beside another for fewer than `worthwhile` items. The caller limits the
 * items in flight.
 */
export const writeTogether = <Item, E>({ isItemFault, name, write }: TogetherOptions<Item, E>) =>
  groupWriter({
    name,
    write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.as(write(items), done),
    isItemFault,
    most: maxTogether,
    atOnce: maxAtOnce,
    worthwhile
  })

/**
 * Writes the items of many fibers in as few flushes as possible, one flush after the other. Items that arrive
 * meanwhile share the next flush.
 */
export const groupInTurn = <Item, Answer, E>({ flush, isItemFault, name }: GroupCommitOptions<Item, Answer, E>) =>
  groupWriter({ name, write: flush, isItemFault, most: maxTogether, atOnce: 1, worthwhile: 1 })
