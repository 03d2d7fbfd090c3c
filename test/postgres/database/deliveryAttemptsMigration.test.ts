import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { initial } from "../../../src/adapters/postgres/migrations/0001_initial.ts"
import { EventId, OrganizationId } from "../../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../../src/ports/stores/DeliveryHistory.ts"
import { DeliveryQueue } from "../../../src/ports/stores/DeliveryQueue.ts"
import { EventFeed } from "../../../src/ports/stores/EventFeed.ts"
import { embeddedDatabase } from "../../support/embeddedDatabase.ts"
import { storesOn } from "../../support/postgresStores.ts"
import { serverDatabase } from "../../support/serverDatabase.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const acme = OrganizationId.make(uuid(1))
const happened = "2026-11-01T08:30:00.001Z"
const tried = "2026-11-01T08:30:05.002Z"
const url = "https://example.com/hook"

/** A database as the first version left it: deliveries that wait, that went well, that did not, and one of no event. */
const asItWas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Migrator.make({})({
    loader: Migrator.fromRecord({ "0001_initial": initial }),
    table: "parley_migrations"
  })
  yield* sql.unsafe(`insert into organizations values ('${acme}', 'Acme', 'free', 1000, '${happened}')`)
  yield* sql.unsafe(`insert into events (organization_id, id, type, occurred_at, data)
    select '${acme}', ('01a1fe08-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'message.sent', '${happened}', '{}'
    from generate_series(11, 15) n`)
  yield* sql.unsafe(`insert into deliveries values ('${acme}', '${uuid(11)}', '${tried}', 0),
    ('${acme}', '${uuid(12)}', '${tried}', 1), ('${acme}', '${uuid(99)}', '${tried}', 0)`)
  const attempt = (event: number, status: number | null, detail: string, result: string) =>
    `('${acme}', '${uuid(event)}', '${url}', '${tried}', ${status}, '${detail}', '${result}')`
  yield* sql.unsafe(`insert into delivery_attempts values ${attempt(12, 500, "oops", "Retry")},
    ${attempt(13, 204, "", "Done")}, ${attempt(14, null, "connection lost", "GiveUp")},
    ${attempt(15, 302, "redirects are not followed", "GiveUp")}`)
})

const asItIs = Effect.gen(function* () {
  const { list } = yield* DeliveryHistory
  const { rows, total } = yield* list(acme, { status: null, type: null, since: null }, { page: 1, limit: 10 })
  assert.strictEqual(total, 5)
  const attempt = (status: number | null, response: string | null, detail: string) => ({
    at: DateTime.makeUnsafe(tried),
    status,
    durationMillis: 0,
    response,
    detail
  })
  const record = (ordinal: number, status: string, attempts: ReadonlyArray<unknown>) => ({
    eventId: uuid(ordinal),
    type: "message.sent",
    status,
    createdAt: DateTime.makeUnsafe(happened),
    nextAttemptAt: null,
    url: status === "pending" ? "" : url,
    attempts
  })
  assert.deepStrictEqual<unknown>(rows, [
    record(15, "failed", [attempt(302, null, "redirects are not followed")]),
    record(14, "failed", [attempt(null, null, "connection lost")]),
    record(13, "delivered", [attempt(204, null, "")]),
    record(12, "pending", [attempt(500, "oops", "answered with status 500")]),
    record(11, "pending", [])
  ])
  const due = yield* (yield* DeliveryQueue).due(acme, DateTime.makeUnsafe(tried), 10)
  assert.deepStrictEqual(
    due.map(({ event, failures, isDeferred }) => [event.id, event.sequence, failures, isDeferred]),
    [11, 12].map((ordinal, failures) => [uuid(ordinal), 0, failures, true])
  )
  const { after } = yield* EventFeed
  const look = Effect.map(after(acme, Option.some(EventId.make(uuid(12))), 10), Option.getOrThrow)
  const { events } = yield* Effect.repeat(look, { until: (slice) => slice.events.length > 0 })
  assert.deepStrictEqual(
    events.map(({ id }) => id),
    [13, 14, 15].map((ordinal) => EventId.make(uuid(ordinal)))
  )
})

describe("the migration to the history of deliveries", () => {
  it.effect("keeps what was there on a server", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      yield* Effect.provide(asItWas, PgClient.layer({ url }))
      yield* Effect.provide(asItIs, storesOn(Database.server(url)))
    })
  )

  it.effect("keeps what was there in the embedded database", () =>
    Effect.gen(function* () {
      const { stream } = yield* embeddedDatabase
      yield* Effect.provide(asItWas, PgClient.layer({ stream, username: "postgres", database: "postgres" }))
      yield* Effect.provide(asItIs, storesOn(Database.embedded(stream)))
    })
  )
})
