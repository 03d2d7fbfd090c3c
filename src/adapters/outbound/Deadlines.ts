import { Clock, Duration, Effect, FiberSet } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import { LinkedQueue, QueueNode } from "../../collections/LinkedQueue.ts"

/** A pending deadline. */
interface Deadline {
  /** In elapsed milliseconds. */
  readonly at: number
  readonly pass: () => void
}

/** Its node in the queue of its duration. */
export type Started = QueueNode<Deadline>

/**
 * Runs deadlines. Most deadlines never pass, so one fiber serves all deadlines of the same length, in order of their
 * start. A fiber for each deadline would cost more than the call that it limits.
 */
export const make = Effect.gen(function* () {
  const run = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  /** Queues by duration in milliseconds. */
  const queues = new Map<number, LinkedQueue<Started>>()

  /** Passes due deadlines; returns the wait for the next one, null if there is none. */
  const passAll = (queue: LinkedQueue<Started>): number | null => {
    for (let { first } = queue; first !== null; first = queue.first) {
      const left = first.of.at - elapsedMillis(clock)
      if (left > 0) return left
      queue.remove(first)
      first.of.pass()
    }
    return null
  }

  const watch = Effect.fnUntraced(function* (millis: number, queue: LinkedQueue<Started>) {
    // Passed deadlines are not referenced during the sleep.
    for (let left = passAll(queue); left !== null; left = passAll(queue)) yield* Effect.sleep(left)
    queues.delete(millis)
  })

  return {
    /** Calls `pass` once after this time, unless it is cancelled. */
    start: (patience: Duration.Input, pass: () => void): Started => {
      const millis = Duration.toMillis(Duration.fromInputUnsafe(patience))
      const known = queues.get(millis)
      const queue = known ?? new LinkedQueue<Started>()
      const deadline = new QueueNode({ at: elapsedMillis(clock) + millis, pass })
      queue.push(deadline)
      if (known === undefined) {
        queues.set(millis, queue)
        run(watch(millis, queue))
      }
      return deadline
    },
    cancel: (deadline: Started): void => {
      deadline.queue?.remove(deadline)
    }
  }
})
