import { Effect } from "effect"

/** Gathers what it is signalled until its one reader asks for it. */
export class GatheredSignals<A> {
  #signalled = new Set<A>()
  #wake: (() => void) | null = null

  signal(subjects: Iterable<A>): void {
    for (const subject of subjects) this.#signalled.add(subject)
    if (this.#signalled.size > 0) this.#wake?.()
  }

  #take(): ReadonlySet<A> {
    const taken = this.#signalled
    this.#signalled = new Set()
    return taken
  }

  /** Waits for the first subject, and gives all since the last call. */
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
