/** So many answers, and up to as many before them, are lately: whatever they say of a receiver may have changed since. */
const remembered = 128

/** The least, or the most, of what was noted with the answers of lately. */
export class Lately {
  readonly #pick: (one: number, other: number) => number
  readonly #nothing: number
  #value: number
  #before: number
  #answers = 0

  /** `pick` is `Math.min` or `Math.max`; `nothing` is what it is of no answers. */
  constructor(pick: (one: number, other: number) => number, nothing: number) {
    this.#pick = pick
    this.#nothing = nothing
    this.#value = nothing
    this.#before = nothing
  }

  note(value: number): void {
    if (this.#answers === remembered) {
      this.#answers = 0
      this.#before = this.#value
      this.#value = this.#nothing
    }
    this.#answers += 1
    this.#value = this.#pick(this.#value, value)
  }

  get value(): number {
    return this.#pick(this.#value, this.#before)
  }
}
