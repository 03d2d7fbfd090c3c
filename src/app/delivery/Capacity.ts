/**
 * So many good answers after one call too many, one more than was taken is tried: `perCall` for each call that was taken,
 * `most` at most. Whoever was given few by mistake would be slow for long otherwise.
 */
const caution = { most: 256, perCall: 64 } as const

/** So many good answers later it is forgotten how many calls at once were taken: there may be less room by now. */
const remembered = 128

/**
 * How many calls at once a receiver takes. One that runs ten of something refuses the eleventh call at once, and whoever
 * halves the calls and grows back has one in seven refused for ever, each to come again later, behind which its
 * conversation waits. Such a call had more beside it than any that was answered well lately. What fails for other reasons
 * has not, and says nothing of it; nor do those that fail one after the other.
 */
export class Capacity {
  /** Most calls at once that it takes, as far as is known. */
  most = Number.POSITIVE_INFINITY
  /** The most calls at once of which one was answered well, lately, and in as many answers before. */
  #taken = 0
  #takenBefore = 0
  #answers = 0
  #untilTry = 0
  #wasGood = false

  /** A call was answered well that was one of so many at once when it began. */
  good(abreast: number): void {
    if (this.#answers === remembered) {
      this.#answers = 0
      this.#takenBefore = this.#taken
      this.#taken = 0
    }
    this.#answers += 1
    this.#taken = Math.max(this.#taken, abreast)
    this.#wasGood = true
    if (this.#untilTry > 0) this.#untilTry -= 1
    else if (this.#lately >= this.most) this.most += 1
  }

  /** It failed, or took long. */
  bad(abreast: number): void {
    if (this.#wasGood && abreast > Math.max(1, this.#lately)) {
      this.most = Math.min(this.most, abreast - 1)
      this.#untilTry = Math.min(caution.most, caution.perCall * this.most)
    }
    this.#wasGood = false
  }

  get #lately(): number {
    return Math.max(this.#taken, this.#takenBefore)
  }
}
