import { Effect, Semaphore } from "effect"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  /** Effects that run or wait. */
  users: number
}

/** Runs effects with the same key one after the other, in the order of their calls. Other keys do not wait. */
export class KeyedTurns {
  readonly #turns = new Map<string, Turn>()

  /** The number of keys with effects that run or wait. */
  get size(): number {
    return this.#turns.size
  }

  #enter(key: string): Turn {
    const turn = this.#turns.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
    turn.users += 1
    this.#turns.set(key, turn)
    return turn
  }

  #leave(key: string, turn: Turn): void {
    turn.users -= 1
    if (turn.users === 0) this.#turns.delete(key)
  }

  /** Runs the effect once all earlier effects with the key have ended. */
  run<A, E, R>(key: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => this.#enter(key)),
      ({ semaphore }) => semaphore.withPermit(effect),
      (turn) => Effect.sync(() => this.#leave(key, turn))
    )
  }
}
