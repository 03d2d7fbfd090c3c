import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { callers, connect } from "../callers.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { manyContacts } from "../rows/manyContacts.ts"
import { sendRounds } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"
import { givenTenant } from "../rows/tenant.ts"

const concurrency = 64

/** Contacts of the organization whose list is read. */
const contacts = 10_000

const on = "ROW_SECURITY=on"
const off = "ROW_SECURITY=off"

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const places = { databaseUrl, graphUrl: yield* platformSink }
  const secured = yield* service(places)
  const free = yield* service(places, { ROW_SECURITY: "off" })
  const { headers, id } = yield* givenTenant()
  yield* manyContacts(databaseUrl, [[id, contacts]])
  const call = { method: "GET" as const, path: "/api/developer/v1/contacts?limit=20", headers, body: null }
  const lists = (url: string) =>
    Effect.map(connect(url, concurrency), (pool) =>
      callers(pool, { callOf: () => call, concurrency, expected: 200, seconds: size.seconds })
    )
  const targets = [{ what: "per second", against: off, figure: "perSecond" as const, must: { atLeast: 0.9 } }]
  const listing = yield* inTurn(
    {
      heading: `GET /v1/contacts, 20 of ${contacts} rows, ${concurrency} at once`,
      unit: "requests/s",
      contenders: [
        { name: on, round: yield* lists(secured.url) },
        { name: off, round: yield* lists(free.url) }
      ],
      targets
    },
    size
  )
  const sending = yield* inTurn(
    {
      heading: `POST /v1/send-message of one organization, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        { name: on, round: yield* sendRounds(secured.url, "/api/developer", size) },
        { name: off, round: yield* sendRounds(free.url, "/api/developer", size) }
      ],
      targets
    },
    size
  )
  return [listing, sending]
})

export const rowSecurity: Comparison = {
  about: "what row-level security costs a list and a send over HTTP",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))
  })
}
