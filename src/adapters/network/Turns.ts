import { LinkedQueue } from "../../collections/LinkedQueue.ts"
import type { QueueNode } from "../../collections/QueueNode.ts"

/** The action that starts a turn, and its position in the queue until then. */
export type Turn = QueueNode<() => void>

/** Lets a number of holders have a turn at the same time. Later ones wait in a queue. */
export class Turns {
  #free: number
  readonly #waiting = new LinkedQueue<Turn>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Begins it when there is room, which may be now. */
  take(turn: Turn): void {
    if (this.#free === 0) {
      this.#waiting.push(turn)
      return
    }
    this.#free--
    turn.of()
  }

  /** Ends the turn, or the wait for it. To be called once for each `take`. */
  leave(turn: Turn): void {
    if (turn.queue !== null) {
      this.#waiting.remove(turn)
      return
    }
    this.#free++
    const next = this.#waiting.shift()
    if (next !== null) this.take(next)
  }
}
