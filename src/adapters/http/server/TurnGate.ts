import type { ServerResponse } from "node:http"
import type { ReadWait } from "../../../ports/process/ReadWait.ts"
import {
  type Admitted,
  admissionBounds,
  type AdmissionBounds,
  type AdmissionState,
  afterTurn,
  isAdmitted
} from "./admission.ts"

/**
 * Decides about requests by the turns of the event loop, which it watches while requests come, and by how long reads wait
 * for the database. Idle, it costs nothing.
 */
export class TurnGate {
  readonly #bounds: Readonly<Record<Admitted, AdmissionBounds>>
  readonly #readWait: ReadWait | undefined
  readonly #open: Record<Admitted, number> = { calls: 0, webhooks: 0, streams: 0 }
  #state: AdmissionState = { hadTimeAt: 0 }
  #turnBegan = 0
  #isWatching = false
  #hasBegun = false

  /** The usual bounds, if none are given. */
  constructor(bounds: Readonly<Record<Admitted, AdmissionBounds>> | undefined, readWait: ReadWait | undefined) {
    this.#bounds = bounds ?? admissionBounds
    this.#readWait = readWait
  }

  /** Whether the request is begun; it is open until its answer is written, or its caller has gone. */
  admits(kind: Admitted, response: ServerResponse): boolean {
    const now = performance.now()
    this.#hasBegun = true
    if (!this.#isWatching) this.#watch(now)
    const waits = { turnMillis: now - this.#turnBegan, readMillis: this.#readMillis() }
    if (!isAdmitted(this.#bounds[kind], this.#state, now, waits, this.#open[kind])) return false
    this.#open[kind] += 1
    response.once("close", () => {
      this.#open[kind] -= 1
    })
    return true
  }

  #readMillis(): number {
    return this.#readWait === undefined ? 0 : this.#readWait.longestMillis()
  }

  /** Nothing came in the turn before, so the process had time. */
  #watch(now: number): void {
    this.#isWatching = true
    this.#turnBegan = now
    this.#state = { hadTimeAt: now }
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const now = performance.now()
    this.#state = afterTurn(this.#state, now, {
      turnMillis: now - this.#turnBegan,
      readMillis: this.#readMillis()
    })
    this.#turnBegan = now
    this.#isWatching = this.#hasBegun
    this.#hasBegun = false
    if (this.#isWatching) setImmediate(this.#turn)
  }
}
