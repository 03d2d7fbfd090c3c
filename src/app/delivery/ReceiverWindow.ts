import { Capacity } from "./Capacity.ts"
import type { Lane } from "./Lane.ts"
import { Lately } from "./Lately.ts"
import { Line } from "../../collections/Line.ts"

/** Calls at once to a receiver that has answered quickly for the first time. Before that it is given one. */
export const firstWindow = 4

/** As many calls at once any receiver may have that answers quickly. */
export const quickWindow = 16

/** Most calls in flight to one receiver, however swift and however far away it is. */
export const maxWindow = 64

/** A receiver that is given no more calls at once than these is a slow one. */
export const slowWindow = 2

/** An answer that takes longer makes the window smaller, like a failure. */
const slowAnswerMillis = 2_000

/** A receiver may be given more calls than `quickWindow` if its answers take no longer: none of them stays for long. */
const swiftAnswerMillis = 100

/**
 * Answers in a millisecond that more calls at once are given for. One that is no further away than 4 ms can give as many
 * with `quickWindow`; were it given more by one organization, those beside it would wait longer (decision 8).
 */
const worthwhilePerMilli = 4

/**
 * Calls at once that each of the organizations is worth which share a receiver. One with a backlog goes no faster with more
 * than `quickWindow`; many of them do (decision 8).
 */
const worthwhilePerLane = 6

/** How a call ended. */
export interface Ending {
  readonly isSuccess: boolean
  readonly millis: number
}

/**
 * How many calls one receiver, the origin of a URL, is given at once. Each quick success adds one, up to `quickWindow`, or
 * while it is swift up to what its distance is worth, or the organizations that share it; above that, each takes one back.
 * Each failure and each slow answer halves it, and it stays below what was too many (`Capacity`). So a slow receiver is
 * found out by itself, and comes back by itself. One that nothing is known of is given a single call: many of them may be
 * dead, and come all at once after a restart.
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
  /** The shortest time of an answer, in milliseconds. How soon one comes when nothing holds it up says how far away it is. */
  readonly #soonest = new Lately(Math.min, Number.POSITIVE_INFINITY)
  readonly #capacity = new Capacity()

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

  /** A call has ended that was one of so many at once when it began. */
  learn({ isSuccess, millis }: Ending, abreast: number): void {
    if (isSuccess) this.#soonest.note(millis)
    if (!isSuccess || millis > slowAnswerMillis) {
      this.#capacity.bad(abreast)
      this.size = Math.max(1, Math.floor(this.size / 2))
    } else {
      this.#capacity.good(abreast)
      this.size = this.isKnown ? this.#after(millis) : firstWindow
    }
    this.isKnown = true
  }

  /** One more or one less, after an answer that took so long. */
  #after(millis: number): number {
    const most = Math.min(this.#capacity.most, millis > swiftAnswerMillis ? quickWindow : this.#worthwhile)
    return this.size < most ? this.size + 1 : Math.max(most, this.size - 1)
  }

  /** What its distance is worth, or those who share it. */
  get #worthwhile(): number {
    const worthwhile = Math.max(this.#soonest.value * worthwhilePerMilli, this.lanes * worthwhilePerLane)
    return Math.min(maxWindow, Math.max(quickWindow, worthwhile))
  }
}
