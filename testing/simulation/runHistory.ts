import { type History, stepText } from "./History.ts"
import { RunsWithoutWaiting } from "./Machine.ts"
import type { Observations, Violation } from "./Observations.ts"
import { type Program, Simulation } from "./Simulation.ts"
import { StepPlayer } from "./StepPlayer.ts"

/** Counts of a run. */
export interface Figures {
  readonly steps: number
  readonly messages: number
  readonly events: number
  readonly platformCalls: number
  readonly webhooks: number
  readonly deliveryAttempts: number
  readonly crashes: number
  readonly commits: number
  /** Virtual hours, with those until everything came to rest. */
  readonly hours: number
}

/** The result of a history. */
export interface Run {
  readonly violation: Violation | null
  /** SHA-256 of the trace, in hexadecimal. */
  readonly hash: string
  readonly figures: Figures
  /** The trace, if it was requested. */
  readonly lines: ReadonlyArray<string>
  readonly observations: Observations
}

const hourMillis = 3_600_000

/** Interval of the rules about all of the state, in virtual milliseconds. */
const checkMillis = hourMillis / 6

/** How long everything may take to come to rest, in virtual hours: retries of deliveries take days. */
const restHours = 96

/** Pause between two checks for rest, in virtual milliseconds: doubled each time, up to the longest. */
const restPause = { first: 60_000, longest: 600_000 } as const

/** Virtual milliseconds in which streams get the last events. */
const lastFrames = 30_000

/** Plays the steps at their times, until the history ends or a rule breaks. */
const playSteps = (simulation: Simulation, player: StepPlayer, history: History): void => {
  const { machine, stores, world } = simulation
  const isOver = () => simulation.violation !== null
  const end = machine.now - simulation.elapsed + history.hours * hourMillis
  for (const step of history.steps) {
    machine.after(world, step.at, () => {
      machine.trace(world, stepText(step))
      player.play(step)
    })
  }
  let checked = stores.state
  while (machine.now < end && !isOver()) {
    machine.runUntil(Math.min(end, machine.now + checkMillis), isOver)
    if (isOver() || stores.state === checked) continue
    checked = stores.state
    simulation.checkState(false)
  }
}

/** Lets everything come to rest without faults, and checks the rules of the end. */
const comeToRest = (simulation: Simulation, player: StepPlayer, { people }: History): void => {
  const { machine, streams } = simulation
  const isOver = () => simulation.violation !== null
  player.endFaults()
  if (people > 0) for (const { business } of streams.clients) streams.follow(business, restHours * 3_600)
  const deadline = machine.now + restHours * hourMillis
  let pause: number = restPause.first
  while (!isOver() && machine.now < deadline) {
    machine.runUntil(machine.now + pause, isOver)
    pause = Math.min(2 * pause, restPause.longest)
    if (!simulation.isAtRest) continue
    machine.runUntil(machine.now + lastFrames, isOver)
    // A person may have read a message meanwhile, whose report is on its way.
    if (simulation.isAtRest) break
  }
  if (!isOver()) simulation.checkState(true)
}

const figuresOf = (simulation: Simulation, player: StepPlayer, history: History): Figures => {
  const { commits, elapsed, platform, receivers, stores } = simulation
  const { events, messages } = stores.state
  return {
    steps: history.steps.length,
    messages: messages.length,
    events: events.length,
    platformCalls: platform.calls,
    webhooks: platform.webhooks,
    deliveryAttempts: receivers.attempts,
    crashes: player.crashes,
    commits,
    hours: elapsed / hourMillis
  }
}

/** Runs a history. Equal histories have equal traces. */
export const runHistory = (history: History, program: Program = {}): Run => {
  const simulation = new Simulation(history, program)
  const player = new StepPlayer(simulation)
  try {
    simulation.setUp()
    playSteps(simulation, player, history)
    comeToRest(simulation, player, history)
  } catch (error) {
    if (!(error instanceof RunsWithoutWaiting)) throw error
    simulation.report([["Loops of the service wait", error.message]])
  }
  return {
    violation: simulation.violation,
    hash: simulation.machine.hash,
    figures: figuresOf(simulation, player, history),
    lines: simulation.machine.lines,
    observations: simulation.observe(true)
  }
}
