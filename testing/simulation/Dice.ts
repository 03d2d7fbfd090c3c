/** Mixes a text into four 32-bit words (cyrb128). */
const wordsOf = (text: string): readonly [number, number, number, number] => {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597_399_067)
    b = c ^ Math.imul(b ^ unit, 2_869_860_233)
    c = d ^ Math.imul(c ^ unit, 951_274_213)
    d = a ^ Math.imul(d ^ unit, 2_716_044_179)
  }
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}

/**
 * A seeded generator (sfc32) that can be split by name. The draws of a split depend on the seed and the name only, so
 * removing one step of a history leaves the draws of the others as they are.
 */
export class Dice {
  readonly seed: string
  #a: number
  #b: number
  #c: number
  #count: number

  constructor(seed: string) {
    this.seed = seed
    const [a, b, c, count] = wordsOf(seed)
    this.#a = a
    this.#b = b
    this.#c = c
    this.#count = count
    for (let round = 0; round < 12; round++) this.word()
  }

  split(name: string): Dice {
    return new Dice(`${this.seed}/${name}`)
  }

  /** The next 32 bits. */
  word(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** At least 0 and below 1. */
  next(): number {
    return this.word() / 4_294_967_296
  }

  /** At least 0 and below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min)
  }

  within([min, max]: readonly [number, number]): number {
    return this.between(min, max)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<A>(values: readonly [A, ...ReadonlyArray<A>]): A {
    return values[this.below(values.length)] ?? values[0]
  }

  /** The waiting time until the next of events that occur at this mean distance. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }
}
