import { DateTime, Effect } from "effect"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import { withContact } from "../../../../src/domain/inbound/InboxState.ts"
import { CountryCode } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../../../src/ports/process/IdSource.ts"
import { seconds } from "../../../given/era.ts"
import { givenOrganization, phoneOf, someone } from "../../../given/given.ts"
import { beginning, byNumber, givenContact, someContact } from "../../../given/givenContact.ts"
import { changed, givenInbox, loaded, shown, newInboxContact } from "../../../given/inbox.ts"
import { contactKnownBy, contactOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** What of a contact may change, and what stays. */
export const saving = (it: Tests<StorePorts>) => {
  it.effect("replaces what may change of one contact", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = yield* givenContact(id, {
        email: "ada@example.com",
        tags: ["vip"],
        labels: ["new"],
        attributes: { plan: "gold", since: 1843 }
      })
      const other = yield* givenContact(id, { phone: phoneOf(1) })
      const changed = {
        ...contact,
        name: "Augusta Ada King",
        email: null,
        countryCode: CountryCode.make("GB"),
        tags: [],
        labels: ["met"],
        attributes: { since: null },
        source: "import" as const,
        isBlocked: true,
        optedIn: true,
        updatedAt: DateTime.add(beginning, { milliseconds: 1 })
      }

      yield* (yield* ContactStore).save(changed)

      assert.deepStrictEqual(yield* contactOf(id, contact.id), changed)
      assert.deepStrictEqual(yield* contactOf(id, other.id), other)
    })
  )

  it.effect("leaves a contact its number, its public id and its beginning", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = yield* givenContact(id)
      yield* (yield* ContactStore).save({
        ...contact,
        phone: phoneOf(1),
        vendorContactId: yield* (yield* IdSource).vendorContactId,
        createdAt: DateTime.add(beginning, { days: 1 })
      })
      assert.deepStrictEqual(yield* contactOf(id, contact.id), contact)
      assert.isNull(yield* contactKnownBy(id, phoneOf(1)))
    })
  )

  it.effect("is found by what it was changed to, and by its number still", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list, save } = yield* ContactStore
      const contact = yield* givenContact(id, { email: "ada@example.com" })
      yield* save({ ...contact, name: "Grace\nHopper", email: "grace@navy.mil", phone: phoneOf(1) })

      const totalOf = (term: string) =>
        Effect.map(list(id, { page: 1, limit: 1 }, contactSearch(term, "name, phone and email")), ({ total }) => total)
      assert.strictEqual(yield* totalOf("ada"), 0)
      assert.strictEqual(yield* totalOf("GRACE H"), 1)
      assert.strictEqual(yield* totalOf("@navy"), 1)
      assert.strictEqual(yield* totalOf(someone.slice(2, 8)), 1)
      assert.strictEqual(yield* totalOf(phoneOf(1)), 0)
    })
  )

  it.effect("stands above what platforms told before, in what has changed", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const { save } = yield* ContactStore
      const told = { nameAt: at, phoneAt: at, optedInAt: at }
      const met = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], {
        ...told,
        contact: { phone: someone, name: "Ada" }
      })
      yield* changed(id, at, {}, (state) => withContact(state, met))
      const instants = Effect.map(loaded(id, { identities: met.identities }), (state) =>
        shown(state).contacts.map(({ nameAt, optedInAt, phoneAt }) => ({ nameAt, phoneAt, optedInAt }))
      )
      const edited = { ...met.contact, email: "ada@example.com", updatedAt: seconds(at, 1) }
      yield* save(edited)
      assert.deepStrictEqual(yield* instants, [told])
      const renamed = { ...edited, name: "Augusta", updatedAt: seconds(at, 2) }
      yield* save(renamed)
      assert.deepStrictEqual(yield* instants, [{ ...told, nameAt: null }])
      yield* save({ ...renamed, optedIn: true, updatedAt: seconds(at, 3) })
      assert.deepStrictEqual(yield* instants, [{ ...told, nameAt: null, optedInAt: seconds(at, 3) }])
      yield* save({ ...renamed, optedIn: true, updatedAt: seconds(at, 4) })
      assert.deepStrictEqual(yield* instants, [{ ...told, nameAt: null, optedInAt: seconds(at, 3) }])
    })
  )

  it.effect("creates no contact for an unknown one, or one of another organization", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const { list, save } = yield* ContactStore
      const contact = yield* givenContact(acme)

      yield* save(yield* someContact(acme, { phone: phoneOf(1) }))
      yield* save({ ...contact, organizationId: globex, name: "Mallory" })

      assert.deepStrictEqual(yield* list(acme, { page: 1, limit: 10 }, null), { rows: [byNumber(contact)], total: 1 })
      assert.deepStrictEqual(yield* list(globex, { page: 1, limit: 10 }, null), { rows: [], total: 0 })
    })
  )
}
