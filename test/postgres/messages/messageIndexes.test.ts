import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migrate } from "../../../src/adapters/postgres/migrations/migrations.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const at = "2026-11-01T08:30:00.001Z"

/** Direction, channel and status of each message. */
const messages = [
  ["outbound", "messenger", "pending"],
  ["outbound", "messenger", "sent"],
  ["outbound", "instagram", "delivered"],
  ["outbound", "messenger", "read"],
  ["outbound", "messenger", "failed"],
  ["outbound", "whatsapp", "pending"],
  ["outbound", "whatsapp", "read"],
  ["inbound", "messenger", "read"]
] as const

const insertMessages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [ordinal, [direction, channel, status]] of messages.entries()) {
    const seen = direction === "outbound" && channel !== "whatsapp" && status === "read" ? "true" : "null"
    yield* sql.unsafe(`insert into messages (organization_id, id, conversation_id, contact_id, channel,
        channel_account_id, direction, peer, type, content, status, seen, created_at, settled_at, learned_at, listed_at)
      values ('${uuid(0)}', '${uuid(ordinal)}', '${uuid(20)}', '${uuid(21)}', '${channel}', '${uuid(22)}', '${direction}',
        '7', 'text', '{}', '${status}', ${seen}, '${at}', ${status === "pending" ? "null" : `'${at}'`}, '${at}', '${at}')`)
  }
})

/** The messages that fulfil the condition of an index. */
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

describe("indexes of messages", () => {
  it.effect("contain messages without an outcome, and messages that a receipt may still mark as read", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const { unseen, unsettled } = yield* Effect.gen(function* () {
        yield* migrate
        yield* insertMessages
        return {
          unsettled: yield* inIndex("messages_unsettled"),
          unseen: yield* inIndex("messages_unseen_by_contact")
        }
      }).pipe(Effect.provide(PgClient.layer({ url })))
      const given = (...ordinals: ReadonlyArray<number>) => messages.filter((_, n) => ordinals.includes(n)).map(String)
      assert.deepStrictEqual(unsettled, given(0, 5))
      assert.deepStrictEqual(unseen, given(0, 1, 2, 4))
    })
  )
})
