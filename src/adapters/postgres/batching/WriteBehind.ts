import { Array, type Cause, Deferred, Effect, Exit, Fiber, Latch, Queue, Ref } from "effect"
import { makeRareLog, reminderInterval } from "../../../telemetry/failureLog.ts"

/** Options of a writer: the flush, and the name of its items in the logs. */
export interface WriteBehindOptions<Item, E> {
  readonly name: string
  /** Writes the items, all or none. */
  readonly flush: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<unknown, E>
}

/** Most items written at once. */
export const maxBatch = 256

/** Maximum waiting items; further items are dropped. */
export const maxWaiting = 2_048

/** How long an item waits for further items of its batch. */
export const linger = "1 second"

/** How long the last flush may take at shutdown. */
export const shutdownPatience = "2 seconds"

/**
 * Accepts items at once and writes them later, in batches, in the order of submission. Submitting never waits: a full
 * queue drops new items, and a batch that cannot be written is dropped. The number of lost items is logged at most once a
 * minute.
 */
export const make = Effect.fnUntraced(function* <Item, E>({ flush, name }: WriteBehindOptions<Item, E>) {
  const waiting = yield* Queue.dropping<Item, Cause.Done>(maxWaiting)
  const batchIsFull = yield* Latch.make()
  const isEnding = yield* Deferred.make<void>()
  const dropped = yield* Ref.make(0)
  const unwritten = yield* Ref.make(0)
  const limited = makeRareLog(reminderInterval)
  const inFlight = yield* Ref.make(0)

  const reportUnwritten = Effect.fnUntraced(function* (count: number, cause: Cause.Cause<unknown>) {
    yield* Ref.update(unwritten, (before) => before + count)
    yield* limited(
      "unwritten",
      Effect.flatMap(Ref.getAndSet(unwritten, 0), (lost) =>
        Effect.logError(`${name} could not be written`, { lost }, cause)
      )
    )
  })

  const write = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
    if (!Array.isReadonlyArrayNonEmpty(items)) return
    yield* Ref.set(inFlight, items.length)
    const exit = yield* Effect.exit(flush(items))
    yield* Ref.set(inFlight, 0)
    if (Exit.isFailure(exit)) yield* reportUnwritten(items.length, exit.cause)
  })

  const reportDropped = Effect.flatMap(Ref.get(dropped), (count) =>
    count === 0
      ? Effect.void
      : limited(
          "dropped",
          Effect.flatMap(Ref.getAndSet(dropped, 0), (lost) =>
            Effect.logWarning(`${name} came in faster than they could be written`, { lost })
          )
        )
  )

  const pass = Effect.gen(function* () {
    yield* Queue.peek(waiting)
    yield* Effect.raceAllFirst([Effect.sleep(linger), batchIsFull.await, Deferred.await(isEnding)])
    const items = yield* Queue.takeBetween(waiting, 1, maxBatch)
    if (Queue.sizeUnsafe(waiting) < maxBatch) yield* batchIsFull.close
    yield* write(items)
    yield* reportDropped
  })

  const fiber = yield* pass.pipe(
    Effect.forever,
    Effect.catch(() => Effect.void),
    Effect.forkScoped
  )
  // Runs before the fiber is interrupted, so the fiber is only interrupted if it takes too long.
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      yield* Queue.end(waiting)
      yield* Deferred.succeed(isEnding, undefined)
      const exit = yield* Effect.timeoutOption(Fiber.await(fiber), shutdownPatience)
      if (exit._tag === "None") {
        const lost = (yield* Ref.get(inFlight)) + Queue.sizeUnsafe(waiting)
        yield* Effect.logWarning(`${name} were not all written at the end`, { lost })
      }
      const lost = (yield* Ref.get(unwritten)) + (yield* Ref.get(dropped))
      if (lost > 0) yield* Effect.logWarning(`${name} were lost before the end`, { lost })
    })
  )

  /** Takes the item, or drops it. */
  return (item: Item): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!Queue.offerUnsafe(waiting, item)) return Ref.update(dropped, (count) => count + 1)
      return Queue.sizeUnsafe(waiting) < maxBatch ? Effect.void : Effect.asVoid(batchIsFull.open)
    })
})
