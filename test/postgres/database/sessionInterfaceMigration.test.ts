import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { initial } from "../../../src/adapters/postgres/migrations/0001_initial.ts"
import { developerInterface } from "../../../src/adapters/postgres/migrations/0002_developer_interface.ts"
import { signIns } from "../../../src/adapters/postgres/migrations/0003_sign_ins.ts"
import { newConversation } from "../../../src/domain/conversation/Conversation.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/stores/ContactStore.ts"
import { ConversationStore } from "../../../src/ports/stores/ConversationStore.ts"
import { everyConversation } from "../../support/conversationFilters.ts"
import { embeddedDatabase } from "../../support/embeddedDatabase.ts"
import { storesOn } from "../../support/postgresStores.ts"
import { serverDatabase } from "../../support/serverDatabase.ts"
import { wrongTotals } from "../../support/wrongTotals.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const acme = OrganizationId.make(uuid(1))
const contactIdOf = (ordinal: number) => ContactId.make(uuid(ordinal))
const ada = contactIdOf(11)
const grace = contactIdOf(12)
const bob = contactIdOf(13)
const channelAccountId = ChannelAccountId.make(uuid(90))
const began = "2026-11-01T08:30:00.001Z"
const wrote = "2026-11-02T09:00:00.002Z"
const updated = "2026-11-03T10:00:00.003Z"
const instant = (text: string) => DateTime.makeUnsafe(text)
const all = { page: 1, limit: 100 }

/** A database as the Developer interface left it: two who were written to, one of them deleted since, and one who was not. */
const asItWas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const loader = Migrator.fromRecord({
    "0001_initial": initial,
    "0002_developer_interface": developerInterface,
    "0003_sign_ins": signIns
  })
  yield* Migrator.make({})({ loader, table: "parley_migrations" })
  yield* sql.unsafe(`insert into organizations values ('${acme}', 'Acme', 'free', 1000, '${began}')`)
  const contact = (id: ContactId, letter: string, name: string) =>
    `('${acme}', '${id}', 'ct_${letter.repeat(24)}', '${name}', '{}', 'api', '${began}', '${began}', E'${name}\\n\\n')`
  yield* sql.unsafe(`
    insert into contacts (organization_id, id, vendor_contact_id, name, tags, source, created_at, updated_at, searched)
    values ${contact(ada, "a", "ada")}, ${contact(grace, "b", "grace")}, ${contact(bob, "c", "bob")}`)
  const talk = (ordinal: number, contact: ContactId, status: string) =>
    `('${acme}', '${uuid(ordinal)}', '${contact}', 'whatsapp', '${channelAccountId}', '${status}', '${began}', '${updated}')`
  yield* sql.unsafe(`
    insert into conversations values ${talk(21, ada, "closed")}, ${talk(22, ada, "open")}, ${talk(23, bob, "open")}`)
  const message = (ordinal: number, contact: ContactId, at: string) =>
    `('${acme}', '${uuid(ordinal)}', '${uuid(21)}', '${contact}', 'whatsapp', '${channelAccountId}', 'outbound', '1', 'text',
      '{}', 'sent', '${at}')`
  yield* sql.unsafe(`
    insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
      counterpart, type, content, status, created_at)
    values ${message(31, ada, began)}, ${message(32, ada, wrote)}, ${message(33, bob, updated)}`)
  yield* sql.unsafe(`delete from contacts where id = '${bob}'`)
})

/** What is seen of it after the migration. */
const asItIs = Effect.gen(function* () {
  assert.deepStrictEqual(yield* wrongTotals, [])
  const { listOverviews } = yield* ContactStore
  const conversations = yield* ConversationStore

  const { rows } = yield* listOverviews(acme, all, null, { by: "lastMessageAt", direction: "ascending" })
  assert.deepStrictEqual(
    rows.map(({ contact, conversationCount, lastMessageAt }) => [contact.id, conversationCount, lastMessageAt]),
    [
      [ada, 2, instant(wrote)],
      [grace, 0, null]
    ]
  )
  const byName = yield* listOverviews(acme, all, null, { by: "name", direction: "descending" })
  assert.deepStrictEqual(
    byName.rows.map(({ contact }) => contact.name),
    ["grace", "ada"]
  )

  const begun = (ordinal: number) => ({
    ...newConversation(
      {
        id: ConversationId.make(uuid(ordinal)),
        organizationId: acme,
        contactId: ada,
        channel: "whatsapp",
        channelAccountId,
        source: "api"
      },
      instant(began)
    ),
    updatedAt: instant(updated)
  })
  const closed = { ...begun(21), status: "closed" as const, closedAt: instant(updated) }
  assert.deepStrictEqual(yield* conversations.find(acme, closed.id), Option.some(closed))
  assert.deepStrictEqual(yield* conversations.find(acme, begun(22).id), Option.some(begun(22)))
  assert.isTrue(Option.isNone(yield* conversations.find(acme, begun(23).id)))
  for (const [status, total] of [
    ["closed", 1],
    ["open", 1],
    ["escalated", 0],
    [null, 2]
  ] as const) {
    const listed = yield* conversations.list(acme, { ...everyConversation, status }, all)
    assert.deepStrictEqual([listed.total, listed.rows.length], [total, total])
  }
})

describe("the migration to the Session interface", () => {
  it.effect("knows of everything that was there what it keeps from now on, on a server", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      yield* Effect.provide(asItWas, PgClient.layer({ url }))
      yield* Effect.provide(asItIs, storesOn(Database.server(url)))
    })
  )

  it.effect("knows of everything that was there what it keeps from now on, in the embedded database", () =>
    Effect.gen(function* () {
      const { stream } = yield* embeddedDatabase
      yield* Effect.provide(asItWas, PgClient.layer({ stream, username: "postgres", database: "postgres" }))
      yield* Effect.provide(asItIs, storesOn(Database.embedded(stream)))
    })
  )
})
