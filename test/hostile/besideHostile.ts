import { assert } from "@effect/vitest"
import { Array, Effect, Record as Records, Schema } from "effect"
import { Worker } from "node:worker_threads"
import type { Business, Service } from "./businesses.ts"
import { type Answered, type Call, callerOf } from "../support/http/callService.ts"
import type { Day, Told } from "./politeCaller.ts"

/** Rounds of the polite business: so many that none comes twice soon. */
const roundsOfDay = 500
const warmUp = 3
const politeCallers = 2
/** How long the others go on after the hostile load has ended. */
const after = "1 second"

/** Sends a call of the hostile load. */
export type Ask = (call: Call) => Effect.Effect<Answered>

const caller = (appUrl: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => callerOf(appUrl, 1024)),
      ({ close }) => Effect.promise(close)
    ),
    ({ call }): Ask =>
      (asked) =>
        Effect.promise((signal) => call(asked, signal))
  )

/** A polite business in its thread, warm; gives what ends its day. */
const livingBeside = Effect.fnUntraced(function* (day: Day) {
  const worker = yield* Effect.acquireRelease(
    Effect.sync(() => new Worker(new URL("./politeCaller.ts", import.meta.url), { workerData: day })),
    (worker) => Effect.promise(() => worker.terminate())
  )
  const next = <A>() =>
    Effect.callback<A>((resume) => {
      worker.once("message", (message: A) => resume(Effect.succeed(message)))
      worker.once("error", (error) => resume(Effect.die(error)))
    })
  yield* next<"warm">()
  return Effect.suspend(() => {
    worker.postMessage("over", [])
    return next<Told>()
  })
})

export interface Series {
  readonly asked: number
  /** How those that were not answered as they should be were answered. */
  readonly failed: ReadonlyArray<string>
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

const series = (answers: ReadonlyArray<Answered>, isFine: (answer: Answered) => boolean): Series => {
  const times = answers.map(({ millis }) => Math.round(millis)).toSorted((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0
  return {
    asked: answers.length,
    failed: answers.flatMap((answer) => (isFine(answer) ? [] : [`${answer.status} ${answer.text.slice(0, 200)}`])),
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1)
  }
}

/** Answers by status: `{ 201: 30 }`. */
export const statusesOf = (answers: ReadonlyArray<Answered>): Readonly<Record<string, number>> =>
  Records.map(
    Array.groupBy(answers, ({ status }) => String(status)),
    (same) => same.length
  )

/** What an ordinary business does all day: it sends, and looks at its lists. */
export const ordinaryRound = ({ developer, session }: Business, round: number): ReadonlyArray<Call> => [
  {
    path: "/api/developer/v1/send-message",
    headers: developer,
    body: { to: `1555100${String(round % 1000).padStart(4, "0")}`, type: "text", text: `Good morning ${round}` }
  },
  { path: "/api/developer/v1/conversations/whatsapp?limit=20", headers: developer },
  { path: "/api/whatsapp/conversations?limit=20", headers: session },
  { path: "/api/whatsapp/contacts?limit=20", headers: session },
  {
    path: "/api/developer/v1/contacts",
    headers: developer,
    body: { phone: `1555200${String(round % 1000).padStart(4, "0")}`, name: `Contact ${round}` }
  },
  { path: "/api/developer/v1/logs?limit=20", headers: developer }
]

const EventLoopBlock = Schema.Struct({
  eventLoopBlocked: Schema.Struct({ wallMillis: Schema.Number, cpuMillis: Schema.Number })
})
const readBlock = Schema.decodeUnknownOption(Schema.fromJsonString(EventLoopBlock))

const blocksIn = (output: string) =>
  output.split("\n").flatMap((line) => {
    const read = line.startsWith('{"eventLoopBlocked"') ? readBlock(line) : undefined
    return read?._tag === "Some" ? [read.value.eventLoopBlocked] : []
  })

export interface Report<A> {
  /** What the hostile load gave back, and how long it took. */
  readonly hostile: A
  readonly tookMillis: number
  readonly polite: Series
  readonly health: Series
  /**
   * The longest times for which the event loop stood still (0: less than 50 ms): by the clock, of its own work, and
   * because the machine did something else.
   */
  readonly eventLoop: { readonly wallMillis: number; readonly cpuMillis: number; readonly stolenMillis: number }
  /** How the service ended meanwhile; null when it still runs. */
  readonly ended: number | NodeJS.Signals | null
}

const isOk = ({ status }: Answered): boolean => status >= 200 && status < 300

/**
 * Runs a hostile load on a service while another business goes about its day and somebody asks for `/health`. The load
 * calls through the function that it is given, over as many connections as it has calls.
 */
export const besideHostile = Effect.fnUntraced(function* <A, E, R>(
  { appUrl, polite, running }: Service,
  hostile: (ask: Ask) => Effect.Effect<A, E, R>,
  { round = ordinaryRound }: { readonly round?: (business: Business, round: number) => ReadonlyArray<Call> } = {}
) {
  const ask = yield* caller(appUrl)
  const rounds = Array.makeBy(roundsOfDay, (ordinal) => round(polite, ordinal))
  const endOfDay = yield* livingBeside({ appUrl, rounds, warmUp, callers: politeCallers })

  const before = running.output().length
  const since = performance.now()
  const done = yield* hostile(ask)
  const tookMillis = Math.round(performance.now() - since)
  yield* Effect.sleep(after)
  const told = yield* endOfDay

  const blocks = blocksIn(running.output().slice(before))
  const report: Report<A> = {
    hostile: done,
    tookMillis,
    polite: series(told.polite, isOk),
    health: series(told.health, isOk),
    eventLoop: {
      wallMillis: Math.max(0, ...blocks.map(({ wallMillis }) => wallMillis)),
      cpuMillis: Math.max(0, ...blocks.map(({ cpuMillis }) => cpuMillis)),
      stolenMillis: Math.max(0, ...blocks.map(({ cpuMillis, wallMillis }) => wallMillis - cpuMillis))
    },
    ended: running.process.exitCode ?? running.process.signalCode
  }
  return report
}, Effect.scoped)

/** Milliseconds that the polite business and `/health` may wait, however hostile the other one is. */
export const bounds = { politeP99: 1000, healthLongest: 200 }

/** The hostile load has harmed nobody. What the machine took from the service is not held against it. */
export const assertUnharmed = (report: Report<unknown>): void => {
  const { ended, eventLoop, health, polite } = report
  const told = JSON.stringify(report)
  assert.isNull(ended, told)
  assert.deepStrictEqual(polite.failed, [], told)
  assert.deepStrictEqual(health.failed, [], told)
  assert.isBelow(polite.p99, bounds.politeP99 + eventLoop.stolenMillis, told)
  assert.isBelow(health.longest, bounds.healthLongest + eventLoop.stolenMillis, told)
  assert.isBelow(eventLoop.cpuMillis, bounds.healthLongest, told)
}
