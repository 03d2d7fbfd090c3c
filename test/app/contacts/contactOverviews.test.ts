import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { changeContact, getContactOverview, listContactOverviews } from "../../../src/app/contacts/contacts.ts"
import { contactSearch } from "../../../src/domain/contacts/ContactSearch.ts"
import { seconds } from "../../../testing/given/era.ts"
import { givenOrganization, givenSender, phoneOf } from "../../../testing/given/given.ts"
import { byNumber, givenContact } from "../../../testing/given/givenContact.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const world = Layer.mergeAll(LibPhoneNumbers.layer, MemoryTagSync.layer).pipe(Layer.provideMerge(Memory.layer()))

describe("the overview of a contact", () => {
  it.effect("is found by either id, with its number of conversations and the time of its last message", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const contact = yield* givenContact(id)
      yield* sendOff(id, yield* intent({}, 5))
      for (const known of [contact.id, contact.vendorContactId]) {
        const overview = yield* getContactOverview(id, known)
        assert.deepStrictEqual(overview, { ...byNumber(contact), conversationCount: 1, lastMessageAt: seconds(at, 5) })
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("can be changed by either id, but not by the id of another organization", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const another = yield* givenOrganization()
      const { id: contactId, vendorContactId } = yield* givenContact(id)
      assert.strictEqual((yield* changeContact(id, contactId, { name: "Ada King" })).name, "Ada King")
      const changed = yield* changeContact(id, vendorContactId, { name: "Ada Byron" })
      assert.deepStrictEqual([changed.id, changed.name], [contactId, "Ada Byron"])
      for (const foreign of [contactId, vendorContactId]) {
        const refused = yield* Effect.flip(changeContact(another.id, foreign, { name: "Eve" }))
        assert.strictEqual(refused._tag, "ContactNotFound")
        assert.strictEqual((yield* Effect.flip(getContactOverview(another.id, foreign)))._tag, "ContactNotFound")
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("is listed in the requested order and filtered by the search", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenContact(id, { phone: phoneOf(1), name: "Bob", email: "bob@example.com" })
      yield* givenContact(id, { phone: phoneOf(2), name: "Ada", email: "ada@example.com" })
      yield* givenContact(id, { phone: phoneOf(3), name: "Eve" })
      const order = { by: "name", direction: "ascending" } as const
      const search = contactSearch("example.com", "name, phone and email")
      const { rows, total } = yield* listContactOverviews(id, { page: 1, limit: 1 }, search, order)
      assert.deepStrictEqual([rows.map(({ contact }) => contact.name), total], [["Ada"], 2])
    }).pipe(Effect.provide(world))
  )
})
