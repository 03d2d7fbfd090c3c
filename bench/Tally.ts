import { Deferred, Effect } from "effect"
import { WrongResult } from "./Comparison.ts"
import { roundOf } from "./Round.ts"

/** Counts what is to be done once each: when it was put in, when it was taken, and when all of it is settled. */
export class Tally {
  readonly #expected: number
  readonly #since = new Map<string, number>()
  readonly #took: Array<number> = []
  readonly #allTaken = Deferred.makeUnsafe<void>()
  readonly #allSettled = Deferred.makeUnsafe<void>()
  readonly #begin = performance.now()
  #settled = 0
  #strange = 0
  #end = 0

  constructor(expected: number) {
    this.#expected = expected
  }

  putIn(events: ReadonlyArray<{ readonly id: string }>): void {
    const now = performance.now()
    for (const { id } of events) this.#since.set(id, now)
  }

  /** `millis` is how long it took, when that is not the time since it was put in. */
  taken(id: string, millis?: number): void {
    const since = this.#since.get(id)
    if (since === undefined) {
      this.#strange += 1
      return
    }
    this.#since.delete(id)
    this.#took.push(millis ?? performance.now() - since)
    if (this.#took.length === this.#expected) Deferred.doneUnsafe(this.#allTaken, Effect.void)
  }

  settled(count = 1): void {
    this.#settled += count
    if (this.#settled < this.#expected || this.#end > 0) return
    this.#end = performance.now()
    Deferred.doneUnsafe(this.#allSettled, Effect.void)
  }

  get allTaken() {
    return Deferred.await(this.#allTaken)
  }

  /** Waits until everything is settled. Each of it was taken once then, or the result is wrong. */
  get round() {
    return Effect.gen({ self: this }, function* () {
      yield* Deferred.await(this.#allSettled)
      const left = this.#since.size
      if (left > 0 || this.#strange > 0 || this.#settled !== this.#expected) {
        const reason = `${this.#expected} put in, ${left} never taken, ${this.#strange} taken again, ${this.#settled} settled`
        return yield* new WrongResult({ reason })
      }
      return roundOf(this.#took, this.#end - this.#begin)
    })
  }
}
