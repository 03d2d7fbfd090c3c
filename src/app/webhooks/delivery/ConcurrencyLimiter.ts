/** The limit of a receiver without recorded calls, as after a restart. Many of these may be unreachable. */
const unknownLimit = 1

/** The limit after the first success. */
export const firstLimit = 4

/** Most calls in flight to one receiver. */
export const maxLimit = 64

/** A receiver with this limit or a lower one is on probation. */
export const probationLimit = 2

/** A success that takes longer, in milliseconds, decreases the limit like a failure. */
const slowMillis = 2_000

/** Successes at the detected limit before one more call is tried. */
const successesBeforeProbe = 128

/** How a call ended. */
export interface CallResult {
  readonly isSuccess: boolean
  readonly millis: number
}

/**
 * Limits the calls in flight to a receiver: additive increase, multiplicative decrease. Each quick success adds one
 * call; each failure and each slow success halves the limit.
 *
 * With that alone, a receiver with a fixed concurrency limit would refuse one call in seven forever. So its limit is
 * detected: a call fails with more calls in flight than any recent success had. The increase stops below the detected
 * limit. After `successesBeforeProbe` successes, the limit may rise until a call fails that way again. Other failures
 * occur with no more calls in flight than successes, and detect nothing.
 */
export class ConcurrencyLimiter {
  limit = unknownLimit
  /** Whether any call was recorded. */
  isKnown = false
  #detected = maxLimit
  /** The recent maximum of calls in flight with a success. Each failure that detects nothing lowers it by one. */
  #answered = 0
  #untilProbe = 0

  /** The receiver is slow or dead, or may be: nothing is known of it. */
  get isOnProbation(): boolean {
    return this.limit <= probationLimit
  }

  get isSlow(): boolean {
    return this.isKnown && this.isOnProbation
  }

  /** A call has ended that was one of `inFlight` when it began. */
  record({ isSuccess, millis }: CallResult, inFlight: number): void {
    if (isSuccess && millis <= slowMillis) this.#increase(inFlight)
    else this.#decrease(inFlight)
    this.isKnown = true
  }

  #increase(inFlight: number): void {
    this.#answered = Math.max(this.#answered, inFlight)
    if (this.limit >= this.#detected) {
      this.#untilProbe -= 1
      if (this.#untilProbe > 0 || this.#answered < this.#detected) return
      this.#detected = Math.min(maxLimit, this.#detected + 1)
    }
    this.limit = Math.min(this.#detected, this.isKnown ? this.limit + 1 : firstLimit)
  }

  #decrease(inFlight: number): void {
    if (this.#answered > 0 && inFlight > this.#answered) {
      this.#detected = Math.max(1, inFlight - 1)
      this.#untilProbe = successesBeforeProbe
    } else this.#answered = Math.max(0, this.#answered - 1)
    this.limit = Math.max(1, Math.min(this.#detected, Math.floor(this.limit / 2)))
  }
}
