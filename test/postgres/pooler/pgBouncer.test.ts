import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Queue, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { ReadShares } from "../../../src/adapters/postgres/database/ReadShares.ts"
import { DeliveryConnections, Signals, Writer } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventFeed } from "../../../src/ports/webhooks/EventLog.ts"
import { givenSender } from "../../../testing/given/given.ts"
import * as PgBouncer from "../../support/servers/PgBouncer.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const behind = Effect.fnUntraced(function* (settings: PgBouncer.PoolSettings) {
  const direct = yield* serverDatabase()
  return { direct, url: yield* PgBouncer.start(direct, settings) }
})

const started = (url: string, options?: Database.ServerOptions) =>
  Layer.build(Layer.fresh(storesOn(Database.server(Redacted.make(url), options))))

/** The settings of a pool that decide what its statements see and how long they take. */
const settingsOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    actingFor([])(sql`
      select current_user::text as role, current_setting('search_path') as path, current_setting('jit') as jit,
        current_setting('statement_timeout') as timeout, current_setting('enable_seqscan') as seqscan`),
    ([row]) => row
  )

describe.skipIf(!PgBouncer.isInstalled)("a PgBouncer in session mode", () => {
  it.live("passes sessions with their settings and roles, and the stores work in them", () =>
    Effect.gen(function* () {
      const { url } = yield* behind({ pool_mode: "session" })
      const context = yield* started(url, { schema: "Behind a pooler" })
      const path = `"Behind a pooler"`
      const usual = { path, jit: "off", timeout: "8s", seqscan: "on" }
      const clients = {
        reads: Context.get(context, SqlClient.SqlClient),
        searches: Context.get(context, ReadShares).searches,
        writes: Context.get(context, Writer),
        deliveries: Context.get(context, DeliveryConnections),
        signals: Context.get(context, Signals)
      }
      const found = yield* Effect.all({
        reads: settingsOf(clients.reads),
        searches: settingsOf(clients.searches),
        writes: settingsOf(clients.writes),
        deliveries: settingsOf(clients.deliveries),
        signals: settingsOf(clients.signals)
      })
      assert.deepStrictEqual(found, {
        reads: { ...usual, role: "Behind a pooler_service" },
        searches: { ...usual, role: "Behind a pooler_finder", timeout: "5s" },
        writes: { ...usual, role: "Behind a pooler_service", seqscan: "off" },
        deliveries: { ...usual, role: "Behind a pooler_worker", seqscan: "off" },
        signals: { ...usual, role: "postgres" }
      })
      yield* Effect.gen(function* () {
        const [one, other] = [yield* givenSender({ webhook: {} }), yield* givenSender()]
        const { contactId } = yield* sendOff(one.id, yield* one.intent())
        const { find } = yield* ContactStore
        assert.isTrue(Option.isSome(yield* find(one.id, contactId)))
        assert.isTrue(Option.isNone(yield* find(other.id, contactId)))
        yield* (yield* EventFeed).purge(one.at)
      }).pipe(Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )

  it.live("passes notifications", () =>
    Effect.gen(function* () {
      const { url } = yield* behind({ pool_mode: "session" })
      const [here, there] = [yield* started(url), yield* started(url)]
      const queue = yield* Context.get(here, Signals).listen("a channel")
      yield* Context.get(there, Signals).notify("a channel", "heard")
      assert.strictEqual((yield* Queue.take(queue)).payload, "heard")
    }).pipe(Effect.scoped, Effect.timeout("20 seconds"))
  )

  it.live("gives sessions to another application without settings of the service", () =>
    Effect.gen(function* () {
      const { url } = yield* behind({ pool_mode: "session" })
      yield* Effect.scoped(
        Effect.flatMap(started(url), (context) => settingsOf(Context.get(context, SqlClient.SqlClient)))
      )
      const sql = yield* PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer))
      assert.deepStrictEqual(yield* settingsOf(sql), {
        role: "postgres",
        path: "parley, public",
        jit: "on",
        timeout: "0",
        seqscan: "on"
      })
    }).pipe(Effect.scoped)
  )

  it.live(
    "fails statements that get no session, instead of delaying them",
    () =>
      Effect.gen(function* () {
        const { url } = yield* behind({ pool_mode: "session", default_pool_size: 3 })
        const context = yield* started(url, { connections: 12 })
        const clients = [
          Context.get(context, SqlClient.SqlClient),
          Context.get(context, Writer),
          Context.get(context, DeliveryConnections)
        ]
        for (const sql of clients) yield* sql`select 1`
        const { searches } = Context.get(context, ReadShares)
        for (const sql of [searches, Context.get(context, Signals)]) {
          const failed = yield* Effect.flip(Effect.timeout(sql`select 1`, "15 seconds"))
          assert.strictEqual(failed._tag === "SqlError" ? failed.reason._tag : failed._tag, "ConnectionError")
        }
        for (const sql of clients) yield* sql`select 1`
      }).pipe(Effect.scoped, Effect.timeout("50 seconds")),
    180_000
  )

  it.live("prevents the start with a message if its pool has no second session", () =>
    Effect.gen(function* () {
      const { url } = yield* behind({ pool_mode: "session", default_pool_size: 1 })
      const refused = yield* Effect.flip(started(url))
      assert.strictEqual(
        refused.message,
        "The pooler that DATABASE_URL leads to cannot be used: it gave no second session within 5 seconds. Raise its pool size (PgBouncer: default_pool_size) to the connections of all processes"
      )
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(!PgBouncer.isInstalled)("a PgBouncer that does not preserve sessions", () => {
  const message =
    "The pooler that DATABASE_URL leads to cannot be used: it gives one session of the server to several connections. Let it keep sessions (PgBouncer: pool_mode = session), or name the server itself in DATABASE_URL"
  const modes: ReadonlyArray<PgBouncer.PoolSettings> = [
    { pool_mode: "transaction" },
    { pool_mode: "statement" },
    { pool_mode: "transaction", server_round_robin: 1 },
    { pool_mode: "transaction", default_pool_size: 1 }
  ]
  it.live.each(modes)("prevents the start with a message: %o", (settings) =>
    Effect.gen(function* () {
      const { direct, url } = yield* behind(settings)
      assert.strictEqual((yield* Effect.flip(started(url))).message, message)
      // Others who use the pooler do not hide it.
      const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 6, prepare: false })
      const busy = yield* Effect.forever(sql`select pg_sleep(0.002)`).pipe(Effect.forkChild)
      const another = yield* Effect.forever(sql`select pg_sleep(0.003)`).pipe(Effect.forkChild)
      for (let attempt = 0; attempt < 5; attempt++)
        assert.strictEqual((yield* Effect.flip(started(url))).message, message)
      yield* Effect.andThen(Fiber.interrupt(busy), Fiber.interrupt(another))
      // Nothing was created.
      const owner = yield* PgClient.makeClient({ url: Redacted.make(direct) })
      assert.deepStrictEqual(yield* owner`select from pg_namespace where nspname = 'parley'`, [])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )
})
