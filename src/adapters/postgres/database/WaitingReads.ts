import type { ReadWait } from "../../../ports/stores/ReadWait.ts"

/** The reads that wait for a connection of the pool, which serves them in the order in which they came. */
export class WaitingReads implements ReadWait {
  readonly #since = new Map<symbol, number>()

  readonly longestMillis = (): number => {
    for (const since of this.#since.values()) return performance.now() - since
    return 0
  }

  /** One more read waits, until it calls what it is given. */
  readonly enter = (): (() => void) => {
    const place = Symbol()
    this.#since.set(place, performance.now())
    return () => void this.#since.delete(place)
  }
}
