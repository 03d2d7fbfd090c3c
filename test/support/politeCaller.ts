/**
 * Goes about the day of an ordinary business, and asks for `/health`, in a thread of its own: what the test does beside it
 * takes no time from its clock. Everything goes on until the first message; then it tells what was answered.
 */
import { parentPort, workerData } from "node:worker_threads"
import { type Answered, type Call, callerOf } from "./callService.ts"

/** Between two probes of `/health`, in milliseconds. */
const probePause = 25

export interface Day {
  readonly appUrl: string
  /** The calls of each round; after the last one, the first comes again. */
  readonly rounds: ReadonlyArray<ReadonlyArray<Call>>
  /** Rounds that are made before anything is measured. */
  readonly warmUp: number
  /** Calls that are on their way together. */
  readonly callers: number
}

export interface Told {
  readonly polite: ReadonlyArray<Answered>
  readonly health: ReadonlyArray<Answered>
}

const { appUrl, callers, rounds, warmUp }: Day = workerData
const polite: Array<Answered> = []
const health: Array<Answered> = []
const business = callerOf(appUrl, callers)
const operator = callerOf(appUrl, 1)

let [round, isOver] = [0, false]
const nextRound = () => rounds[round++ % rounds.length] ?? []

const live = async () => {
  while (!isOver) {
    for (const call of nextRound()) polite.push(await business.call(call))
  }
}

const probe = async () => {
  while (!isOver) {
    health.push(await operator.call({ path: "/health" }))
    await new Promise((resolve) => setTimeout(resolve, probePause))
  }
}

for (let warm = 0; warm < warmUp; warm += 1) for (const call of nextRound()) await business.call(call)
parentPort?.once("message", () => (isOver = true))
parentPort?.postMessage("warm")
await Promise.all([probe(), ...Array.from({ length: callers }, live)])
await Promise.all([business.close(), operator.close()])
const told: Told = { polite, health }
parentPort?.postMessage(told)
