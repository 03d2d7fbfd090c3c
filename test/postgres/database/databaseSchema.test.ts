import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { longestSchema } from "../../../src/adapters/postgres/database/DatabaseSchema.ts"
import { actingFor, rolesOf } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventFeed } from "../../../src/ports/webhooks/EventLog.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { databaseName, maintain, serverDatabase } from "../../support/database/serverDatabase.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const clientOf = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

/** A database whose connections find nothing without a schema, unlike those of other tests. */
const bareDatabase = Effect.tap(serverDatabase(), (url) =>
  maintain(url, `alter database "${databaseName(url)}" reset search_path`)
)

const storesIn = (url: string, options: Database.ServerOptions = {}) =>
  Layer.build(Layer.fresh(storesOn(Database.server(Redacted.make(url), options))))

/** Tables and functions by their schema; those that extensions brought are left out. */
const objectsOf = (sql: SqlClient.SqlClient) =>
  sql<{ readonly schema: string; readonly tables: number }>`
    select n.nspname as schema, count(*)::int as tables
    from (
      select oid, relnamespace as namespace from pg_class where relkind in ('r', 'p')
      union all select oid, pronamespace from pg_proc union all select oid, typnamespace from pg_type where typtype = 'd'
    ) o join pg_namespace n on n.oid = o.namespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')
    group by 1 order by 1`

/** A send that begins a contact, found again; purges too, since they create and drop tables. */
const works = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: {} })
  const { contactId } = yield* sendOff(sender.id, yield* sender.intent())
  assert.isTrue(Option.isSome(yield* (yield* ContactStore).find(sender.id, contactId)))
  yield* (yield* EventFeed).purge(sender.at)
  return sender.id
})

/** Needs quotes, and has all kinds of characters. */
const needsQuotes = "Zweites Büro-2.x"

