import { Effect, Option, Redacted, Schedule } from "effect"
import type { Pool } from "undici"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { callers, connect } from "../callers.ts"
import { type Comparison, type Outcome, type Size, WrongResult } from "../Comparison.ts"
import { exactSends } from "../exactSends.ts"
import { type Answers, openLoop } from "../openLoop.ts"
import { type Round, roundOf } from "../Round.ts"
import { sendCalls } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"
import { actedOn, exactReports, isAllActedOn, givenSentMessages, statusCalls } from "../rows/statusReports.ts"
import { givenTenant } from "../rows/tenant.ts"

/** What one number sends and hears of it after its automatic upgrade; a little more than what is claimed. */
const rates = { statuses: 3_050, sends: 810 }

/** How long it has to keep up. */
const seconds = 60

/** How long it is done before that: a process that has just started has not compiled its code. */
const warmUpSeconds = 15

/** How long what is left is waited for. */
const patience = "25 seconds"

const connections = { statuses: 128, sends: 64 }

const unexpected = ({ wrong }: Answers) =>
  wrong === null ? Effect.void : new WrongResult({ reason: `answered ${wrong}` })

/** The generator before something that answers at once: what it could do if nothing else took time. */
const alone = (pool: Pool, callOf: ReturnType<typeof statusCalls>, size: Size) =>
  callers(pool, { callOf, concurrency: connections.statuses, expected: 200, seconds: size.smoke ? 0.2 : 2 })

/** Waits until everything was acted on. */
const allActedOn = Effect.repeat(isAllActedOn, { until: (isOver) => isOver, schedule: Schedule.spaced("20 millis") })

const measure = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const lasts = size.smoke ? { warmUp: 0.5, run: 1 } : { warmUp: warmUpSeconds, run: seconds }
  const rate = size.smoke ? { statuses: 100, sends: 20 } : rates
  const messages = Math.ceil((rate.statuses * (lasts.warmUp + lasts.run)) / 2)
  const tenant = yield* givenTenant()
  yield* givenSentMessages(tenant.account, messages)
  const graphUrl = yield* platformSink
  const { url } = yield* service({ databaseUrl, graphUrl })
  const pools = { statuses: yield* connect(url, connections.statuses), sends: yield* connect(url, connections.sends) }
  const sendOf = sendCalls("/api/developer", tenant.headers)
  const reportOf = statusCalls(tenant.account, messages)
  const generator: Array<Round> = []
  const sink = yield* connect(graphUrl, connections.statuses)
  for (let round = 0; round < size.rounds; round++) generator.push(yield* alone(sink, reportOf, size))

  /** Both at their rates; the first so many statuses have been reported. */
  const keepUp = Effect.fnUntraced(function* (reported: number, seconds: number) {
    const callOf = (ordinal: number) => reportOf(reported + ordinal)
    const [reports, sends] = yield* Effect.all(
      [
        openLoop(pools.statuses, { callOf, expected: 200, perSecond: rate.statuses, seconds }),
        openLoop(pools.sends, { callOf: sendOf, expected: 201, perSecond: rate.sends, seconds })
      ],
      { concurrency: 2 }
    )
    yield* Effect.all([unexpected(reports), unexpected(sends)])
    return { reports, sends, caughtUp: yield* Effect.timeoutOption(allActedOn, patience) }
  })
  const warm = yield* keepUp(0, lasts.warmUp)
  const before = yield* actedOn
  const start = performance.now()
  const { caughtUp, reports, sends } = yield* keepUp(warm.reports.took.length, lasts.run)
  const millis = performance.now() - start
  const done = yield* actedOn
  if (Option.isSome(caughtUp)) {
    const taken = warm.reports.took.length + reports.took.length
    if (done !== taken) return yield* new WrongResult({ reason: `${taken} statuses taken in, ${done} acted on` })
    yield* exactReports(tenant.account, messages, done)
  }
  yield* exactSends([tenant.id], warm.sends.took.length + sends.took.length)
  return { done: done - before, generator, millis, reports, sends }
})

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const { done, generator, millis, reports, sends } = yield* measure(databaseUrl, size)
  const outcome: Outcome = {
    heading: `${rates.statuses} signed statuses a second, one in each webhook, beside ${rates.sends} sends a second, for ${seconds} s`,
    unit: "statuses/s",
    results: [
      { name: "effect-parley, until all are acted on", rounds: [roundOf(reports.took, millis, done)] },
      { name: "the generator alone", rounds: generator },
      { name: "effect-parley, the sends beside", rounds: [roundOf(sends.took, seconds * 1_000)] }
    ],
    targets: [
      { what: "statuses/s", against: null, figure: "perSecond", must: { atLeast: 2_500 } },
      { what: "p99 of the 200, in ms", against: null, figure: "p99", must: { atMost: 400 } }
    ],
    notes: [
      "times are from the moment a call was due until it was answered",
      `${reports.took.length} statuses taken in and ${done} acted on in ${(millis / 1_000).toFixed(1)} s`
    ]
  }
  return outcome
})

export const inbound: Comparison = {
  about: "what comes in is answered at once, and acted on beside sends, as it is with one busy number",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
