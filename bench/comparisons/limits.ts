import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { sendRounds } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"
import { sharedRates } from "../sharedRates.ts"

const noTiers = {
  RATE_STANDARD_PER_MINUTE: "0",
  RATE_MESSAGING_PER_SECOND: "0",
  RATE_BULK_PER_MINUTE: "0",
  RATE_CONSOLE_PER_MINUTE: "0"
}
const off = "without tiers, limit and log"

/** The log is written a second behind. */
const logLinger = "2 seconds"

/** Only one of the two may have kept a log, or they are not what they are said to be. */
const oneLogged = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.sleep(logLinger)
  const [row] = yield* sql<{ readonly logged: number }>`
    select count(distinct organization_id)::int as logged from request_logs`
  if (row?.logged !== 1) return yield* new WrongResult({ reason: `${row?.logged} servers have logged` })
})

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const places = { databaseUrl, graphUrl: yield* platformSink }
  const limited = yield* service(places)
  const free = yield* service(places, noTiers, { preload: "bench/processes/withoutRequestLog.ts" })
  const base = "/api/developer"
  const outcome = yield* inTurn(
    {
      heading: "POST /v1/send-message of one organization, 64 at once",
      unit: "sends/s",
      contenders: [
        { name: "tiers, monthly limit and request log", round: yield* sendRounds(limited.url, base, size) },
        { name: off, round: yield* sendRounds(free.url, base, size, null) }
      ],
      targets: [{ what: "sends/s", against: off, figure: "perSecond", must: { atLeast: 0.85 } }]
    },
    size
  )
  yield* oneLogged
  return outcome
})

export const limits: Comparison = {
  about: "what the limits and the log of requests cost a send",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    const redacted = Redacted.make(url)
    return yield* Effect.provide(
      Effect.all([compare(url, size), sharedRates(redacted, size)]),
      storesOn(Database.server(redacted))
    )
  })
}
