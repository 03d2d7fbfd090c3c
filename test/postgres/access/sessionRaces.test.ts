import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer, Schema } from "effect"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { createContact } from "../../../src/app/contacts/contacts.ts"
import { importContacts } from "../../../src/app/contacts/importContacts.ts"
import { contactCreated } from "../../../src/domain/webhooks/Event.ts"
import { ContactId, EventId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { givenSender, phoneOf, uuid } from "../../../testing/given/given.ts"
import { someContact } from "../../../testing/given/givenContact.ts"
import { instances } from "../../support/database/instances.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { wrongTotals } from "../../support/database/wrongTotals.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const outside = Layer.merge(LibPhoneNumbers.layer, MemoryTagSync.layer)

const concurrency = 32

/** One mobile number each, in forms that people and platforms write it in. */
const forms: ReadonlyArray<readonly [country: string, forms: ReadonlyArray<string>]> = [
  ["Brazil", ["+55 11 98765-4321", "551187654321", "+55 (11) 8765 4321", "5511987654321"]],
  ["Mexico", ["+52 55 1234 5678", "+52 1 55 1234 5678", "525512345678", "5215512345678"]],
  ["Argentina", ["+54 11 1234-5678", "+54 9 11 1234-5678", "541112345678", "5491112345678"]]
]

/** Everybody of the organization; nobody is counted twice, or left out. */
const contactsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { list } = yield* ContactStore
  const { rows, total } = yield* list(organizationId, { page: 1, limit: 10_000 }, null)
  assert.strictEqual(rows.length, total)
  return rows.map(({ contact }) => contact)
})

const decodeNews = Schema.decodeUnknownEffect(Schema.Struct({ contact: Schema.Struct({ id: ContactId }) }))

/** Ids of those whom the organization announced as new. */
const announcedBy = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const news = (yield* eventsOf(organizationId)).filter(({ type }) => type === "contact.created")
  return yield* Effect.forEach(news, ({ data }) => Effect.map(decodeNews(data), ({ contact }) => contact.id))
})

/** A single create: the new contact, or null when the number was taken. */
const create = (organizationId: OrganizationId, number: string) =>
  createContact(organizationId, number, { name: "Ada" }).pipe(
    Effect.map(({ id }) => id),
    Effect.catchTag("PhoneNumberTaken", () => Effect.succeed(null))
  )

/** An import that is given up after everything was written. */
const givenUp = Effect.fnUntraced(function* (organizationId: OrganizationId, counts: ReadonlyArray<number>) {
  const { appendAll } = yield* EventLog
  const { atomically } = yield* Transaction
  const contacts = yield* Effect.forEach(counts, (count) => someContact(organizationId, { phone: phoneOf(count) }))
  const events = yield* Effect.forEach(contacts, (contact) =>
    Effect.map(uuid, (id) => contactCreated(EventId.make(id), contact, "import"))
  )
  const write = Effect.andThen(insertAll(organizationId, contacts), appendAll(organizationId, events))
  yield* Effect.flip(atomically(Effect.andThen(write, Effect.fail("no"))))
  return []
})

describe("contacts created by several instances at once", () => {
  it.live.each(forms)("are one contact for one number of %s in any form: one is added, 49 are refused", ([, numbers]) =>
    Effect.gen(function* () {
      const on = yield* instances(3)
      const { id } = yield* on(0)(givenSender())
      const answers = yield* Effect.forEach(
        Array.range(0, 49),
        (ordinal) => on(ordinal)(create(id, numbers[ordinal % numbers.length] ?? "")),
        { concurrency: "unbounded" }
      )
      const added = answers.filter((answer) => answer !== null)
      assert.strictEqual(added.length, 1)
      assert.strictEqual(answers.length - added.length, 49)
      assert.deepStrictEqual(
        (yield* on(0)(contactsOf(id))).map((contact) => contact.id),
        added
      )
      assert.deepStrictEqual(yield* on(0)(announcedBy(id)), added)
      assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
    }).pipe(Effect.provide(outside))
  )

  it.live(
    "exist once, and are announced once, if imports, single creates and sends add the same people",
    () =>
      Effect.gen(function* () {
        const people = 300
        const on = yield* instances(3)
        const sender = yield* on(0)(givenSender({ webhook: {} }))
        const { id } = sender
        const numbers = Array.makeBy(people, (count) => count)
        const number = (count: number) => `+${phoneOf(count)}`

        /** Two in three of the numbers, from another one on, in either direction. */
        const part = (turn: number) => {
          const shifted = numbers.map((count) => (count + turn * 71) % people).slice(0, (people * 2) / 3)
          return turn % 2 === 0 ? shifted : shifted.toReversed()
        }
        const rows = (turn: number) =>
          part(turn).map((count, index) => ({ index, number: number(count), name: "", email: null, tags: [] }))
        const imports = Effect.forEach(
          Array.range(0, 5),
          (turn) =>
            Effect.all([importContacts(id, rows(turn)), givenUp(id, part(turn + 3))]).pipe(
              Effect.map(([{ added }]) => added.map((contact) => contact.id)),
              on(turn)
            ),
          { concurrency: "unbounded" }
        )
        const creates = Effect.forEach(
          numbers,
          (count) => create(id, number(count)).pipe(Effect.map(Array.fromNullishOr), on(count)),
          { concurrency }
        )
        const sends = Effect.forEach(
          numbers.filter((count) => count % 5 === 0),
          Effect.fnUntraced(function* (count) {
            const send = yield* sender.intent({ phone: phoneOf(people - 1 - count) }).pipe(on(count))
            const { contactId } = yield* sendOff(id, send).pipe(on(count))
            return contactId === send.contact.id ? [contactId] : []
          }),
          { concurrency }
        )
        const brought = yield* Effect.all([imports, creates, sends], { concurrency: "unbounded" })

        const there = (yield* on(0)(contactsOf(id))).map((contact) => contact.id).toSorted()
        assert.strictEqual(there.length, people)
        assert.deepStrictEqual(brought.flat(2).toSorted(), there)
        assert.deepStrictEqual((yield* on(0)(announcedBy(id))).toSorted(), there)
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      }).pipe(Effect.provide(outside)),
    180_000
  )
})
