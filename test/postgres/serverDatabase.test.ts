import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { databaseName, serverDatabase } from "../support/database/serverDatabase.ts"

const connect = (url: string) => PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer))

describe("a database on the test server", () => {
  it.live("is a copy of its template, independent of other copies", () =>
    Effect.gen(function* () {
      const template = yield* serverDatabase()
      yield* Effect.scoped(Effect.flatMap(connect(template), (sql) => sql`create table kept as select 7 as seven`))
      const copies = yield* Effect.all([serverDatabase({ template }), serverDatabase({ template })], { concurrency: 2 })
      const [first, second] = yield* Effect.all([connect(copies[0]), connect(copies[1])])
      yield* first`insert into kept values (8)`
      assert.deepStrictEqual(yield* first`select seven from kept order by seven`, [{ seven: 7 }, { seven: 8 }])
      assert.deepStrictEqual(yield* second`select seven from kept`, [{ seven: 7 }])
    })
  )

  it.live("is dropped after its scope, despite open connections", () =>
    Effect.gen(function* () {
      const observer = yield* Effect.flatMap(serverDatabase(), connect)
      const scope = yield* Scope.make()
      const url = yield* Scope.provide(serverDatabase(), scope)
      const connected = yield* connect(url)
      assert.deepStrictEqual(yield* connected`select current_database() as name`, [{ name: databaseName(url) }])
      yield* Scope.close(scope, Exit.void)
      const found = yield* observer`select 1 from pg_database where datname = ${databaseName(url)}`
      assert.deepStrictEqual(found, [])
    })
  )
})
