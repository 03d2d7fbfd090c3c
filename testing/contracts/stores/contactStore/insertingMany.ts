import { Array, DateTime, Effect, Fiber, Latch, Stream } from "effect"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { CountryCode, PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { givenOrganization, givenSender, phoneOf } from "../../../given/given.ts"
import { beginning, byNumber, givenContact, someContact } from "../../../given/givenContact.ts"
import { contactKnownBy, contactOf, eventsOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { insertAll } from "../../../given/insertAll.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const text = "Ünïcödé \u{1F469}\u200D\u{1F680} 漢字 שלום a\u0301 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

const withNinthDigit = PhoneNumber.make("5511987654321")
const withoutIt = PhoneNumber.make("551187654321")

/** Contacts with the numbers of these counts, the first of them the newest. */
const someContacts = (organizationId: OrganizationId, counts: ReadonlyArray<number>) =>
  Effect.forEach(counts, (count, place) =>
    someContact(organizationId, {
      phone: phoneOf(count),
      name: `Number ${count}`,
      createdAt: DateTime.subtract(beginning, { seconds: place })
    })
  )

/** Whom the organization has, the newest first. */
const contactsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { rows, total } = yield* (yield* ContactStore).list(organizationId, { page: 1, limit: 100 }, null)
  assert.strictEqual(total, rows.length)
  return rows.map(({ contact }) => contact)
})

const idsOf = (contacts: ReadonlyArray<Contact>) => new Set(contacts.map(({ id }) => id))

/** What becomes of many new contacts at once. */
export const insertingMany = (it: Tests<StorePorts>) => {
  it.effect("gives back of all of them every text, list, null and instant as it was", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const full = yield* someContact(id, {
        name: text,
        email: "Ada@Example.com",
        countryCode: CountryCode.make("GB"),
        tags: ["", "null", "NULL", "a,b", '{"c"}', "\\", text, "vip", "vip"],
        labels: [text, ""],
        attributes: { [text]: { nested: [[], {}, null, true, 0, -1.5, 1e21, "", [text]] } },
        source: "import",
        isBlocked: true,
        optedIn: true,
        updatedAt: DateTime.add(beginning, { milliseconds: 1 })
      })
      const bare = yield* someContact(id, { phone: phoneOf(1), name: "" })
      const { list } = yield* ContactStore

      assert.deepStrictEqual(yield* insertAll(id, [full, bare]), idsOf([full, bare]))

      assert.deepStrictEqual(yield* contactOf(id, full.id), full)
      assert.deepStrictEqual(yield* contactOf(id, bare.id), bare)
      assert.deepStrictEqual(yield* contactKnownBy(id, bare.phone), bare)
      const found = yield* list(id, { page: 1, limit: 10 }, contactSearch("UNICODE", "name and phone"))
      assert.deepStrictEqual(found, { rows: [byNumber(full)], total: 1 })
      assert.deepStrictEqual(yield* eventsOf(id), [])
    })
  )

  it.effect("inserts nothing for an empty list", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      assert.deepStrictEqual(yield* insertAll(id, []), new Set())
      assert.deepStrictEqual(yield* contactsOf(id), [])
    })
  )

  it.effect("leaves out whose number is known already in any form, and of equal numbers takes the first", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const met = yield* intent({ phone: phoneOf(0) })
      yield* sendOff(id, met)
      const there = yield* givenContact(id, { phone: phoneOf(1) })
      const [one, two, ...known] = yield* someContacts(id, [2, 3, 0, 1, 3, 2])
      assert.isTrue(one !== undefined && two !== undefined)
      const brazilian = yield* someContact(id, { phone: withoutIt, name: "first" })
      const again = yield* someContact(id, { phone: withNinthDigit, name: "second" })

      const given = [...known.slice(0, 2), one, two, brazilian, again, ...known.slice(2)]
      const added = [one, two, brazilian].filter((contact) => contact !== undefined)
      assert.deepStrictEqual(
        yield* insertAll(
          id,
          given.filter((contact) => contact !== undefined)
        ),
        idsOf(added)
      )

      assert.deepStrictEqual(idsOf(yield* contactsOf(id)), idsOf([met.contact, there, ...added]))
      assert.deepStrictEqual(yield* contactKnownBy(id, withNinthDigit), brazilian)
      assert.deepStrictEqual(yield* insertAll(id, [again, ...added]), new Set())
    })
  )

  it.effect("knows a number in every organization for itself", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const ours = yield* someContacts(acme, [1, 2])
      const theirs = yield* someContacts(globex, [2, 3])
      assert.strictEqual((yield* insertAll(acme, ours)).size, 2)
      assert.strictEqual((yield* insertAll(globex, theirs)).size, 2)
      assert.deepStrictEqual([yield* contactsOf(acme), yield* contactsOf(globex)], [ours, theirs])
    })
  )

  it.effect("belongs to the transaction around it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const contacts = yield* someContacts(id, [1, 2, 3])
      yield* Effect.flip(atomically(Effect.andThen(insertAll(id, contacts), Effect.fail("no"))))
      assert.deepStrictEqual(yield* contactsOf(id), [])
      assert.strictEqual((yield* atomically(insertAll(id, contacts))).size, 3)
      assert.deepStrictEqual(yield* contactsOf(id), contacts)
    })
  )

  it.effect("adds each of those once who come in many lists at once", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { atomically } = yield* Transaction
      const lists = yield* Effect.forEach(Array.range(0, 7), (turn) =>
        someContacts(
          id,
          Array.makeBy(20, (place) => (turn % 2 === 0 ? place : 19 - place) + (turn % 4))
        )
      )
      const added = yield* Effect.forEach(lists, (contacts) => atomically(insertAll(id, contacts)), {
        concurrency: "unbounded"
      })
      const there = yield* contactsOf(id)
      assert.strictEqual(there.length, 23)
      assert.deepStrictEqual(new Set(added.flatMap((ids) => [...ids])), idsOf(there))
      assert.strictEqual(
        added.reduce((sum, ids) => sum + ids.size, 0),
        23
      )
    })
  )

  it.effect("takes more than are written at once, and again none of them", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list } = yield* ContactStore
      const contacts = yield* someContacts(id, Array.range(0, 2_499))
      const [again] = yield* someContacts(id, [7])
      assert.isDefined(again)
      assert.strictEqual((yield* insertAll(id, [...contacts, again])).size, 2_500)
      assert.strictEqual((yield* insertAll(id, contacts)).size, 0)
      assert.deepStrictEqual(yield* list(id, { page: 1_250, limit: 2 }, null), {
        rows: contacts.slice(2_498).map(byNumber),
        total: 2_500
      })
    })
  )

  it.effect("leaves no contact behind when it is interrupted", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const store = yield* ContactStore
      const contacts = yield* someContacts(id, Array.range(0, 4_999))
      const areTaken = yield* Latch.make()
      const endless = Stream.concat(
        Stream.fromIterable(contacts),
        Stream.fromEffect(Effect.andThen(areTaken.open, Effect.never))
      )
      const adding = yield* Effect.forkChild(store.insertAll(id, endless))
      yield* areTaken.await
      yield* Fiber.interrupt(adding)
      assert.deepStrictEqual(yield* contactsOf(id), [])
      assert.strictEqual((yield* insertAll(id, contacts.slice(0, 10))).size, 10)
      assert.deepStrictEqual(yield* contactsOf(id), contacts.slice(0, 10))
    })
  )
}
