import { assert, describe, it } from "@effect/vitest"
import { type DateTime, Effect, HashMap } from "effect"
import { SqlClient } from "effect/sql"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { personIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { type InboxMessage, type InboxState, withMessage } from "../../../src/domain/inbound/InboxState.ts"
import type { MessageFailure } from "../../../src/domain/messages/Message.ts"
import { withReceipt } from "../../../src/domain/messages/messageReceipts.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { nextEra } from "../../../testing/given/era.ts"
import { givenAccount, givenOrganization, sendIntent } from "../../../testing/given/given.ts"
import { changed, givenReader, loaded, messageKey, saidIn } from "../../../testing/given/inbox.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

/** Few enough for one page, with all that becomes of them. */
const count = 5

/** Messages that went out over the channel to one person, each accepted by the platform. */
const givenSent = Effect.fnUntraced(function* (channel: Channel, many = count) {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id, { channel })
  const person = channel === "whatsapp" ? {} : { phone: null, identity: personIdentity(channel, account, "7") }
  const { reserve, recordOutcome } = yield* SendLedger
  const messages = yield* Effect.replicateEffect(
    Effect.gen(function* () {
      const intent = yield* sendIntent(id, account.id, { at, conversation: { channel }, ...person })
      const outcome = yield* accepted(intent, yield* reserve(id, intent))
      yield* recordOutcome(id, intent.messageId, outcome, at)
      return { channelAccountId: account.id, platformMessageId: outcome.platformMessageId }
    }),
    many,
    { concurrency: "unbounded" }
  )
  return { at, id, messages }
})

const countersOf = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly written: number; readonly hot: number }>`
    select n_tup_upd::int as written, n_tup_hot_upd::int as hot from pg_stat_xact_user_tables
    where relname = 'messages'`
).pipe(Effect.map(([row]) => row ?? { written: 0, hot: 0 }))

/** How many rows of messages this writes anew, in one transaction, and how many of them into no index. */
const rewritten = Effect.fnUntraced(function* <E, R>(write: Effect.Effect<unknown, E, R>) {
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      // Of the connection there may be some that were not handed on yet.
      const before = yield* countersOf
      yield* write
      const after = yield* countersOf
      return { written: after.written - before.written, hot: after.hot - before.hot }
    })
  )
})

const unexplained: MessageFailure = { _tag: "Rejected", code: 0, title: "", message: "" }

const received = (state: InboxState, status: "delivered" | "read" | "failed", at: DateTime.Utc): InboxState =>
  [...HashMap.values(state.messages)].reduce(
    (before, held) =>
      withMessage(before, { ...held, message: withReceipt(held.message, { status, at, failure: unexplained }) }),
    state
  )

/** Sends over the channel, and what the platform then tells of each; gives what that wrote. */
const reporting = (channel: Channel, ...statuses: ReadonlyArray<"delivered" | "read" | "failed">) =>
  Effect.gen(function* () {
    const { at, id, messages } = yield* givenSent(channel)
    return yield* rewritten(
      Effect.forEach(statuses, (status) => changed(id, at, { messages }, (state) => received(state, status, at)))
    )
  })

/** Everything of the organization's as the column for the index has it. */
const seenOf = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly status: string; readonly seen: boolean | null }>`
      select status, seen from messages where organization_id = ${id}::uuid order by created_at, id`
  )

/** A person of a Page, and what writes what is said to them. */
const givenTalk = Effect.map(givenReader, (reader) => ({
  ...reader,
  keep: (said: ReadonlyArray<InboxMessage>) =>
    changed(reader.id, reader.at, {}, (state: InboxState) => said.reduce(withMessage, state))
}))

describe("a status update of a message writes no index entry", () => {
  it.live("over WhatsApp, for any status", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* reporting("whatsapp", "delivered", "read"), {
        written: 2 * count,
        hot: 2 * count
      })
      assert.deepStrictEqual(yield* reporting("whatsapp", "failed"), { written: count, hot: count })
    }).pipe(Effect.provide(serverStores))
  )

  it.live("over the other channels until the message is read and leaves the index of unread messages", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* reporting("messenger", "delivered"), { written: count, hot: count })
      assert.deepStrictEqual(yield* reporting("messenger", "delivered", "read"), { written: 2 * count, hot: count })
    }).pipe(Effect.provide(serverStores))
  )
})

/** Rows of messages that the transaction has read so far. */
const read = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly rows: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'messages'`
).pipe(Effect.map(([row]) => row?.rows ?? 0))

/**
 * Whether nobody may still look at what was replaced before `mark`, which keeps it where it is. A snapshot looks as far
 * back as the oldest transaction under way, and that may be one of any database of the server.
 */
const isPast = (mark: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select where pg_snapshot_xmin(pg_current_snapshot()) >= ${mark}::text::xid8
        and not exists (
          select from pg_stat_activity
          where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
            and age(backend_xmin) > age(${mark}::text::xid8::xid)
        )`
  ).pipe(Effect.map((rows) => rows.length === 1))

