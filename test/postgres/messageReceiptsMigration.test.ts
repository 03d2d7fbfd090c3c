import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { initial } from "../../src/adapters/postgres/migrations/0001_initial.ts"
import { developerInterface } from "../../src/adapters/postgres/migrations/0002_developer_interface.ts"
import { signIns } from "../../src/adapters/postgres/migrations/0003_sign_ins.ts"
import { sessionInterface } from "../../src/adapters/postgres/migrations/0004_session_interface.ts"
import { inbound } from "../../src/adapters/postgres/migrations/0005_inbound.ts"
import { messageReceipts } from "../../src/adapters/postgres/migrations/0015_message_receipts.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const at = "2026-11-01T08:30:00.001Z"

/** What was said by then: which way, over which channel, and what became of it. */
const said = [
  ["outbound", "messenger", "pending"],
  ["outbound", "messenger", "sent"],
  ["outbound", "instagram", "delivered"],
  ["outbound", "messenger", "read"],
  ["outbound", "messenger", "failed"],
  ["outbound", "whatsapp", "pending"],
  ["outbound", "whatsapp", "read"],
  ["inbound", "messenger", "read"]
] as const

/** A database as it was before, with messages in it. */
const asItWas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const migration of [initial, developerInterface, signIns, sessionInterface, inbound]) yield* migration
  for (const [ordinal, [direction, channel, status]] of said.entries()) {
    yield* sql.unsafe(`insert into messages (organization_id, id, conversation_id, contact_id, channel,
        channel_account_id, direction, counterpart, type, content, status, created_at, settled_at)
      values ('${uuid(0)}', '${uuid(ordinal)}', '${uuid(20)}', '${uuid(21)}', '${channel}', '${uuid(22)}', '${direction}',
        '7', 'text', '{}', '${status}', '${at}', ${status === "pending" ? "null" : `'${at}'`})`)
  }
})

/** The messages that are in an index, by the condition that it has. */
const inIndex = Effect.fnUntraced(function* (index: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = ${index}::text::regclass`
  assert.isDefined(found)
  const rows = yield* sql.unsafe<Record<"direction" | "channel" | "status", string>>(
    `select direction, channel, status from messages where ${found?.condition} order by id`
  )
  return rows.map(({ channel, direction, status }) => [direction, channel, status].join())
})

describe("the migration to receipts that are written into no index", () => {
  it.effect("has in its indexes who waits for an outcome, and what may still be read", () =>
    Effect.gen(function* () {
      const migrated = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(Effect.andThen(asItWas, messageReceipts))
        return {
          unsettled: yield* inIndex("messages_unsettled"),
          unseen: yield* inIndex("messages_unseen_by_contact")
        }
      })
      const url = Redacted.make(yield* serverDatabase())
      const { unseen, unsettled } = yield* Effect.provide(migrated, PgClient.layer({ url }))
      const given = (...ordinals: ReadonlyArray<number>) => said.filter((_, n) => ordinals.includes(n)).map(String)
      assert.deepStrictEqual(unsettled, given(0, 5))
      assert.deepStrictEqual(unseen, given(0, 1, 2, 4))
    })
  )
})
