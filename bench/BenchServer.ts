import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Random, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { defaultSchema } from "../src/adapters/postgres/database/DatabaseSchema.ts"
import * as PostgresServer from "../test/support/servers/PostgresServer.ts"

/** The Postgres that everything is measured on, with fsync and synchronous_commit on, as they are by default. */
export class BenchServer extends Context.Service<
  BenchServer,
  {
    /** An empty database, gone with the scope; gives its URL. */
    readonly database: Effect.Effect<string, never, Scope.Scope>
  }
>()("bench/BenchServer") {}

const maintain = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url), prepare: false })
    for (const statement of statements) yield* sql.unsafe(statement)
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)

/** Several processes of the service at once, each with as many connections as it may have. */
const maxConnections = "400"

export const layer = Layer.effect(
  BenchServer,
  Effect.gen(function* () {
    const { url } = yield* PostgresServer.start({ settings: { max_connections: maxConnections } })
    return BenchServer.of({
      database: Effect.gen(function* () {
        const name = `bench_${yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)}`
        yield* Effect.acquireRelease(maintain(url, `create database ${name}`), () =>
          // What one comparison has left to be written is not paid for by the next one.
          maintain(url, `drop database ${name} with (force)`, "checkpoint")
        )
        // Statements that a measurement sends itself find the tables of the service.
        yield* maintain(url, `alter database ${name} set search_path = ${defaultSchema}, public`)
        const database = new URL(url)
        database.pathname = `/${name}`
        return database.href
      })
    })
  })
)
