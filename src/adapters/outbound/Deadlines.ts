import { Clock, Duration, Effect, FiberSet } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import { LinkedQueue, QueueNode } from "../../collections/LinkedQueue.ts"

/** Something that has to be over by a time. */
interface Deadline {
  /** In elapsed milliseconds. */
  readonly at: number
  readonly pass: () => void
}

/** Its place among those that have as long. */
export type Started = QueueNode<Deadline>

/**
 * Runs deadlines. Most deadlines never pass, so one fiber serves all deadlines of the same length. The oldest of them
 * passes first. A fiber for each deadline would cost more than the call that it guards.
 */
export const make = Effect.gen(function* () {
  const run = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  /** By how long they have, in milliseconds. */
  const lines = new Map<number, LinkedQueue<Started>>()

  /** When the next one passes, after those that do now; null when there is none. */
  const passAll = (line: LinkedQueue<Started>): number | null => {
    for (let { first } = line; first !== null; first = line.first) {
      const left = first.of.at - elapsedMillis(clock)
      if (left > 0) return left
      line.remove(first)
      first.of.pass()
    }
    return null
  }

  const watch = Effect.fnUntraced(function* (millis: number, line: LinkedQueue<Started>) {
    // Nothing is held while it sleeps: the first of them is over long before.
    for (let left = passAll(line); left !== null; left = passAll(line)) yield* Effect.sleep(left)
    lines.delete(millis)
  })

  return {
    /** Calls `pass` once when so much time is over, unless it is cancelled. */
    start: (patience: Duration.Input, pass: () => void): Started => {
      const millis = Duration.toMillis(Duration.fromInputUnsafe(patience))
      const known = lines.get(millis)
      const line = known ?? new LinkedQueue<Started>()
      const deadline = new QueueNode({ at: elapsedMillis(clock) + millis, pass })
      line.push(deadline)
      if (known === undefined) {
        lines.set(millis, line)
        run(watch(millis, line))
      }
      return deadline
    },
    cancel: (deadline: Started): void => {
      deadline.queue?.remove(deadline)
    }
  }
})
