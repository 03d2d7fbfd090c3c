/** Lets a number of holders have a turn at the same time; whoever comes later waits in line. */
export class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Calls `start` when its turn comes, which may be now. */
  take(start: () => void): void {
    if (this.#free === 0) {
      this.#waiting.add(start)
      return
    }
    this.#free--
    start()
  }

  /** Ends the turn, or the wait for it. To be called once for each `take`. */
  leave(start: () => void): void {
    if (this.#waiting.delete(start)) return
    this.#free++
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next)
    this.take(next)
  }
}
