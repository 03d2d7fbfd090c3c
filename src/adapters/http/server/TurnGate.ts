import type { ServerResponse } from "node:http"
import type { ReadWait } from "../../../ports/process/Transaction.ts"
import {
  type Admitted,
  admissionBounds,
  type AdmissionBounds,
  type AdmissionState,
  afterTurn,
  isAdmitted
} from "./admission.ts"

/**
 * Admits requests based on the turns of the event loop and the wait times of database reads. It measures turns only while
 * requests arrive, so it costs nothing when idle.
 */
export class TurnGate {
  readonly #bounds: Readonly<Record<Admitted, AdmissionBounds>>
  readonly #readWait: ReadWait | undefined
  readonly #open: Record<Admitted, number> = { calls: 0, webhooks: 0, streams: 0 }
  #state: AdmissionState = { hadTimeAt: 0 }
  #turnBegan = 0
  #isWatching = false
  #hasBegun = false

  /** Uses the standard bounds if `bounds` is undefined. */
  constructor(bounds: Readonly<Record<Admitted, AdmissionBounds>> | undefined, readWait: ReadWait | undefined) {
    this.#bounds = bounds ?? admissionBounds
    this.#readWait = readWait
  }

  /** Whether the request is admitted. It stays open until its response is sent or the caller disconnects. */
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

  /** Starts to measure turns. The previous turn had no requests, so the process was idle. */
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
