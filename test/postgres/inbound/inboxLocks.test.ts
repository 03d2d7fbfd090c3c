import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { InboxNeeds } from "../../../src/domain/inbound/InboxNeeds.ts"
import type { Inbox } from "../../../src/ports/inbound/Inbox.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { bsuid, pmid } from "../../../testing/inbound/given.ts"
import { changed, givenInbox, loaded, saidIn, newInboxContact, talkWith } from "../../../testing/given/inbox.ts"
import { instances } from "../../support/database/instances.ts"
import { withContact, withConversation, withMessage } from "../../../src/domain/inbound/InboxState.ts"

/** A message of ours in a conversation with somebody, somebody else who is silent, and what is needed to read them. */
const givenTalk = Effect.gen(function* () {
  const { account, at, id } = yield* givenInbox
  const met = yield* newInboxContact(account, at, [bsuid("US.1")])
  const silent = yield* newInboxContact(account, at, [bsuid("US.2")])
  const talk = yield* talkWith(account, met, at)
  const said = yield* saidIn(talk, at, "outbound", { platformMessageId: pmid("ours") })
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(withContact(state, met), silent),
    (state) => withConversation(state, talk),
    (state) => withMessage(state, said)
  )
  const person: Partial<InboxNeeds> = { identities: met.identities }
  const ours = { channelAccountId: account.id, platformMessageId: pmid("ours") }
  const message: Partial<InboxNeeds> = { messages: [ours] }
  return { id, silent: { identities: silent.identities }, conversationId: talk.conversation.id, person, message }
})

/** Whether somebody waits for a lock. */
const isWaiting = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly waits: boolean }>`select exists (select 1 from pg_locks l
    join pg_database d on d.oid = l.database or l.database is null
    where d.datname = current_database() and not l.granted) as waits`
).pipe(Effect.map(([row]) => row?.waits === true))

const untilWaiting = isWaiting.pipe(
  Effect.repeat({ until: (waits) => waits, schedule: Schedule.spaced("5 millis") }),
  Effect.as("waits")
)

/** Reads what is needed, and ends the transaction when it is told to. */
const holding = Effect.fnUntraced(function* (
  { id }: Pick<Talk, "id">,
  needs: Partial<InboxNeeds>,
  held: Deferred.Deferred<void>,
  done: Deferred.Deferred<void>
) {
  const { atomically } = yield* Transaction
  yield* atomically(
    loaded(id, needs).pipe(Effect.andThen(Deferred.succeed(held, undefined)), Effect.andThen(Deferred.await(done)))
  )
})

type Talk = Effect.Success<typeof givenTalk>
type Others = SqlClient.SqlClient | Transaction | Inbox

/** That somebody else has to wait for the end of a transaction that has read what is needed. */
const waits = <E>(
  needed: (talk: Talk) => Partial<InboxNeeds>,
  other: (talk: Talk) => Effect.Effect<unknown, E, Others>
) =>
  Effect.gen(function* () {
    const at = yield* instances(2)
    const talk = yield* at(0)(givenTalk)
    const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const first = yield* Effect.forkChild(at(0)(holding(talk, needed(talk), held, done)))
    yield* Deferred.await(held)
    const second = yield* Effect.forkChild(at(1)(other(talk)))
    const outcome = yield* Effect.raceFirst(at(0)(untilWaiting), Effect.as(Fiber.join(second), "went on"))
    yield* Deferred.succeed(done, undefined)
    assert.strictEqual(outcome, "waits")
    yield* Fiber.join(first)
    yield* Fiber.join(second)
  }).pipe(Effect.scoped)

const look = ({ id }: Talk, needs: Partial<InboxNeeds>) =>
  Effect.flatMap(Transaction, ({ atomically }) => atomically(loaded(id, needs)))

describe("rows read by inbound processing are locked until it ends", () => {
  it.live("for a contact", () =>
    waits(
      ({ silent }) => silent,
      (talk) => look(talk, talk.silent)
    )
  )

  it.live("for a message", () =>
    waits(
      ({ message }) => message,
      (talk) => look(talk, talk.message)
    )
  )

  it.live("for a conversation, which sends and closings change too", () =>
    waits(
      ({ person }) => person,
      ({ conversationId }) =>
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`update conversations set unread_count = 0 where id = ${conversationId}::uuid`
        )
    )
  )
})
