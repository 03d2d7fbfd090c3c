import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { phoneOf } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { type Call, callers, connect } from "../callers.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { exactSends, sendsOf } from "../exactSends.ts"
import { inTurn } from "../inTurn.ts"
import { fastifyService, platformSink, service } from "../servers.ts"
import { givenTenant, wideLimit } from "../rows/tenant.ts"

const concurrency = 64

/** People who are written to; all are known once it is warm. */
const people = 1_000

const template = {
  name: "hello_world",
  language: { code: "en_US" },
  components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
}

/** A call of `POST /v1/send-message` below some path, to one after the other of those people. */
export const sendCalls = (base: string, key: Readonly<Record<string, string>>) => {
  const headers = { ...key, "content-type": "application/json" }
  const bodies = Array.from({ length: people }, (_, ordinal) => JSON.stringify({ to: phoneOf(ordinal), template }))
  return (ordinal: number): Call => ({
    method: "POST",
    path: `${base}/v1/send-message`,
    headers,
    body: bodies[ordinal % people] ?? ""
  })
}

/** Rounds of sends over HTTP by a new organization; none may be lost or counted twice. */
export const sendRounds = Effect.fnUntraced(function* (
  url: string,
  base: string,
  { seconds }: Size,
  limit: number | null = wideLimit
) {
  const tenant = yield* givenTenant(limit)
  const pool = yield* connect(url, concurrency)
  const callOf = sendCalls(base, tenant.headers)
  return Effect.gen(function* () {
    const before = (yield* sendsOf([tenant.id])).counted
    const round = yield* callers(pool, { callOf, concurrency, expected: 201, seconds })
    yield* exactSends([tenant.id], before + round.done)
    return round
  })
})

const opponent = "fastify, pg, undici"

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const places = { databaseUrl, graphUrl: yield* platformSink }
  const ours = yield* service(places)
  const theirs = yield* fastifyService(places)
  return yield* inTurn(
    {
      heading: `POST /v1/send-message of one organization, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        { name: "effect-parley", round: yield* sendRounds(ours.url, "/api/developer", size) },
        { name: opponent, round: yield* sendRounds(theirs.url, "", size) }
      ],
      targets: [
        { what: "sends/s", against: opponent, figure: "perSecond", must: { atLeast: 3.5 } },
        { what: "p99", against: opponent, figure: "p99", must: { atMost: 0.35 } }
      ]
    },
    size
  )
})

export const sendHttp: Comparison = {
  about: "a send over HTTP, whole: key, tier, quota, platform, rows, event, request log",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
