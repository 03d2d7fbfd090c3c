import type { Lane } from "./Lane.ts"
import { Line } from "../../collections/Line.ts"
import type { Ending, ReceiverWindow } from "./ReceiverWindow.ts"

/** Most deliveries that are being attempted, or recorded, at the same time. */
export const maxInFlight = 512

/** Most calls at the same time, all of them together, to receivers that are slow or did not answer yet. */
export const maxDoubtfulInFlight = maxInFlight / 2

/**
 * Whose turn it is. Lanes take turns, one delivery each; as many lanes of a receiver take part as it takes calls, and the
 * others wait until it takes more. Lanes whose receiver is doubtful have a round of their own, and the two rounds take
 * turns.
 */
export class Rounds {
  readonly #trusted = new Line<Lane>()
  readonly #doubtful = new Line<Lane>()
  #wasDoubtful = false
  /** Calls to receivers that are doubtful as things are now. */
  doubtfulInFlight = 0

  /** The lane queues up for its receiver, behind those that wait for it already. */
  enter(lane: Lane): void {
    if (lane.line !== null || lane.isPaused || lane.ready.size === 0) return
    lane.receiver.blocked.push(lane)
    this.#invite(lane.receiver)
  }

  leave(lane: Lane): void {
    if (lane.line === null) return
    if (lane.line !== lane.receiver.blocked) lane.receiver.invited -= 1
    lane.line.remove(lane)
    this.#invite(lane.receiver)
  }

  /** Takes the lane whose turn it is. It has something ready, and its receiver takes it. */
  next(): Lane | null {
    for (;;) {
      const isDoubtfulTurn =
        this.#doubtful.size > 0 &&
        this.doubtfulInFlight < maxDoubtfulInFlight &&
        (!this.#wasDoubtful || this.#trusted.size === 0)
      const lane = (isDoubtfulTurn ? this.#doubtful : this.#trusted).shift()
      if (lane === null) return null
      lane.receiver.invited -= 1
      // The receiver may have turned out to be slow, or not to be, since the lane was invited.
      if (lane.receiver.isDoubtful === isDoubtfulTurn && lane.receiver.isOpen) {
        this.#wasDoubtful = isDoubtfulTurn
        return lane
      }
      this.enter(lane)
    }
  }

  /** Gives how many calls to the receiver there are at once, with this one. */
  begin(receiver: ReceiverWindow): number {
    receiver.inFlight += 1
    if (receiver.isDoubtful) this.doubtfulInFlight += 1
    return receiver.inFlight
  }

  /** A call is over that was one of so many when it began; `ending` is null when nothing is to be learnt from it. */
  end(receiver: ReceiverWindow, abreast: number, ending: Ending | null): void {
    if (receiver.isDoubtful) this.doubtfulInFlight -= receiver.inFlight
    receiver.inFlight -= 1
    if (ending !== null) receiver.learn(ending, abreast)
    if (receiver.isDoubtful) this.doubtfulInFlight += receiver.inFlight
    this.#invite(receiver)
  }

  #invite(receiver: ReceiverWindow): void {
    const round = receiver.isDoubtful ? this.#doubtful : this.#trusted
    while (receiver.invites) {
      const lane = receiver.blocked.shift()
      if (lane === null) return
      receiver.invited += 1
      round.push(lane)
    }
  }
}
