import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventFeed } from "../../../src/ports/webhooks/EventLog.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { ownedDatabase } from "./ownedDatabase.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

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

describe("an owner without the right to create roles", () => {
  it.live("receives the statements to run, and starts after them, or without row-level security", () =>
    Effect.gen(function* () {
      const { owner, superuser, url } = yield* ownedDatabase
      yield* works(url, "off")
      const refused = yield* Effect.flip(start(url, "on"))
      assert.include(
        refused.message,
        `grant "parley_service", "parley_finder", "parley_worker" to "${owner}"; or set ROW_SECURITY=off`
      )
      assert.match(refused.message, /^Row-level security cannot be set up as \S+: (?:permission denied|must )/)
      for (const role of ["parley_service", "parley_finder", "parley_worker"]) {
        yield* superuser.unsafe(createRole(role))
      }
      yield* superuser.unsafe(`grant parley_service, parley_finder, parley_worker to ${owner}`)
      yield* works(url, "on")
      yield* works(url, "off")
    }).pipe(Effect.scoped)
  )
})