describe("the schema of the service's tables", () => {
  it.live("is parley, and no other schema contains anything of the service", () =>
    Effect.gen(function* () {
      const url = yield* bareDatabase
      const sql = yield* clientOf(url)
      // An application has tables of the same names.
      yield* sql`create table users (name text)`
      yield* sql`create table contacts (name text)`
      yield* Effect.provideContext(works, yield* storesIn(url))
      const objects = yield* objectsOf(sql)
      assert.deepStrictEqual(
        objects.map(({ schema }) => schema),
        ["parley", "public"]
      )
      assert.strictEqual(objects.find(({ schema }) => schema === "public")?.tables, 2)
      assert.deepStrictEqual(yield* sql`select from users union all select from contacts`, [])
    }).pipe(Effect.scoped)
  )

  it.live("can be any name, and services in two schemas of one database are isolated", () =>
    Effect.gen(function* () {
      const url = yield* bareDatabase
      const contexts = yield* Effect.all(
        [
          storesIn(url),
          storesIn(url, { schema: needsQuotes }),
          storesIn(url, { schema: "public", rowSecurity: "off" })
        ],
        { concurrency: "unbounded" }
      )
      const ids = yield* Effect.forEach(contexts, (context) => Effect.provideContext(works, context))
      for (const [place, context] of contexts.entries()) {
        const sql = Context.get(context, SqlClient.SqlClient)
        const found = yield* actingFor("owner")(sql`select id from organizations`)
        assert.deepStrictEqual(found, [{ id: ids[place] }])
        const roles = yield* actingFor([])(sql<{ readonly role: string }>`select current_user::text as role`)
        assert.strictEqual(roles[0]?.role, ["parley_service", rolesOf(needsQuotes).service, "postgres"][place])
      }
      const [one] = contexts
      const other = Context.get(one, SqlClient.SqlClient)`select from "Zweites Büro-2.x".contacts`
      assert.strictEqual((yield* Effect.flip(actingFor("everyone")(other))).reason._tag, "AuthorizationError")
    }).pipe(Effect.scoped)
  )

  it.live("continues to work if the schema of another service is dropped", () =>
    Effect.gen(function* () {
      const url = yield* bareDatabase
      yield* Effect.scoped(storesIn(url))
      const context = yield* storesIn(url, { schema: "other" })
      yield* maintain(url, "drop schema parley cascade")
      yield* Effect.provideContext(works, context)
      const sql = yield* clientOf(url)
      const indexes = yield* sql`select from pg_indexes where schemaname = 'other' and indexname = 'contacts_searched'`
      assert.strictEqual(indexes.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("does not depend on the search path of a URL or of the database", () =>
    Effect.gen(function* () {
      const url = yield* bareDatabase
      yield* maintain(
        url,
        "create schema elsewhere",
        `alter database "${databaseName(url)}" set search_path = elsewhere`
      )
      const misleading = `${url}?options=${encodeURIComponent("-c search_path=elsewhere -c jit=on")}`
      yield* Effect.provideContext(works, yield* storesIn(misleading))
      const objects = yield* objectsOf(yield* clientOf(url))
      assert.deepStrictEqual(
        objects.map(({ schema }) => schema),
        ["parley"]
      )
    }).pipe(Effect.scoped)
  )

  const wrong = ["", "1st", "pg_x", "pg", "information_schema", 'a"b', "a$b", "a'b", "ä".repeat(17), "x".repeat(33)]
  it.effect.each(wrong)("is refused with a message if it is %s", (schema) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(
        Layer.build(Database.server(Redacted.make("postgres://127.0.0.1:1/x"), { schema }))
      )
      assert.strictEqual(
        refused.message,
        `The schema of the database (DATABASE_SCHEMA) is "${schema}": expected 1 to ${longestSchema} bytes: letters, digits, spaces, "_", "-" and ".", beginning with a letter or "_", not with "pg_", and not "information_schema"`
      )
    }).pipe(Effect.scoped)
  )
})

describe("a user without the right to create schemas", () => {
  it.live("receives the statements to run, and starts after them", () =>
    Effect.gen(function* () {
      const url = yield* bareDatabase
      const superuser = yield* clientOf(url)
      const user = `parley_user_${randomBytes(6).toString("hex")}`
      yield* superuser.unsafe(`create role ${user} login`)
      yield* Effect.addFinalizer(() =>
        Effect.orDie(
          Effect.andThen(superuser.unsafe(`drop owned by ${user} cascade`), superuser.unsafe(`drop role ${user}`))
        )
      )
      const asUser = new URL(url)
      asUser.username = user
      const start = (options: Database.ServerOptions) => Effect.scoped(storesIn(asUser.href, options))

      const refused = yield* Effect.flip(start({ schema: "wanted", rowSecurity: "off" }))
      const statements = `create schema "wanted" authorization "${user}"; create extension pg_trgm; create extension btree_gin;`
      assert.strictEqual(
        refused.message,
        `The schema "wanted" cannot be used as ${user}: it may not create schemas and extensions in the database. Let a role that may run: ${statements}`
      )
      for (const statement of statements.split("; ")) yield* superuser.unsafe(statement)
      yield* Effect.scoped(
        Effect.flatMap(storesIn(asUser.href, { schema: "wanted", rowSecurity: "off" }), (context) =>
          Effect.provideContext(works, context)
        )
      )

      yield* superuser`create schema foreign_one`
      const foreign = yield* Effect.flip(start({ schema: "foreign_one", rowSecurity: "off" }))
      assert.strictEqual(
        foreign.message,
        `The schema "foreign_one" cannot be used as ${user}: it may not create tables there. Let a role that may run: grant usage, create on schema "foreign_one" to "${user}";`
      )

      const roles = yield* Effect.flip(start({ schema: "wanted" }))
      assert.include(roles.message, `create role "wanted_service" nologin;`)
      for (const role of Object.values(rolesOf("wanted"))) {
        yield* superuser.unsafe(createRole(role))
        yield* superuser.unsafe(`grant ${role} to ${user}`)
      }
      yield* Effect.scoped(
        Effect.flatMap(storesIn(asUser.href, { schema: "wanted" }), (context) => Effect.provideContext(works, context))
      )
    }).pipe(Effect.scoped)
  )
})
