import { DateTime, Effect, Exit } from "effect"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import { CountryCode, PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { givenOrganization, givenSender, phoneOf, someone } from "../../../given/given.ts"
import { beginning, byNumber, givenContact, someContact } from "../../../given/givenContact.ts"
import { contactKnownBy, contactOf, eventsOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const text = "Ünïcödé \u{1F469}\u200D\u{1F680} 漢字 שלום a\u0301 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

const withNinthDigit = PhoneNumber.make("5511987654321")
const withoutIt = PhoneNumber.make("551187654321")

/** The refused number of the contact; null if the contact was inserted. */
const refusedNumber = Effect.fnUntraced(function* (contact: Contact & { readonly phone: PhoneNumber }) {
  return yield* Effect.match((yield* ContactStore).insert(contact), {
    onSuccess: () => null,
    onFailure: ({ phone }) => phone
  })
})

/** Inserting a contact. */
export const inserting = (it: Tests<StorePorts>) => {
  it.effect("contacts, inserting: every text, list, null and time is stored unchanged", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const full = yield* givenContact(id, {
        name: text,
        email: "Ada@Example.com",
        countryCode: CountryCode.make("GB"),
        tags: ["", "null", "NULL", "a,b", '{"c"}', "\\", text, "vip", "vip"],
        labels: [text, ""],
        attributes: { [text]: { nested: [[], {}, null, true, 0, -1.5, 1e21, 9007199254740991, "", [text]] } },
        source: "import",
        isBlocked: true,
        optedIn: true,
        updatedAt: DateTime.add(beginning, { milliseconds: 1 })
      })
      const bare = yield* givenContact(id, { phone: phoneOf(1), name: "" })

      assert.deepStrictEqual(yield* contactOf(id, full.id), full)
      assert.deepStrictEqual(yield* contactOf(id, bare.id), bare)
      assert.deepStrictEqual(yield* eventsOf(id), [])
    })
  )

  it.effect("contacts, inserting: any form of a known number is refused, and the first contact stays", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const first = yield* givenContact(id, { phone: withNinthDigit })
      for (const phone of [withNinthDigit, withoutIt]) {
        const second = yield* someContact(id, { phone, name: "Grace Hopper" })
        assert.strictEqual(yield* refusedNumber(second), phone)
        assert.isNull(yield* contactOf(id, second.id))
        assert.deepStrictEqual(yield* contactKnownBy(id, phone), first)
      }
      assert.deepStrictEqual(yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null), {
        rows: [byNumber(first)],
        total: 1
      })
    })
  )

  it.effect("contacts, inserting: the number of a send's contact is refused, and sends go to inserted contacts", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      yield* sendOff(id, yield* intent())
      assert.strictEqual(yield* refusedNumber(yield* someContact(id)), someone)

      const contact = yield* givenContact(id, { phone: phoneOf(1) })
      assert.strictEqual((yield* sendOff(id, yield* intent({ phone: phoneOf(1) }))).contactId, contact.id)
    })
  )

  it.effect("contacts, inserting: a number is known per organization", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const contacts = [yield* givenContact(acme), yield* givenContact(globex)]
      assert.deepStrictEqual([yield* contactKnownBy(acme, someone), yield* contactKnownBy(globex, someone)], contacts)
    })
  )

  it.effect("contacts, inserting: a refused number leaves the transaction intact", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const first = yield* givenContact(id)
      const next = yield* someContact(id, { phone: phoneOf(1) })
      const refused = yield* atomically(
        Effect.gen(function* () {
          return [yield* refusedNumber(yield* someContact(id)), yield* refusedNumber(next)]
        })
      )
      assert.deepStrictEqual(refused, [someone, null])
      assert.deepStrictEqual([yield* contactOf(id, first.id), yield* contactOf(id, next.id)], [first, next])
    })
  )

  it.effect("contacts, inserting: a failed transaction leaves the number free", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const { insert, list } = yield* ContactStore
      const exit = yield* Effect.exit(
        atomically(Effect.andThen(Effect.flatMap(someContact(id), insert), Effect.fail("no")))
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 10 }, null), { rows: [], total: 0 })
      assert.isNull(yield* refusedNumber(yield* someContact(id)))
    })
  )

  it.effect("contacts, inserting: one of many concurrent contacts with forms of one number is inserted", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contacts = yield* Effect.forEach(Array.from({ length: 16 }), (_, index) =>
        someContact(id, { phone: index % 2 === 0 ? withNinthDigit : withoutIt })
      )
      const answers = yield* Effect.forEach(contacts, refusedNumber, { concurrency: "unbounded" })

      const inserted = contacts.filter((_, index) => answers[index] === null)
      assert.strictEqual(inserted.length, 1)
      assert.deepStrictEqual([yield* contactKnownBy(id, withoutIt)], inserted)
      assert.strictEqual((yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null)).total, 1)
    })
  )
}
