import { Effect, Layer, Schema } from "effect"
import { type HandledEvent, onEvent as handle } from "../../src/service/library/onEvent.ts"
import { History, stepText } from "./History.ts"
import type { Check, Observations, Violation } from "./Observations.ts"
import { allFaults, type FaultRates, noFaults, planHistory } from "./planHistory.ts"
import { type Figures, type Run, runHistory } from "./runHistory.ts"
import type { Program } from "./Simulation.ts"
import { shrinkHistory } from "./shrinkHistory.ts"
import type { Ports } from "./SimulatedProcess.ts"

/** Options of a simulation. All except the seed have a default. */
export interface SimulateOptions {
  /** Decides everything: people, latencies, faults, ids and the order of fibers. */
  readonly seed: number
  /** Virtual hours, 1 by default. Afterwards faults end, and everything comes to rest. */
  readonly hours?: number
  /** Number of people, 10 by default, on all channels and of all businesses. */
  readonly people?: number
  /** Number of organizations, 2 by default. */
  readonly businesses?: number
  /** Number of processes of all roles, 1 by default. */
  readonly processes?: number
  /** Acts of people and sends of businesses in an hour, 100 by default. */
  readonly messagesPerHour?: number
  /** None by default; `"all"`, or how often each kind happens in an hour. */
  readonly faults?: "none" | "all" | Partial<FaultRates>
  /** A history to replay, instead of one by the seed and the options above. */
  readonly history?: History
  /** The program's handler of every event, as `Service.onEvent` takes it, with the ports of the use cases. */
  readonly onEvent?: (event: HandledEvent) => Effect.Effect<unknown, unknown, Ports>
  /** Replaces ports of each process. */
  readonly overrides?: Layer.Layer<never, never, Ports>
  /** Rules of the program, by name: checked six times in a virtual hour and at the end. */
  readonly check?: Readonly<Record<string, Check>>
  /** Whether a failing history is shrunk, true by default. */
  readonly shrink?: boolean
}

/** A simulation in which every rule held. */
export interface Simulated {
  readonly seed: number
  /** SHA-256 of the trace, in hexadecimal. Equal for equal seeds and options. */
  readonly hash: string
  readonly figures: Figures
  readonly observations: Observations
}

/** A rule of the service or of the program does not hold. `history` is the shortest one found. */
export class SimulationFailed extends Schema.TaggedError<SimulationFailed>()("SimulationFailed", {
  seed: Schema.Int,
  rule: Schema.String,
  detail: Schema.String,
  /** Milliseconds since the beginning. */
  at: Schema.Finite,
  history: History
}) {
  override get message(): string {
    const { at, detail, history, rule, seed } = this
    return [
      rule,
      `${detail}, after ${(at / 1_000).toFixed(1)} seconds with seed ${seed} and ${history.processes} processes`,
      `Steps: ${history.steps.length}`,
      ...history.steps.map((step) => `  ${stepText(step)}`)
    ].join("\n")
  }
}

/** The name of the program's handler. */
const consumer = "simulation"

const programOf = ({ check, onEvent, overrides }: SimulateOptions): Program => ({
  ...(onEvent !== undefined && { handlers: Layer.orDie(handle(onEvent, { name: consumer, from: "beginning" })) }),
  ...(overrides !== undefined && { overrides }),
  ...(check !== undefined && { checks: check })
})

/** The history of the options. */
export const historyOf = (options: SimulateOptions): History => {
  const {
    businesses = 2,
    faults = "none",
    hours = 1,
    messagesPerHour = 100,
    people = 10,
    processes = 1,
    seed
  } = options
  const rates = faults === "all" ? allFaults : faults === "none" ? noFaults : { ...noFaults, ...faults }
  return options.history ?? planHistory({ seed, hours, businesses, people, processes, messagesPerHour, faults: rates })
}

/** The shortest history that breaks the same rule, and its run. */
const shrunk = (history: History, program: Program, first: Run, { at, rule }: Violation) => {
  let run = first
  const best = shrinkHistory(history, at, (shorter) => {
    const next = runHistory(shorter, program)
    if (next.violation?.rule !== rule) return false
    run = next
    return true
  })
  return { history: best, violation: run.violation }
}

/**
 * Runs the whole service in virtual time: use cases, background work and streams of one or more processes, over seeded
 * models of stores, platforms, receivers and people. Checks the rules of the service and of the program, and fails with
 * the shortest history that breaks one.
 */
export const simulate = (options: SimulateOptions): Effect.Effect<Simulated, SimulationFailed> =>
  Effect.suspend(() => {
    const program = programOf(options)
    const history = historyOf(options)
    const { seed } = history
    const run = runHistory(history, program)
    const { figures, hash, observations, violation } = run
    if (violation === null) return Effect.succeed({ seed, hash, figures, observations })
    const found = options.shrink === false ? { history, violation } : shrunk(history, program, run, violation)
    return Effect.fail(new SimulationFailed({ seed, ...(found.violation ?? violation), history: found.history }))
  })