const nextTransaction = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly mark: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`
).pipe(Effect.flatMap(([row]) => Effect.fromNullishOr(row?.mark)))

/** Of how many messages, sent at once, the next version found room where it was. */
const roomOf = Effect.fnUntraced(function* (many: number) {
  const { at, id, messages } = yield* givenSent("whatsapp", many)
  yield* isPast(yield* nextTransaction).pipe(Effect.repeat({ until: (past) => past }))
  const { hot, written } = yield* rewritten(changed(id, at, { messages }, (state) => received(state, "delivered", at)))
  assert.strictEqual(written, many)
  return hot
})

describe("pages of messages", () => {
  it.live("have free space for the updates of most messages if all were sent at once", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* roomOf(400), 0.75 * 400)
    }).pipe(Effect.provide(serverStores))
  )
})

describe("receipts on a connection whose plans were made for few messages", () => {
  it.live("read the messages that they name, and not all of the organization", () =>
    Effect.gen(function* () {
      const { at, thread, id, keep } = yield* givenTalk
      const said = yield* Effect.replicateEffect(saidIn(thread, at, "outbound"), 3_000)
      const { atomically } = yield* Transaction
      const rows = yield* atomically(
        Effect.gen(function* () {
          // A plan is kept from the sixth time on.
          for (const first of said.slice(0, 10)) {
            yield* keep([first])
            yield* changed(id, at, { messages: [messageKey(first)] }, (state) => received(state, "delivered", at))
          }
          yield* keep(said.slice(10))
          const before = yield* read
          const messages = said.slice(1_000, 1_200).map(messageKey)
          yield* changed(id, at, { messages }, (state) => received(state, "delivered", at))
          return (yield* read) - before
        })
      )
      assert.isBelow(rows, 5 * 200)
    }).pipe(Effect.provide(serverStores))
  )
})

describe("the index of messages that a receipt may still mark as read", () => {
  it.live("loses messages that are read, on every path", () =>
    Effect.gen(function* () {
      const { at, thread, id, identity, keep, page } = yield* givenTalk
      const isRead = { status: "read", deliveredAt: at, readAt: at } as const
      const out = (changes: Partial<InboxMessage["message"]> = {}) => saidIn(thread, at, "outbound", changes)
      const [arrived, edited, plain] = [yield* out(), yield* out(), yield* out()]
      yield* keep([yield* out(isRead), arrived, edited, plain, yield* out({ status: "failed" })])
      yield* changed(id, at, { messages: [messageKey(arrived)] }, (state) => received(state, "read", at))
      yield* changed(id, at, { messages: [messageKey(edited)] }, (state) =>
        [...HashMap.values(state.messages)].reduce(
          (before, { message, ...rest }) =>
            withMessage(before, { ...rest, message: { ...message, ...isRead, content: { text: "better" } } }),
          state
        )
      )
      const { reserve, recordOutcome } = yield* SendLedger
      const intent = yield* sendIntent(id, page.id, {
        at,
        phone: null,
        identity,
        conversation: { channel: "messenger" }
      })
      const outcome = yield* accepted(intent, yield* reserve(id, intent))
      yield* keep([yield* out({ ...isRead, platformMessageId: outcome.platformMessageId })])
      yield* recordOutcome(id, intent.messageId, outcome, at)

      const rows = yield* seenOf(id)
      assert.deepStrictEqual(rows.map(({ status }) => status).toSorted(), [
        "failed",
        "read",
        "read",
        "read",
        "read",
        "sent"
      ])
      for (const { seen, status } of rows) assert.strictEqual(seen, status === "read" ? true : null, status)
    }).pipe(Effect.provide(serverStores))
  )

  it.live("is the only one scanned for them, however many messages were read before", () =>
    Effect.gen(function* () {
      const { at, thread, id, identity, keep, page } = yield* givenTalk
      const isRead = { status: "read", deliveredAt: at, readAt: at } as const
      const before = yield* Effect.replicateEffect(saidIn(thread, at, "outbound", isRead), 500)
      yield* keep([yield* saidIn(thread, at, "outbound")])
      const { atomically } = yield* Transaction
      const sent = [{ channelAccountId: page.id, identity, upTo: at, platformMessageId: null }]
      const rows = yield* atomically(
        Effect.gen(function* () {
          yield* Effect.replicateEffect(loaded(id, { identities: [identity], sent }), 10)
          yield* keep(before)
          const rows = yield* read
          const { messages } = yield* loaded(id, { identities: [identity], sent })
          assert.strictEqual(HashMap.size(messages), 1)
          return (yield* read) - rows
        })
      )
      assert.isBelow(rows, 10)
    }).pipe(Effect.provide(serverStores))
  )
})
