import { assert, describe, it } from "@effect/vitest"
import { type DateTime, Effect, HashMap } from "effect"
import { SqlClient } from "effect/sql"
import { type InboxState, withContact, withConversation, withMessage } from "../../../src/domain/inbound/InboxState.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { changed, givenInbox, messageKey, saidIn, newInboxContact, talkWith } from "../../../testing/given/inbox.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

/** Rows that the transaction has read so far, of everything that what comes in changes. */
const read = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly table: string; readonly rows: number }>`
    select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relname in ('contacts', 'conversations', 'messages')`
).pipe(Effect.map((found) => new Map(found.map(({ rows, table }) => [table, rows]))))

/** Somebody who said something. */
const givenTalkers = Effect.gen(function* () {
  const { account, at, id } = yield* givenInbox
  const talker = Effect.fnUntraced(function* (ordinal: number) {
    const met = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: `US.${ordinal}` }])
    const held = yield* talkWith(account, met, at)
    return { met, held, said: yield* saidIn(held, at, "inbound") }
  })
  return { at, id, talker }
})
type Talker = Effect.Success<ReturnType<Effect.Success<typeof givenTalkers>["talker"]>>

const needsOf = (talkers: ReadonlyArray<Talker>) => ({
  identities: talkers.flatMap(({ met }) => met.identities),
  messages: talkers.map(({ said }) => messageKey(said))
})

const begun = (state: InboxState, { held, met, said }: Talker): InboxState =>
  withMessage(withConversation(withContact(state, met), held), said)

/** Everything that there is changes: names, what is unread, and what was said. */
const otherwise =
  (at: DateTime.Utc) =>
  (before: InboxState): InboxState => {
    const renamed = [...HashMap.values(before.contacts)].reduce(
      (state, met) => withContact(state, { ...met, contact: { ...met.contact, name: "Ada", updatedAt: at } }),
      before
    )
    const talked = [...HashMap.values(before.conversations)].reduce(
      (state, held) =>
        withConversation(state, { ...held, isRecounted: true, conversation: { ...held.conversation, unreadCount: 7 } }),
      renamed
    )
    return [...HashMap.values(before.messages)].reduce(
      (state, held) => withMessage(state, { ...held, message: { ...held.message, content: { text: "anew" } } }),
      talked
    )
  }

describe("inbound reports on a connection whose plans were made for few contacts", () => {
  it.live("read the reported contacts, and not all of the organization", () =>
    Effect.gen(function* () {
      const { at, id, talker } = yield* givenTalkers
      const talkers = yield* Effect.forEach(Array.from({ length: 2_000 }).keys(), talker)
      const change = (some: ReadonlyArray<Talker>) => changed(id, at, needsOf(some), otherwise(at))
      const begin = (some: ReadonlyArray<Talker>) => changed(id, at, {}, (state) => some.reduce(begun, state))
      const { atomically } = yield* Transaction
      const rows = yield* atomically(
        Effect.gen(function* () {
          // A plan is kept from the sixth time on.
          for (const first of talkers.slice(0, 10)) {
            yield* begin([first])
            yield* change([first])
          }
          yield* begin(talkers.slice(10))
          const before = yield* read
          yield* change(talkers.slice(1_000, 1_050))
          const after = yield* read
          return ["contacts", "conversations", "messages"].map(
            (table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)] as const
          )
        })
      )
      for (const [table, count] of rows) assert.isBelow(count, 10 * 50, table)
      for (const [table, count] of rows) assert.isAtLeast(count, 50, table)
    }).pipe(Effect.provide(serverStores))
  )
})
