import { Effect } from "effect"

/** Collects signals until the single reader reads them. */
export class GatheredSignals<A> {
  #signalled = new Set<A>()
  #wake: (() => void) | null = null

  signal(subjects: Iterable<A>): void {
    for (const subject of subjects) this.#signalled.add(subject)
    if (this.#signalled.size > 0) this.#wake?.()
  }

  #take(): ReadonlySet<A> {
    const signaled = this.#signalled
    this.#signalled = new Set()
    return signaled
  }

  /** Waits for the first signal, and returns all since the last call. */
  readonly next: Effect.Effect<ReadonlySet<A>> = Effect.callback<ReadonlySet<A>>((resume) => {
    if (this.#signalled.size > 0) return resume(Effect.succeed(this.#take()))
    this.#wake = () => {
      this.#wake = null
      resume(Effect.sync(() => this.#take()))
    }
    return Effect.sync(() => {
      this.#wake = null
    })
  })
}
