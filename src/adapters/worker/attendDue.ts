import { Effect, FiberSet, Semaphore } from "effect"

/** How often it is looked for work although none came in: retries fall due, and other processes add some. */
export const pollInterval = "1 second"

/** How long running work may still take when the service stops; after that its leases bring it back. */
const shutdownPatience = "8 seconds"

/** Due work, and how to process an item of it. */
export interface DueWork<Item, R, R2> {
  /** What it is called in the log. */
  readonly name: string
  /** Most of it at the same time. */
  readonly maxInFlight: number
  /** Claims one item at a time: a claimed item that waits for a slot would lose its lease behind slow ones. */
  readonly claimOne: Effect.Effect<ReadonlyArray<Item>, never, R>
  readonly attend: (item: Item) => Effect.Effect<void, never, R2>
  /** Waits until this process has added some. */
  readonly arrival: Effect.Effect<void>
}

/**
 * Runs due work for as long as the scope lives, with at most `maxInFlight` items at once. A defect is logged, and the
 * item is retried when its lease expires. At shutdown claiming stops, and running items finish.
 */
export const attendDue = Effect.fnUntraced(function* <Item, R, R2>(work: DueWork<Item, R, R2>) {
  const { arrival, attend, claimOne, maxInFlight, name } = work
  const slots = yield* Semaphore.make(maxInFlight)
  const running = yield* FiberSet.make()
  // Comes before the set ends its fibers, and after the loop below has ended.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

  const pass = Effect.gen(function* () {
    yield* slots.take(1)
    const [item] = yield* claimOne.pipe(Effect.onError(() => slots.release(1)))
    if (item === undefined) {
      yield* slots.release(1)
      return yield* Effect.raceFirst(arrival, Effect.sleep(pollInterval))
    }
    yield* FiberSet.run(running, Effect.ensuring(attend(item), slots.release(1)))
  })

  yield* pass.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError(`${name} pass failed`, cause), Effect.sleep(pollInterval))
    ),
    Effect.forever,
    Effect.forkScoped
  )
})
