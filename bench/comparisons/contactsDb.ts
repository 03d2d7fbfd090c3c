import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { callers, connect } from "../callers.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { manyContacts } from "../rows/manyContacts.ts"
import { sameAnswers } from "../sameAnswers.ts"
import { fastifyService, service } from "../servers.ts"
import { givenTenant } from "../rows/tenant.ts"

const concurrency = 64

/** What an organization has after some months. */
const contacts = 10_000

const counting = "fastify, pg, counting"
const keeping = "fastify, pg, with our kept totals"

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const { headers, id } = yield* givenTenant()
  yield* manyContacts(databaseUrl, [[id, contacts]])
  const places = { databaseUrl, graphUrl: "http://127.0.0.1:9" }
  const server = Effect.fnUntraced(function* (url: string, base: string) {
    const call = { method: "GET" as const, path: `${base}/v1/contacts?limit=20`, headers, body: null }
    return { pool: yield* connect(url, concurrency), call }
  })
  const ours = yield* server((yield* service(places)).url, "/api/developer")
  const counted = yield* server((yield* fastifyService(places)).url, "")
  const kept = yield* server((yield* fastifyService(places, { TOTALS: "kept" })).url, "")
  for (const { call, pool } of [counted, kept]) yield* sameAnswers([ours.pool, ours.call], [pool, call])
  const round = ({ call, pool }: typeof ours) =>
    callers(pool, { callOf: () => call, concurrency, expected: 200, seconds: size.seconds })
  return yield* inTurn(
    {
      heading: `GET /v1/contacts, 20 of ${contacts} rows, ${concurrency} at once`,
      unit: "requests/s",
      contenders: [
        { name: "effect-parley", round: round(ours) },
        { name: counting, round: round(counted) },
        { name: keeping, round: round(kept) }
      ],
      targets: [{ what: "requests/s", against: counting, figure: "perSecond", must: { atLeast: 2 } }]
    },
    size
  )
})

export const contactsDb: Comparison = {
  about: "a page of contacts with its exact total, from the database, whole",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
