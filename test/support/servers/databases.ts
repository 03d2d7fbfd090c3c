import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomBytes } from "node:crypto"
import { defaultSchema } from "../../../src/adapters/postgres/database/DatabaseSchema.ts"

/** Runs statements of an administrator. */
export const maintain = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url), prepare: false })
    for (const statement of statements) yield* sql.unsafe(statement)
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const withDatabase = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}

/** The name of the database that a URL leads to. */
export const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** Statements that a test sends itself find the tables of the service. The service finds them without this. */
const findingTables = (name: string): string =>
  `alter database ${quoted(name)} set search_path = ${defaultSchema}, public`

/**
 * Creates a database on the server, and returns its URL. The scope drops it, with its connections. `template` is the URL
 * of a database on the same server to copy, which has no connections meanwhile.
 */
export const createDatabase = Effect.fn("createDatabase")(function* (
  server: string,
  template?: string
): Effect.fn.Return<string, never, Scope.Scope> {
  const name = `parley_test_${randomBytes(8).toString("hex")}`
  const source = template === undefined ? "" : ` template ${quoted(databaseName(template))}`
  const create = maintain(server, `create database ${quoted(name)}${source}`, findingTables(name))
  yield* Effect.acquireRelease(create, () => maintain(server, `drop database if exists ${quoted(name)} with (force)`))
  return withDatabase(server, name)
})
