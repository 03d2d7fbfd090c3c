import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/**
 * What becomes of each column with a contact or conversation when that becomes another one. Rows that move are moved by
 * `mergeContacts.ts`, and by `saveInbox.ts` of the memory adapter.
 */
const afterMerge: Readonly<Record<string, string>> = {
  "campaign_recipients.contact_id": "moves",
  "consumer_events.conversation_id": "stays: an event keeps its place in the order that it was recorded in",
  "contact_activity.contact_id": "the later times move; the row goes with the contact",
  "contact_consents.contact_id": "moves",
  "contact_erasures.contact_id": "stays: the contact is gone, and cannot be merged",
  "contact_identities.contact_id": "moves",
  "conversation_notes.conversation_id": "moves",
  "conversation_sequences.conversation_id": "stays: it counts deliveries that name the conversation of their time",
  "conversation_turns.conversation_id": "goes: the other conversation keeps its own closes and reopenings",
  "conversations.contact_id": "moves",
  "deferred_deliveries.conversation_id": "stays: a delivery keeps its place in the order that it was recorded in",
  "events.conversation_id": "stays: an event says what happened then",
  "messages.contact_id": "moves",
  "messages.conversation_id": "moves",
  "notifications.conversation_id": "moves",
  "pending_sends.contact_id": "moves",
  "pending_sends.conversation_id": "moves",
  "receipt_watermarks.contact_id": "saved with the contact that stays; the rows go with the other one",
  "report_changes.conversation_id": "stays: both conversations have their facts computed again",
  "report_conversations.conversation_id": "goes with the next fold, which finds the conversation gone"
}

const migrated = Layer.unwrap(
  Effect.map(migratedDatabase, (url) => {
    const database = Database.server(Redacted.make(url))
    return Layer.merge(database, storesOn(database))
  })
)

layer(migrated, { timeout: "3 minutes" })("columns that reference a contact or conversation", (it) => {
  it.effect("are all listed with the effect of a merge on them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ readonly name: string }>`
        select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and c.relnamespace = 'parley'::regnamespace and not c.relispartition
          and a.attname in ('contact_id', 'conversation_id') and not a.attisdropped`
      assert.deepStrictEqual(
        columns.map(({ name }) => name).toSorted(),
        Object.keys(afterMerge),
        "mergeContacts.ts moves rows to the contact or conversation that stays; say here what it does to a new column"
      )
    })
  )
})
