import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { DeliveryHistory } from "../../../src/ports/webhooks/WebhookStore.ts"
import { EventFeed } from "../../../src/ports/webhooks/EventLog.ts"
import { MessageStore } from "../../../src/ports/messages/MessageStore.ts"
import { Readiness } from "../../../src/ports/process/WorkerHealth.ts"
import { everyConversation } from "../../../testing/given/conversationFilters.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

/** Writes and reads most tables, and creates and drops some. */
const works = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: {} })
  const { contactId, conversationId } = yield* sendOff(sender.id, yield* sender.intent())
  assert.isTrue(Option.isSome(yield* (yield* ContactStore).find(sender.id, contactId)))
  const messages = Option.getOrThrow(yield* (yield* MessageStore).list(sender.id, conversationId, 10, null))
  assert.strictEqual(messages.rows.length, 1)
  const page = { page: 1, limit: 10 }
  assert.strictEqual((yield* (yield* ConversationStore).list(sender.id, everyConversation, page)).rows.length, 1)
  const every = { status: null, type: null, since: null }
  assert.isAbove((yield* (yield* DeliveryHistory).list(sender.id, every, page)).rows.length, 0)
  const { after, purge } = yield* EventFeed
  assert.isTrue(Option.isSome(yield* after(sender.id, Option.none(), 10)))
  yield* purge(DateTime.subtract(sender.at, { days: 1 }))
  assert.isNull(yield* (yield* Readiness).obstacle)
})

/** What a migration of the next version may do beside processes of this one: add. */
const nextMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'parley'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'parley_%'`
  assert.isAbove(tables.length, 25)
  for (const { name } of tables) yield* sql.unsafe(`alter table ${name} add column added_later text default 'x'`)
  yield* sql`create table later (organization_id uuid not null, id uuid primary key)`
  yield* sql`insert into parley_migrations (migration_id, name) values (2, 'later')`
})

it.live("processes of this version continue, and start, beside the next version's migration", () =>
  Effect.gen(function* () {
    const url = Redacted.make(yield* serverDatabase())
    const stores = Layer.fresh(storesOn(Database.server(url)))
    yield* Effect.gen(function* () {
      // Statements are prepared now, and used again afterwards.
      for (let round = 0; round < 3; round++) yield* works
      yield* nextMigration
      for (let round = 0; round < 3; round++) yield* works
    }).pipe(Effect.provide(stores))
    yield* Effect.provide(works, stores)
  }).pipe(Effect.scoped)
)
