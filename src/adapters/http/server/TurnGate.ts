import type { ServerResponse } from "node:http"
import {
  type Admitted,
  admissionBounds,
  type AdmissionBounds,
  type AdmissionState,
  afterTurn,
  isAdmitted
} from "./admission.ts"

/** Decides about requests by the turns of the event loop, which it watches while requests come. Idle, it costs nothing. */
export class TurnGate {
  readonly #bounds: Readonly<Record<Admitted, AdmissionBounds>>
  readonly #open: Record<Admitted, number> = { calls: 0, webhooks: 0, streams: 0 }
  #state: AdmissionState = { hadTimeAt: 0 }
  #turnBegan = 0
  #isWatching = false
  #hasBegun = false

  /** The usual bounds, if none are given. */
  constructor(bounds: Readonly<Record<Admitted, AdmissionBounds>> | undefined) {
    this.#bounds = bounds ?? admissionBounds
  }

  /** Whether the request is begun; it is open until its answer is written, or its caller has gone. */
  admits(kind: Admitted, response: ServerResponse): boolean {
    const now = performance.now()
    this.#hasBegun = true
    if (!this.#isWatching) this.#watch(now)
    if (!isAdmitted(this.#bounds[kind], this.#state, now, now - this.#turnBegan, this.#open[kind])) return false
    this.#open[kind] += 1
    response.once("close", () => {
      this.#open[kind] -= 1
    })
    return true
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
    this.#state = afterTurn(this.#state, now, now - this.#turnBegan)
    this.#turnBegan = now
    this.#isWatching = this.#hasBegun
    this.#hasBegun = false
    if (this.#isWatching) setImmediate(this.#turn)
  }
}
