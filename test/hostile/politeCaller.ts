/**
 * Goes about the day of an ordinary business, and asks for `/health`, in a thread of its own: what the test does beside it
 * takes no time from its clock. Everything goes on until the first message; then it tells what was answered.
 */
import { Effect } from "effect"
import { parentPort, workerData } from "node:worker_threads"
import { type Answered, type Call, callerOf } from "../support/http/callService.ts"

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
const tell = (message: Told | "warm") => parentPort?.postMessage(message, [])

let round = 0
const nextRound = Effect.suspend(() =>
  Effect.forEach(rounds[round++ % rounds.length] ?? [], (call) => Effect.promise(() => business.call(call)))
)
const live = Effect.map(nextRound, (answers) => void polite.push(...answers))
const probe = Effect.promise(() => operator.call({ path: "/health" })).pipe(
  Effect.map((answer) => void health.push(answer)),
  Effect.andThen(Effect.sleep(probePause))
)
const isOver = new Promise<boolean>((resolve) => parentPort?.once("message", () => resolve(true)))

await Effect.runPromise(
  Effect.gen(function* () {
    yield* Effect.repeat(nextRound, { times: warmUp - 1 })
    tell("warm")
    const over = yield* Effect.forkChild(Effect.promise(() => isOver))
    const until = { until: () => over.pollUnsafe() !== undefined }
    yield* Effect.all(
      [...Array.from({ length: callers }, () => Effect.repeat(live, until)), Effect.repeat(probe, until)],
      {
        concurrency: "unbounded"
      }
    )
    yield* Effect.promise(() => Promise.all([business.close(), operator.close()]))
    tell({ polite, health })
  })
)
