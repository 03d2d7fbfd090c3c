import { Clock, Duration, Effect } from "effect"
import { type InLine, Line } from "../../collections/Line.ts"
import * as RunningFibers from "../../collections/RunningFibers.ts"

/** Something that has to be over by a time. */
export class Deadline implements InLine<Deadline> {
  /** Those that have as long. */
  line: Line<Deadline> | null = null
  before: Deadline | null = null
  after: Deadline | null = null
  /** In epoch milliseconds. */
  readonly at: number
  readonly pass: () => void

  constructor(at: number, pass: () => void) {
    this.at = at
    this.pass = pass
  }
}

/**
 * Lets deadlines pass. Most of them never do, so one fiber looks at all that have as long: what came first is first to
 * pass, and a fiber of its own for each would cost more than the call that it is there for.
 */
export const make = Effect.gen(function* () {
  const run = yield* RunningFibers.runner()
  const clock = yield* Clock.Clock
  /** By how long they have, in milliseconds. */
  const lines = new Map<number, Line<Deadline>>()

  /** When the next one passes, after those that do now; null when there is none. */
  const passAll = (line: Line<Deadline>): number | null => {
    for (let { first } = line; first !== null; first = line.first) {
      const left = first.at - clock.currentTimeMillisUnsafe()
      if (left > 0) return left
      line.remove(first)
      first.pass()
    }
    return null
  }

  const watch = Effect.fnUntraced(function* (millis: number, line: Line<Deadline>) {
    // Nothing is held while it sleeps: the first of them is over long before.
    for (let left = passAll(line); left !== null; left = passAll(line)) yield* Effect.sleep(left)
    lines.delete(millis)
  })

  return {
    /** Calls `pass` once when so much time is over, unless it is cancelled. */
    start: (patience: Duration.Input, pass: () => void): Deadline => {
      const millis = Duration.toMillis(Duration.fromInputUnsafe(patience))
      const known = lines.get(millis)
      const line = known ?? new Line<Deadline>()
      const deadline = new Deadline(clock.currentTimeMillisUnsafe() + millis, pass)
      line.push(deadline)
      if (known === undefined) {
        lines.set(millis, line)
        run(watch(millis, line))
      }
      return deadline
    },
    cancel: (deadline: Deadline): void => {
      deadline.line?.remove(deadline)
    }
  }
})
