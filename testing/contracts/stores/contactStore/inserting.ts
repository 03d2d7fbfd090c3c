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

/** The contact's number when it was taken, null when the contact was inserted. */
const taken = Effect.fnUntraced(function* (contact: Contact & { readonly phone: PhoneNumber }) {
  return yield* Effect.match((yield* ContactStore).insert(contact), {
    onSuccess: () => null,
    onFailure: ({ phone }) => phone
  })
})

/** What becomes of a new contact. */
export const inserting = (it: Tests<StorePorts>) => {
  it.effect("gives back every text, list, null and instant as it was", () =>
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

  it.effect("refuses a number that a contact of the organization has in any form, and keeps the first", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const first = yield* givenContact(id, { phone: withNinthDigit })
      for (const phone of [withNinthDigit, withoutIt]) {
        const second = yield* someContact(id, { phone, name: "Grace Hopper" })
        assert.strictEqual(yield* taken(second), phone)
        assert.isNull(yield* contactOf(id, second.id))
        assert.deepStrictEqual(yield* contactKnownBy(id, phone), first)
      }
      assert.deepStrictEqual(yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null), {
        rows: [byNumber(first)],
        total: 1
      })
    })
  )

  it.effect("refuses the number of a contact of a send, and lets sends go to inserted contacts", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      yield* sendOff(id, yield* intent())
      assert.strictEqual(yield* taken(yield* someContact(id)), someone)

      const contact = yield* givenContact(id, { phone: phoneOf(1) })
      assert.strictEqual((yield* sendOff(id, yield* intent({ phone: phoneOf(1) }))).contactId, contact.id)
    })
  )

  it.effect("knows a number in every organization for itself", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const contacts = [yield* givenContact(acme), yield* givenContact(globex)]
      assert.deepStrictEqual([yield* contactKnownBy(acme, someone), yield* contactKnownBy(globex, someone)], contacts)
    })
  )

  it.effect("leaves a transaction whole in which a number was taken", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const first = yield* givenContact(id)
      const next = yield* someContact(id, { phone: phoneOf(1) })
      const refused = yield* atomically(
        Effect.gen(function* () {
          return [yield* taken(yield* someContact(id)), yield* taken(next)]
        })
      )
      assert.deepStrictEqual(refused, [someone, null])
      assert.deepStrictEqual([yield* contactOf(id, first.id), yield* contactOf(id, next.id)], [first, next])
    })
  )

  it.effect("keeps nothing of a contact whose transaction fails, so that the number is free", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const { insert, list } = yield* ContactStore
      const exit = yield* Effect.exit(
        atomically(Effect.andThen(Effect.flatMap(someContact(id), insert), Effect.fail("no")))
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 10 }, null), { rows: [], total: 0 })
      assert.isNull(yield* taken(yield* someContact(id)))
    })
  )

  it.effect("inserts one of many that come with forms of one number at once", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contacts = yield* Effect.forEach(Array.from({ length: 16 }), (_, place) =>
        someContact(id, { phone: place % 2 === 0 ? withNinthDigit : withoutIt })
      )
      const answers = yield* Effect.forEach(contacts, taken, { concurrency: "unbounded" })

      const inserted = contacts.filter((_, place) => answers[place] === null)
      assert.strictEqual(inserted.length, 1)
      assert.deepStrictEqual([yield* contactKnownBy(id, withoutIt)], inserted)
      assert.strictEqual((yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null)).total, 1)
    })
  )
}
