import { Effect } from "effect"
import { ContactId } from "../../../../src/domain/Ids.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { givenOrganization, phoneOf, someone, uuid } from "../../../given/given.ts"
import { byNumber, givenContact } from "../../../given/givenContact.ts"
import { contactKnownBy, contactOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const all = { page: 1, limit: 10 }

/** The rows that remain after a contact is removed; what becomes of conversations is in the suites of those and of sends. */
export const removing = (it: Tests<StorePorts>) => {
  it.effect("forgets one contact and what they were known by, once", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { identities, list, remove } = yield* ContactStore
      const contact = yield* givenContact(id)
      const other = yield* givenContact(id, { phone: phoneOf(1) })

      assert.isTrue(yield* remove(id, contact.id))
      assert.isFalse(yield* remove(id, contact.id))

      assert.isNull(yield* contactOf(id, contact.id))
      assert.isNull(yield* contactKnownBy(id, someone))
      assert.deepStrictEqual(yield* identities(id, contact.id), [])
      assert.deepStrictEqual(yield* list(id, all, null), { rows: [byNumber(other)], total: 1 })
      assert.deepStrictEqual(yield* contactKnownBy(id, phoneOf(1)), other)
    })
  )

  it.effect("leaves the number to a new contact", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list, remove } = yield* ContactStore
      yield* remove(id, (yield* givenContact(id)).id)
      const next = yield* givenContact(id, { name: "Grace Hopper" })
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), next)
      assert.deepStrictEqual(yield* list(id, all, null), { rows: [byNumber(next)], total: 1 })
    })
  )

  it.effect("removes no unknown contact, nor one of another organization", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const { list, remove } = yield* ContactStore
      const contact = yield* givenContact(acme)
      assert.isFalse(yield* remove(globex, contact.id))
      assert.isFalse(yield* remove(acme, ContactId.make(yield* uuid)))
      assert.deepStrictEqual(yield* list(acme, all, null), { rows: [byNumber(contact)], total: 1 })
    })
  )

  it.effect("brings back who was removed in a transaction that fails", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list, remove } = yield* ContactStore
      const { atomically } = yield* Transaction
      const contact = yield* givenContact(id)
      yield* Effect.flip(atomically(Effect.andThen(remove(id, contact.id), Effect.fail("no"))))
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), contact)
      assert.deepStrictEqual(yield* list(id, all, null), { rows: [byNumber(contact)], total: 1 })
    })
  )
}
