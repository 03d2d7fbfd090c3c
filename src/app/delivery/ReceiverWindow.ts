import type { Lane } from "./Lane.ts"
import { Line } from "../../collections/Line.ts"

/** Calls at once to a receiver that has answered quickly for the first time. Before that it is given one. */
export const firstWindow = 4

/** Most calls in flight to one receiver that answers quickly. */
export const quickWindow = 16

/** Most calls in flight to one receiver, however swift it is. */
export const maxWindow = 64

/** A receiver that is given no more calls at once than these is a slow one. */
export const slowWindow = 2

/** An answer that takes longer makes the window smaller, like a failure. */
const slowAnswerMillis = 2_000

/** A receiver whose answers take no longer may be given more calls than `quickWindow`: none of them stays for long. */
const swiftAnswerMillis = 100

/** How a call went. Failures are slow, however soon they come. */
export type Pace = "swift" | "quick" | "slow"

export const paceOf = (isSuccess: boolean, durationMillis: number): Pace =>
  !isSuccess || durationMillis > slowAnswerMillis ? "slow" : durationMillis > swiftAnswerMillis ? "quick" : "swift"

/**
 * How many calls one receiver, the origin of a URL, is given at once. Each quick success adds one, up to `quickWindow`, and
 * each swift one up to `maxWindow`, which successes that are only quick take back one by one. Each failure and each slow
 * answer halves it. So a slow receiver is found out by itself, and comes back by itself. One that nothing is known of is
 * given a single call: many of them may be dead, and come all at once after a restart.
 */
export class ReceiverWindow {
  readonly origin: string
  size = 1
  /** Whether anything was learnt of it. */
  isKnown = false
  inFlight = 0
  /** Its lanes that stand in a round; each of them starts one call when it is its turn. */
  invited = 0
  /** Its lanes, wherever they stand. */
  lanes = 0
  /** Lanes that have something for it, and wait until it takes more. */
  readonly blocked = new Line<Lane>()

  constructor(origin: string) {
    this.origin = origin
  }

  get isSlow(): boolean {
    return this.isKnown && this.isDoubtful
  }

  /** It is slow, or may be: nothing is known of it. */
  get isDoubtful(): boolean {
    return this.size <= slowWindow
  }

  /** Whether a call may be started. */
  get isOpen(): boolean {
    return this.inFlight < this.size
  }

  /** Whether one more of its lanes may stand in a round. */
  get invites(): boolean {
    return this.inFlight + this.invited < this.size
  }

  learn(pace: Pace): void {
    this.size = this.#after(pace)
    this.isKnown = true
  }

  #after(pace: Pace): number {
    if (pace === "slow") return Math.max(1, Math.floor(this.size / 2))
    if (!this.isKnown) return firstWindow
    const most = pace === "swift" ? maxWindow : quickWindow
    return this.size < most ? this.size + 1 : Math.max(most, this.size - 1)
  }
}
