import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, type Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { defaultSchema, quoted } from "./DatabaseSchema.ts"
import { pending } from "../migrations/migrations.ts"

/** Longest wait for a connection. */
const connectTimeout = "5 seconds"

/** Oldest and newest version of the server that the service is tested on. */
export const supportedVersions = { oldest: 15, newest: 18 } as const

/** Facts about a server and the way to it. */
export interface ServerFacts {
  readonly version: number
  /** A pooler assigns a connection to another session after each transaction. */
  readonly poolsTransactions: boolean
  /** The server's clock before or behind this machine's, in milliseconds. */
  readonly clockSkewMillis: number
  /** Migrations that the database has not had; all of them on an empty one. */
  readonly pending: ReadonlyArray<string>
  /** Connections that the server allows to users without superuser rights. */
  readonly maxConnections: number
  /** A standby replays the log of its primary. A read-only server refuses writes by its settings. */
  readonly access: "read-write" | "read-only" | "standby"
}

const Facts = Schema.Tuple([
  Schema.Struct({
    version: Schema.Int,
    connections: Schema.Int,
    pid: Schema.Int,
    access: Schema.Literals(["read-write", "read-only", "standby"]),
    now: Schema.Finite
  })
])
const Version = Schema.Tuple([Schema.Struct({ version: Schema.String })])
const Pid = Schema.Tuple([Schema.Struct({ pid: Schema.Int })])

/** A client with one connection. */
const connection = (url: Redacted.Redacted) =>
  PgClient.make({
    url,
    applicationName: "effect-parley",
    connectTimeout,
    maxConnections: 1
  })

/** Returns the version of the server as it names itself, such as "18.1", without the words of its packager. */
export const serverVersion = Effect.fn("serverVersion")(
  function* (url: Redacted.Redacted) {
    const sql = yield* connection(url)
    const [{ version }] = yield* Schema.decodeUnknownEffect(Version)(
      yield* sql`select split_part(current_setting('server_version'), ' ', 1) as version`
    )
    return version
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

/**
 * Asks a server by two connections of its own, and changes nothing. While both are open, two sessions have two backends
 * on the server, unless a pooler lends one backend to both.
 */
export const examineServer = Effect.fn("examineServer")(
  function* (url: Redacted.Redacted, schema: string = defaultSchema) {
    const one = yield* connection(url)
    const other = yield* connection(url)
    yield* other`select 1`
    const before = yield* DateTime.now
    const [facts] = yield* Schema.decodeUnknownEffect(Facts)(
      yield* one`
        select current_setting('server_version_num')::int as version, 
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
          pg_backend_pid() as pid,
          case when pg_is_in_recovery() then 'standby' when current_setting('transaction_read_only')::bool then 'read-only'
            else 'read-write' end as access,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
    )
    const after = yield* DateTime.now
    const [{ pid }] = yield* Schema.decodeUnknownEffect(Pid)(yield* other`select pg_backend_pid() as pid`)
    yield* one`select set_config('search_path', ${quoted(schema)}, false)`
    const middle = (before.epochMilliseconds + after.epochMilliseconds) / 2
    const known: ServerFacts = {
      version: Math.floor(facts.version / 10_000),
      poolsTransactions: pid === facts.pid,
      clockSkewMillis: Math.round(facts.now - middle),
      pending: yield* pending.pipe(
        Effect.provideService(SqlClient.SqlClient, one),
        Effect.orElseSucceed(() => ["all"])
      ),
      maxConnections: facts.connections,
      access: facts.access
    }
    return known
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)
