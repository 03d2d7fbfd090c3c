import { Cause, type Effect, Exit } from "effect"
import type { Dice } from "./Dice.ts"
import type { Machine, Owner } from "./Machine.ts"
import type { Running, SimulatedProcess } from "./SimulatedProcess.ts"

/** Pauses of a caller before it repeats a call, in milliseconds. */
const callerPauses = [1_000, 15_000] as const

/** Calls of one send at most. */
const maxCalls = 60

/** Pause of a caller that finds no process, in milliseconds. */
const noProcessPause = 100

const isInProgress = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" &&
      typeof reason.error === "object" &&
      reason.error !== null &&
      "reason" in reason.error &&
      reason.error.reason === "in progress"
  )

/** Programs outside, which call processes. */
export class Callers {
  /** Calls that are repeated until an answer arrives, and have none. */
  pendingCalls = 0
  readonly #machine: Machine
  readonly #owner: Owner
  readonly #dice: Dice
  readonly #processes: () => ReadonlyArray<SimulatedProcess>

  constructor(machine: Machine, owner: Owner, dice: Dice, processes: () => ReadonlyArray<SimulatedProcess>) {
    this.#machine = machine
    this.#owner = owner
    this.#dice = dice
    this.#processes = processes
  }

  /** A process that takes calls. */
  some(): SimulatedProcess | undefined {
    const ready = this.#processes().filter(({ isReady }) => isReady)
    return ready[this.#dice.below(ready.length)]
  }

  call<A, E>(effect: Effect.Effect<A, E, Running>, answered: (exit: Exit.Exit<A, E> | null) => void): void {
    const process = this.some()
    if (process === undefined) {
      this.#machine.after(this.#owner, noProcessPause, () => answered(null))
      return
    }
    process.call(effect, answered)
  }

  /** Calls until an answer arrives. The call may have taken effect before. */
  insist<A, E>(effect: Effect.Effect<A, E, Running>, done: (exit: Exit.Exit<A, E>) => void, calls = 1): void {
    if (calls === 1) this.pendingCalls += 1
    this.call(effect, (exit) => {
      const isRepeated =
        exit === null || (Exit.isFailure(exit) && (Cause.hasDies(exit.cause) || isInProgress(exit.cause)))
      if (isRepeated && calls < maxCalls) {
        const pause = this.#dice.within(callerPauses)
        this.#machine.after(this.#owner, pause, () => this.insist(effect, done, calls + 1))
        return
      }
      this.pendingCalls -= 1
      if (exit !== null) done(exit)
    })
  }
}
