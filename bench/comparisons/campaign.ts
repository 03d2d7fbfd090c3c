import { Effect, Redacted, Schedule, Schema } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { phoneOf } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { call, connect } from "../callers.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { exactSends } from "../exactSends.ts"
import { inTurn } from "../inTurn.ts"
import { campaignJobs } from "../opponents/campaignJobs.ts"
import { roundOf } from "../Round.ts"
import { givenTenant } from "../rows/tenant.ts"
import { platformSink, service } from "../servers.ts"
import { sendCalls } from "./sendHttp.ts"

/** Recipients of a campaign. */
const recipients = { full: 4_000, smoke: 100 }

/** Milliseconds between two single sends of another organization. */
const singleMillis = 50

/** The fastest pace of a campaign, so that the service decides. */
const pace = 1_000

const Answer = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Struct({
      id: Schema.String,
      status: Schema.String,
      counts: Schema.Struct({ sent: Schema.Finite, failed: Schema.Finite, queued: Schema.Finite })
    })
  })
)
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

/** Rounds of campaigns of one organization, with the latency of single sends of another one in the same process. */
const campaignRounds = Effect.fnUntraced(function* (url: string, numbers: ReadonlyArray<string>) {
  const [tenant, other] = [yield* givenTenant(), yield* givenTenant()]
  const pool = yield* connect(url, 8)
  const singleOf = sendCalls("/api/developer", other.headers)
  const file = `phone\n${numbers.map((number) => `+${number}\n`).join("")}`
  const ask = Effect.fnUntraced(function* (
    method: "GET" | "POST" | "PUT",
    path: string,
    body: string | null,
    type: string
  ) {
    const headers = { ...tenant.headers, "content-type": type }
    const answer = yield* call(pool, { method, path: `/api/developer/v1/campaigns${path}`, headers, body })
    if (answer.status >= 300) return yield* new WrongResult({ reason: `${method} ${path}: ${answer.text}` })
    return (yield* decodeAnswer(answer.text)).data
  })
  const json = (path: string, body: unknown) => ask("POST", path, JSON.stringify(body), "application/json")
  let before = 0
  return Effect.gen(function* () {
    const template = { name: "hello_world", language: { code: "en_US" } }
    const { id } = yield* json("", { name: "bench", template, pace })
    yield* ask("PUT", `/${id}/recipients`, file, "text/csv")
    const took: Array<number> = []
    const single = (ordinal: number) =>
      Effect.gen(function* () {
        const start = performance.now()
        const { status, text } = yield* call(pool, singleOf(ordinal))
        if (status !== 201) return yield* new WrongResult({ reason: `a single send: ${text}` })
        took.push(performance.now() - start)
      })
    const singles = Effect.forEach(
      Array.from({ length: 10_000 }).keys(),
      (ordinal) => Effect.delay(single(ordinal), ordinal * singleMillis),
      { concurrency: "unbounded", discard: true }
    )
    const begin = performance.now()
    yield* json(`/${id}/start`, {})
    const ended = ask("GET", `/${id}`, null, "application/json").pipe(
      Effect.repeat({ until: ({ status }) => status === "finished", schedule: Schedule.spaced("50 millis") })
    )
    const { counts } = yield* Effect.raceFirst(ended, Effect.andThen(singles, Effect.never))
    const millis = performance.now() - begin
    if (counts.sent !== numbers.length || counts.failed !== 0) {
      return yield* new WrongResult({ reason: `${numbers.length} recipients: ${JSON.stringify(counts)}` })
    }
    before += numbers.length
    yield* exactSends([tenant.id], before)
    return roundOf(took, millis, numbers.length)
  })
})

const opponent = "graphile-worker, one job per recipient"

const compare = Effect.fnUntraced(function* (databaseUrl: string, otherUrl: string, size: Size) {
  const graphUrl = yield* platformSink
  const { url } = yield* service({ databaseUrl, graphUrl })
  const count = size.smoke ? recipients.smoke : recipients.full
  const numbers = Array.from({ length: count }, (_, ordinal) => phoneOf(ordinal))
  const theirs = yield* campaignJobs(otherUrl, graphUrl)
  const loop = Effect.gen(function* () {
    const begin = performance.now()
    yield* theirs(numbers)
    return roundOf([], performance.now() - begin, count)
  })
  return yield* inTurn(
    {
      heading: `a campaign of ${count} recipients; times are those of single sends of another organization meanwhile`,
      unit: "sends/s",
      contenders: [
        { name: "effect-parley", round: yield* campaignRounds(url, numbers) },
        { name: opponent, round: loop }
      ],
      targets: [
        { what: "sends/s", against: null, figure: "perSecond", must: { atLeast: 300 } },
        { what: "p99 of another organization's send, ms", against: null, figure: "p99", must: { atMost: 1_000 } }
      ]
    },
    { ...size, rounds: Math.min(size.rounds, 3), warmUps: Math.min(size.warmUps, 1) }
  )
})

export const campaign: Comparison = {
  about: "a campaign from its start to its end, beside single sends of another organization",
  bound: "10 minutes",
  run: Effect.fnUntraced(function* (size) {
    const { database } = yield* BenchServer
    const [url, other] = [yield* database, yield* database]
    return [yield* Effect.provide(compare(url, other, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
