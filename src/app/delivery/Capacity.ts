import { Lately } from "./Lately.ts"

/**
 * So many good answers after one call too many, one more than was taken is tried: `perCall` for each call that was taken,
 * `most` at most. Whoever was given few by mistake would be slow for long otherwise.
 */
const caution = { most: 256, perCall: 64 } as const

/**
 * How many calls at once a receiver takes. One that runs ten of something refuses the eleventh call at once, and whoever
 * halves the calls and grows back has one in seven refused for ever, each to come again later, behind which its
 * conversation waits. Such a call had more beside it than any that was answered well lately. What fails for other reasons
 * has not, and says nothing of it; nor do those that fail one after the other.
 */
export class Capacity {
  /** Most calls at once that it takes, as far as is known. */
  most = Number.POSITIVE_INFINITY
  /** The most calls at once of which one was answered well. */
  readonly #taken = new Lately(Math.max, 0)
  #untilTry = 0
  #wasGood = false

  /** A call was answered well that was one of so many at once when it began. */
  good(abreast: number): void {
    this.#taken.note(abreast)
    this.#wasGood = true
    if (this.#untilTry > 0) this.#untilTry -= 1
    else if (this.#taken.value >= this.most) this.most += 1
  }

  /** It failed, or took long. */
  bad(abreast: number): void {
    if (this.#wasGood && abreast > this.#taken.value) {
      this.most = Math.min(this.most, abreast - 1)
      this.#untilTry = Math.min(caution.most, caution.perCall * this.most)
    }
    this.#wasGood = false
  }
}
