import { Clock, Duration, Effect, FiberSet } from "effect"

/** Something that has to be over by a time. */
export interface Deadline {
  /** In epoch milliseconds. */
  readonly at: number
  readonly pass: () => void
  /** Those that have as long. */
  readonly others: Set<Deadline>
}

/**
 * Lets deadlines pass. Most of them never do, so one fiber looks at all that have as long: what came first is first to
 * pass, and a fiber of its own for each would cost more than the call that it is there for.
 */
export const make = Effect.gen(function* () {
  const run = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  /** By how long they have, in milliseconds. */
  const lines = new Map<number, Set<Deadline>>()

  const watch = Effect.fnUntraced(function* (millis: number, line: Set<Deadline>) {
    for (let [first] = line; first !== undefined; [first] = line) {
      const left = first.at - clock.currentTimeMillisUnsafe()
      if (left > 0) yield* Effect.sleep(left)
      else {
        line.delete(first)
        first.pass()
      }
    }
    lines.delete(millis)
  })

  return {
    /** Calls `pass` once when so much time is over, unless it is cancelled. */
    start: (patience: Duration.Input, pass: () => void): Deadline => {
      const millis = Duration.toMillis(Duration.fromInputUnsafe(patience))
      const known = lines.get(millis)
      const others = known ?? new Set<Deadline>()
      const deadline = { at: clock.currentTimeMillisUnsafe() + millis, pass, others }
      others.add(deadline)
      if (known === undefined) {
        lines.set(millis, others)
        run(watch(millis, others))
      }
      return deadline
    },
    cancel: (deadline: Deadline): void => {
      deadline.others.delete(deadline)
    }
  }
})
