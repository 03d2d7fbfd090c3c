import { PgPool } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Tracer } from "effect"
import { Reactivity } from "effect/reactivity"
import { PassThrough } from "node:stream"
import { clientsOf, type Connect, single } from "../../../src/adapters/postgres/connections/clients.ts"
import { spanAttributes } from "../../../src/adapters/postgres/connections/spanAttributes.ts"
import * as Postgres from "../../../src/service/library/Postgres.ts"
import { SqlClient } from "effect/sql"
import { databaseName, serverDatabase } from "../../support/database/serverDatabase.ts"

const ofUrl = (url: string) => Object.fromEntries(spanAttributes({ url: Redacted.make(url) }, "parley"))

const expected = (namespace: string, address: string, port = 5432) => ({
  "db.system.name": "postgresql",
  "db.namespace": namespace,
  "server.address": address,
  "server.port": port
})

describe("attributes of spans", () => {
  it("are read from a URL as the driver reads it, without the password", () => {
    const host = "db.example.com"
    for (const [url, attributes] of [
      [`postgres://ada:secret@${host}:6543/shop%20one?sslmode=require`, expected("shop one|parley", host, 6543)],
      [`postgresql://ada@${host}`, expected("ada|parley", host)],
      ["postgres://ada@[::1]/shop", expected("shop|parley", "::1")],
      ["postgres:///shop?user=ada", expected("shop|parley", "localhost")],
      [`postgres://ada@other/none?host=${host}&port=7000&dbname=shop&dbname=last`, expected("last|parley", host, 7000)],
      ["postgres://", { ...expected("parley", "localhost") }]
    ] as const) {
      assert.deepStrictEqual(ofUrl(url), attributes, url)
    }
  })

  it("name a socket by its path, which has no port", () => {
    const socket = { "db.system.name": "postgresql", "db.namespace": "shop|parley" }
    assert.deepStrictEqual(ofUrl("postgres:///shop?host=/run/postgresql"), {
      ...socket,
      "server.address": "/run/postgresql/.s.PGSQL.5432"
    })
    assert.deepStrictEqual(Object.fromEntries(spanAttributes({ path: "/tmp/db", database: "shop" }, "parley")), {
      ...socket,
      "server.address": "/tmp/db"
    })
  })

  it("prefer fields to the URL, and are absent for a stream of the application", () => {
    const url = Redacted.make("postgres://ada@db.example.com/shop")
    assert.deepStrictEqual(
      Object.fromEntries(spanAttributes({ url, host: "10.0.0.1", port: 1, database: "other" }, null)),
      expected("other", "10.0.0.1", 1)
    )
    assert.deepStrictEqual(Object.fromEntries(spanAttributes({ stream: () => new PassThrough(), url }, "parley")), {
      "db.system.name": "postgresql",
      "db.namespace": "shop|parley"
    })
  })
})

/** The spans that statements make, with what they say of the server and the database. */
const recorded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const span: Tracer.Tracer["span"] = (options) => {
      const made = new Tracer.NativeSpan(options)
      spans.push(made)
      return made
    }
    yield* Effect.provideService(effect, Tracer.Tracer, Tracer.make({ span }))
    return spans.map(({ attributes, name }) => {
      const kept = [...attributes].filter(([key]) => /^(?:server\.|db\.(?:system|namespace))/.test(key))
      return { name, attributes: Object.fromEntries(kept) }
    })
  })

describe("spans of statements on a server", () => {
  const noWaits = Effect.succeed(null)

  /** The spans of a statement and of a transaction. */
  const spansOn = (connect: Connect) =>
    Effect.gen(function* () {
      const sql = yield* clientsOf(connect, "tables").plain(single, {}, noWaits)
      return yield* recorded(Effect.andThen(sql`select 1`, sql.withTransaction(sql`select 2`)))
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

  it.live("name database, schema and server, for a URL, an address and a pool of the application", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const { hostname, port, username } = new URL(url)
      const database = databaseName(url)
      const attributes = expected(`${database}|tables`, hostname, Number(port))
      const connects: ReadonlyArray<Connect> = [
        Redacted.make(url),
        { host: hostname, port: Number(port), username, database },
        yield* PgPool.make({ url: Redacted.make(url), maxConnections: 2 })
      ]
      for (const connect of connects) {
        const spans = yield* spansOn(connect)
        assert.isAtLeast(spans.length, 3)
        for (const span of spans) assert.deepStrictEqual(span.attributes, attributes, span.name)
      }
    }).pipe(Effect.scoped)
  )

  it.live("of an application on its own pool do not name the schema of the service", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const { hostname, port } = new URL(url)
      const pool = yield* PgPool.make({ url: Redacted.make(url), maxConnections: 1 })
      const [span] = yield* recorded(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`)).pipe(
        Effect.provide(Postgres.sqlClient(pool))
      )
      const database = databaseName(url)
      assert.deepStrictEqual(span, { name: database, attributes: expected(database, hostname, Number(port)) })
    }).pipe(Effect.scoped)
  )
})
