import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { callers, connect } from "../callers.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { exactSends, sendsOf } from "../exactSends.ts"
import { inTurn } from "../inTurn.ts"
import { sendCalls } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"
import { givenTenant } from "../rows/tenant.ts"
import { SqlClient } from "effect/sql"

const concurrency = 64
const withoutKey = "without a key"

/** Rounds of sends over HTTP by a new organization, each with a key of its own or none. Each key is stored once. */
const rounds = Effect.fnUntraced(function* (url: string, isKeyed: boolean, { seconds }: Size) {
  const tenant = yield* givenTenant()
  const sql = yield* SqlClient.SqlClient
  const pool = yield* connect(url, concurrency)
  const callOf = sendCalls("/api/developer", tenant.headers)
  let keys = 0
  const keyed = (ordinal: number) => {
    const call = callOf(ordinal)
    return isKeyed ? { ...call, headers: { ...call.headers, "idempotency-key": `order ${keys++}` } } : call
  }
  return Effect.gen(function* () {
    const before = (yield* sendsOf([tenant.id])).counted
    const round = yield* callers(pool, { callOf: keyed, concurrency, expected: 201, seconds })
    yield* exactSends([tenant.id], before + round.done)
    const [row] = yield* sql<{ readonly stored: number }>`
      select count(*)::int as stored from idempotency_keys where organization_id = ${tenant.id}::uuid`
    if (row?.stored !== keys) return yield* new WrongResult({ reason: `${row?.stored} of ${keys} keys are stored` })
    return round
  })
})

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const { url } = yield* service({ databaseUrl, graphUrl: yield* platformSink })
  return yield* inTurn(
    {
      heading: `POST /v1/send-message of one organization, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        { name: "with an Idempotency-Key", round: yield* rounds(url, true, size) },
        { name: withoutKey, round: yield* rounds(url, false, size) }
      ],
      targets: [{ what: "sends/s", against: withoutKey, figure: "perSecond", must: { atLeast: 0.85 } }]
    },
    size
  )
})

export const idempotency: Comparison = {
  about: "what an Idempotency-Key costs a send over HTTP",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
