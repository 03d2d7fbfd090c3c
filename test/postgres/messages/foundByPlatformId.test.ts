import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { withContact, withConversation, withMessage } from "../../../src/domain/inbound/InboxState.ts"
import { MessageStore } from "../../../src/ports/messages/MessageStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../testing/given/era.ts"
import { changed, givenInbox, newInboxContact, saidIn, talkWith } from "../../../testing/given/inbox.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

/** Messages that the transaction has read so far. */
const read = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly rows: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relname = 'messages'`
).pipe(Effect.map(([found]) => found?.rows ?? 0))

describe("lookup of a message by the platform's id", () => {
  it.live("message by the platform's id: one row is read, also with a plan made while the table was empty", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const { findByAnyId } = yield* MessageStore
      const { atomically } = yield* Transaction
      const person = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "US.1" }])
      const thread = yield* talkWith(account, person, at)
      const messages = yield* Effect.forEach(Array.from({ length: 500 }).keys(), (place) =>
        saidIn(thread, seconds(at, place), "inbound")
      )
      const wanted = messages[250]?.message.platformMessageId ?? assert.fail("no message")
      const rows = yield* atomically(
        Effect.gen(function* () {
          // A plan is kept from the sixth time on.
          for (let time = 0; time < 10; time++) yield* findByAnyId(id, wanted)
          yield* changed(
            id,
            at,
            {},
            (state) => withContact(state, person),
            (state) => withConversation(state, thread),
            (state) => messages.reduce(withMessage, state)
          )
          const before = yield* read
          assert.isTrue(Option.isSome(yield* findByAnyId(id, wanted)))
          return (yield* read) - before
        })
      )
      assert.strictEqual(rows, 1)
    }).pipe(Effect.provide(serverStores))
  )
})
