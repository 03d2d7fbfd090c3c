import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import {
  type InboxMessage,
  withContact,
  withConversation,
  withMessage
} from "../../../src/domain/inbound/InboxState.ts"
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

const count = 1_000
const quotes = 50

describe("a page of messages on a connection whose plans were made for few messages", () => {
  it.live("finds quoted messages by the platform's id, and not by a scan of the conversation", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const { list } = yield* MessageStore
      const { atomically } = yield* Transaction
      const met = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "US.1" }])
      const held = yield* talkWith(account, met, at)
      const said = (place: number, answered?: InboxMessage) =>
        saidIn(
          held,
          seconds(at, place),
          "inbound",
          answered === undefined
            ? {}
            : { content: { text: "Yes", reply_to: { message_id: answered.message.platformMessageId } } }
        )
      const first = yield* Effect.forEach(Array.from({ length: count }).keys(), (place) => said(place))
      const answers = yield* Effect.forEach(first.slice(0, quotes), (one, place) => said(count + place, one))
      const say = (some: ReadonlyArray<InboxMessage>) => changed(id, at, {}, (state) => some.reduce(withMessage, state))
      const newest = Effect.map(list(id, held.conversation.id, quotes, null), Option.getOrThrow)
      const { found, plain, quoting } = yield* atomically(
        Effect.gen(function* () {
          yield* changed(
            id,
            at,
            {},
            (state) => withContact(state, met),
            (state) => withConversation(state, held)
          )
          yield* say(first.slice(0, 5))
          // A plan is kept from the sixth time on.
          for (let time = 0; time < 10; time++) yield* newest
          yield* say(first.slice(5))
          const before = yield* read
          yield* newest
          const plain = (yield* read) - before
          yield* say(answers)
          const between = yield* read
          const { quoted } = yield* newest
          return { plain, quoting: (yield* read) - between, found: quoted.size }
        })
      )
      assert.strictEqual(found, quotes)
      assert.isAtLeast(quoting - plain, quotes)
      assert.isBelow(quoting - plain, 5 * quotes)
    }).pipe(Effect.provide(serverStores))
  )
})
