import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomBytes } from "node:crypto"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { ContactStore } from "../../../src/ports/stores/ContactStore.ts"
import { EventFeed } from "../../../src/ports/stores/delivery/EventFeed.ts"
import { givenSender } from "../../../src/testing/given/given.ts"
import { databaseName, serverDatabase } from "../../support/serverDatabase.ts"
import { storesOn } from "../../support/postgresStores.ts"
import { sendOff } from "../../../src/testing/given/sendOff.ts"

const clientOf = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

/** A database whose owner may create nothing else, gone with the scope. */
const givenOwner = Effect.gen(function* () {
  const url = yield* serverDatabase()
  const superuser = yield* clientOf(url)
  const owner = `parley_owner_${randomBytes(6).toString("hex")}`
  yield* superuser.unsafe(`create role ${owner} login`)
  yield* Effect.addFinalizer(() =>
    Effect.orDie(
      superuser
        .unsafe(`drop owned by ${owner} cascade; `.slice(0, -2))
        .pipe(
          Effect.andThen(superuser.unsafe(`alter database "${databaseName(url)}" owner to current_user`)),
          Effect.andThen(superuser.unsafe(`drop role ${owner}`))
        )
    )
  )
  yield* superuser.unsafe(`alter database "${databaseName(url)}" owner to ${owner}`)
  yield* superuser.unsafe(`alter schema public owner to ${owner}`)
  const asOwner = new URL(url)
  asOwner.username = owner
  return { superuser, owner, url: asOwner.href }
})

const start = (url: string, rowSecurity: Database.RowSecurity) =>
  Layer.build(Layer.fresh(storesOn(Database.server(Redacted.make(url), { rowSecurity })))).pipe(Effect.scoped)

const works = (url: string, rowSecurity: Database.RowSecurity) =>
  Effect.gen(function* () {
    const sender = yield* givenSender({ webhook: {} })
    const intent = yield* sender.intent()
    const { contactId } = yield* sendOff(sender.id, intent)
    assert.isTrue(Option.isSome(yield* (yield* ContactStore).find(sender.id, contactId)))
    yield* (yield* EventFeed).purge(sender.at)
  }).pipe(Effect.provide(Layer.fresh(storesOn(Database.server(Redacted.make(url), { rowSecurity })))))

describe("an owner who may not create roles", () => {
  it.live("gets the statements to run, and starts after them, or without row-level security", () =>
    Effect.gen(function* () {
      const { owner, superuser, url } = yield* givenOwner
      yield* works(url, "off")
      const refused = yield* Effect.flip(start(url, "on"))
      assert.include(
        refused.message,
        `grant "parley_service", "parley_finder", "parley_worker" to "${owner}"; or set ROW_SECURITY=off`
      )
      for (const role of ["parley_service", "parley_finder", "parley_worker"]) {
        yield* superuser.unsafe(createRole(role))
      }
      yield* superuser.unsafe(`grant parley_service, parley_finder, parley_worker to ${owner}`)
      yield* works(url, "on")
      yield* works(url, "off")
    }).pipe(Effect.scoped)
  )
})
