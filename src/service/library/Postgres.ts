import * as PgPool from "@effect/sql-pg/PgPool"
import { Effect, Layer, Option } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as RandomIds from "../../adapters/identity/RandomIds.ts"
import * as ProgramClient from "../../adapters/postgres/connections/ProgramClient.ts"
import { secretsOf } from "../../adapters/settings/Secrets.ts"
import * as Database from "../../adapters/postgres/database/Database.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import { stores } from "../stores.ts"
import { OptionsRefused, readOptions, refusedOptions } from "./readOptions.ts"
import type { EmbeddedOptions, KeyOptions, PostgresOptions } from "./ServiceOptions.ts"

const storesOf = (read: Settings, ids: Layer.Layer<IdSource>, server?: Database.Connect) =>
  Layer.unwrap(
    Effect.map(Effect.mapError(secretsOf({ ...read, roles: [] }), refusedOptions), (secrets) =>
      stores(read, secrets, ids, server === undefined ? read.databaseUrl : Option.some(server))
    )
  ).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** Options of a database have shorter names here than their variables. */
const ofDatabase = /^database(?=(?:Url|Schema|Connections):)/

const readDatabase = (options: object): Effect.Effect<Settings, OptionsRefused> =>
  Effect.mapError(
    readOptions(options),
    ({ lines }) =>
      new OptionsRefused({
        lines: lines.map((line) => {
          const name = line.replace(ofDatabase, "")
          return name === line ? line : name.charAt(0).toLowerCase() + name.slice(1)
        })
      })
  )

/** Why a program cannot get connections by these options; null if it can. */
const connectionFault = (
  pool: PostgresOptions["pool"],
  server: PostgresOptions["server"],
  url: Option.Option<unknown>
): string | null => {
  const choices = [pool, server, Option.getOrUndefined(url)].filter((one) => one !== undefined)
  // An empty variable counts as absent. The command uses the embedded database then, but a program must name its own.
  if (choices.length === 0) return "url: required"
  if (choices.length > 1) return "url, server, pool: only one of them can be given"
  return pool === undefined || PgPool.TypeId in pool ? null : "pool: Expected a PgPool of @effect/sql-pg"
}

/**
 * Every store on a Postgres server, which `url` names, or `server` as the driver has it. The layer opens up to 25
 * connections, or `connections`, brings the tables up to date, and closes the connections with its scope. With `pool`
 * it borrows them from a pool of the program. Processes with the same server share its work. `ids`
 * replaces the source of identifiers, for the stores and for all that is built on them.
 *
 * Fails with `OptionsRefused`, with a `SqlError` if the server does not answer within 5 seconds, with `PoolRefused` if
 * the pool is not one that can lend, with `KeysMissing` if stored secrets need other keys, and with what row-level
 * security lacks.
 */
export const layer = (options: PostgresOptions, ids: Layer.Layer<IdSource> = RandomIds.layer) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const {
        connections: databaseConnections,
        pool,
        schema: databaseSchema,
        server,
        url: databaseUrl,
        ...others
      } = options
      const read = yield* readDatabase({ ...others, databaseConnections, databaseSchema, databaseUrl })
      const fault = connectionFault(pool, server, read.databaseUrl)
      return fault === null ? storesOf(read, ids, pool ?? server) : yield* new OptionsRefused({ lines: [fault] })
    })
  )

/** Options of `migrate`: those of `layer`, of which the keys are not needed. */
export type MigrateOptions = WithoutKeys<PostgresOptions>

/** Each of the alternatives without its keys. */
type WithoutKeys<Options> = Options extends unknown ? Omit<Options, keyof KeyOptions> & Partial<KeyOptions> : never

/**
 * Brings the tables of a Postgres server up to date, with one connection, and ends. A start does this too; a deployment
 * may do it before. `Effect.runPromise` runs it for a program without Effect. Fails like `layer`.
 */
export const migrate = Effect.fnUntraced(function* (options: MigrateOptions) {
  const {
    connections: databaseConnections,
    pool,
    schema: databaseSchema,
    server,
    url: databaseUrl,
    ...others
  } = options
  const read = yield* readDatabase({ ...others, databaseConnections, databaseSchema, databaseUrl })
  const fault = connectionFault(pool, server, read.databaseUrl)
  const connect = pool ?? server ?? Option.getOrUndefined(read.databaseUrl)
  if (fault !== null || connect === undefined) return yield* new OptionsRefused({ lines: [fault ?? "url: required"] })
  yield* Database.migrateServer(connect, {
    rowSecurity: read.rowSecurity,
    ...Option.match(read.databaseSchema, { onNone: () => ({}), onSome: (schema) => ({ schema }) })
  })
})

/** The failure of `layer` and `embedded`; `_tag` is its kind. */
export type StartFailure = Layer.Error<ReturnType<typeof layer>>

/**
 * Effect's `SqlClient` on a pool of the program, for its own statements: the driver creates one from a configuration
 * only. On a pool that is also passed to `layer`, it has the settings of the pool, and does not know the service's
 * tables. Use cases inside its `withTransaction` are part of the transaction (contract: Use cases in a transaction of
 * the program).
 */
export const sqlClient = (pool: PgPool.PgPool): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(SqlClient.SqlClient, ProgramClient.make(pool)).pipe(Layer.provide(Reactivity.layer))

/**
 * Every store in the embedded database, which serves one process at a time. It needs `@electric-sql/pglite`. Fails with
 * `OptionsRefused`, and if the folder is in use.
 */
export const embedded = (options: EmbeddedOptions, ids: Layer.Layer<IdSource> = RandomIds.layer) =>
  Layer.unwrap(
    Effect.suspend(() => {
      const { schema: databaseSchema, ...others } = options
      return Effect.map(readDatabase({ ...others, databaseSchema }), (read) => storesOf(read, ids))
    })
  )
