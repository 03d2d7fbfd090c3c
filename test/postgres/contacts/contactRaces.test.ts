import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { contactUpdated } from "../../../src/domain/webhooks/Event.ts"
import { type ContactId, EventId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { givenSender, phoneOf, uuid } from "../../../testing/given/given.ts"
import { someContact } from "../../../testing/given/givenContact.ts"
import { givenPage } from "../../../testing/given/givenPage.ts"
import { instances } from "../../support/database/instances.ts"
import { messageOf, usedBy } from "../../../testing/given/seen.ts"
import { wrongTotals } from "../../support/database/wrongTotals.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

/** What refers to a contact who is not there. */
const dangling = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select i.contact_id from contact_identities i
    where not exists (select 1 from contacts c where c.organization_id = i.organization_id and c.id = i.contact_id)
    union all
    select v.contact_id from conversations v where v.contact_id is not null
      and not exists (select 1 from contacts c where c.organization_id = v.organization_id and c.id = v.contact_id)`
)

const removeWhoHas = Effect.fnUntraced(function* (organizationId: OrganizationId, phone: ReturnType<typeof phoneOf>) {
  const { findByPhone, remove } = yield* ContactStore
  const found = yield* findByPhone(organizationId, phone)
  if (Option.isSome(found)) yield* remove(organizationId, found.value.id)
})

/** A change as a use case makes it: looked at, saved and announced in one transaction. */
const rename = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId, name: string) {
  const { lock, save } = yield* ContactStore
  const found = yield* lock(organizationId, id)
  if (Option.isNone(found)) return
  const changed = { ...found.value, name: `${found.value.name}${name}` }
  yield* save(changed)
  yield* (yield* EventLog).append(contactUpdated(EventId.make(yield* uuid), changed, "api"))
})

describe("contacts on one server, from several instances", () => {
  it.live(
    "have a result for every send to contacts deleted at the same time, and leave no rows of them",
    () =>
      Effect.gen(function* () {
        const on = yield* instances(3)
        const { at, id, ...sender } = yield* on(0)(givenSender())
        const sends = yield* Effect.forEach(
          Array.range(0, 399),
          (ordinal) =>
            Effect.gen(function* () {
              const { reserve, recordOutcome } = yield* SendLedger
              const person = ordinal % 3
              // By their number, and by the one that the platform has said is theirs too.
              const phone = phoneOf(ordinal % 2 === 0 ? person : 100 + person)
              const intent = yield* sender.intent({ phone }, ordinal)
              const reservation = yield* reserve(id, intent)
              if (ordinal % 5 === 0) yield* removeWhoHas(id, phone)
              const outcome = yield* accepted(intent, reservation, { waId: phoneOf(100 + person) })
              yield* recordOutcome(id, intent.messageId, outcome, at)
              return intent.messageId
            }).pipe(on(ordinal)),
          { concurrency: 96 }
        )
        const statuses = yield* Effect.forEach(sends, (messageId) =>
          Effect.map(messageOf(id, messageId), (message) => message?.status)
        ).pipe(on(0))
        assert.deepStrictEqual(
          statuses.filter((status) => status !== "sent"),
          []
        )
        assert.strictEqual(yield* on(0)(usedBy(id, at)), sends.length)
        assert.deepStrictEqual(yield* on(0)(dangling), [])
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      }),
    180_000
  )

  it.live(
    "are counted exactly under simultaneous creations and deletions in new and known organizations",
    () =>
      Effect.gen(function* () {
        const on = yield* instances(3)
        const senders = yield* Effect.replicateEffect(on(0)(givenSender()), 3)
        yield* Effect.forEach(
          Array.range(0, 239),
          (ordinal) =>
            Effect.gen(function* () {
              const known = senders[ordinal % 4]
              const { at, id, intent } = known ?? (yield* givenSender())
              const { insert } = yield* ContactStore
              const { atomically } = yield* Transaction
              const phone = phoneOf(ordinal % 17)
              const page = yield* givenPage(id, at, ordinal % 2 === 0 ? "messenger" : "instagram")
              const { contactId } = yield* sendOff(id, yield* page.intentTo(`person ${ordinal}`))
              yield* sendOff(id, yield* intent({ phone }))
              yield* Effect.ignore(insert(yield* someContact(id, { phone: phoneOf(ordinal % 23) })))
              yield* atomically(rename(id, contactId, "x"))
              yield* removeWhoHas(id, phoneOf(ordinal % 19))
              yield* (yield* ContactStore).remove(id, contactId)
            }).pipe(on(ordinal)),
          { concurrency: 48, discard: true }
        )
        assert.deepStrictEqual(yield* on(0)(dangling), [])
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      }),
    180_000
  )
})
