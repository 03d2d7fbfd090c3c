import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { ownedDatabase } from "../rowsecurity/ownedDatabase.ts"

/** A database that one user has migrated, and the address by which another user connects. */
const scene = Effect.gen(function* () {
  const { owner, superuser, url } = yield* ownedDatabase
  const user = `parley_app_${randomBytes(6).toString("hex")}`
  yield* superuser.unsafe(`create role ${user} login`)
  yield* Effect.addFinalizer(() =>
    Effect.orDie(
      superuser.unsafe(`drop owned by ${user} cascade`).pipe(Effect.andThen(superuser.unsafe(`drop role ${user}`)))
    )
  )
  // Roles of row-level security belong to the server, and this owner may create none.
  const database = (address: string) => Database.server(Redacted.make(address), { rowSecurity: "off" })
  yield* superuser.unsafe(`create extension if not exists pg_trgm schema public`)
  yield* superuser.unsafe(`create extension if not exists btree_gin schema public`)
  yield* Effect.scoped(Layer.build(Layer.fresh(database(url))))
  const asUser = new URL(url)
  asUser.username = user
  return { database: database(asUser.href), owner, superuser, user }
})

describe("tables that belong to another role", () => {
  it.live("start: a user without the rights of the tables' owner is refused, with the statement that grants them", () =>
    Effect.gen(function* () {
      const { database, owner, user } = yield* scene
      const refused = yield* Effect.flip(Layer.build(Layer.fresh(database)))
      assert.include(refused.message, `The tables of the schema "parley" belong to ${owner}, and ${user} may not`)
      assert.include(refused.message, `grant "${owner}" to "${user}"`)
    }).pipe(Effect.scoped)
  )

  it.live("start: a member of the owner's role starts, and the tables that it creates belong to the owner", () =>
    Effect.gen(function* () {
      const { database, owner, superuser, user } = yield* scene
      yield* superuser.unsafe(`grant ${owner} to ${user}`)
      yield* Layer.build(Layer.fresh(storesOn(database)))
      const owners = yield* superuser.unsafe<{ readonly owner: string; readonly days: boolean }>(`
        select pg_get_userbyid(relowner)::text as owner, bool_or(relname ~ '^events_\\d{8}$') as days from pg_class
        where relnamespace = 'parley'::regnamespace and relkind in ('r', 'p') group by 1`)
      assert.deepStrictEqual(owners, [{ owner, days: true }])
    }).pipe(Effect.scoped)
  )
})
