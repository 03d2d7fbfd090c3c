import { Effect, Option } from "effect"
import { VendorContactId } from "../../../../src/domain/contacts/Contact.ts"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import { ContactId } from "../../../../src/domain/Ids.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { byNumber, givenContact, someContact } from "../../../given/givenContact.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { insertAll } from "../../../given/insertAll.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const newest = { by: "createdAt", direction: "descending" } as const
const all = { page: 1, limit: 100 }

/** Contacts with how much was said with them. */
export const overviews = (it: Tests<StorePorts>) => {
  it.effect("finds a contact by either of their ids, in their own organization", () =>
    Effect.gen(function* () {
      const { id } = yield* givenSender()
      const globex = yield* givenSender()
      const { findOverview } = yield* ContactStore
      const [one, two] = [yield* givenContact(id), yield* someContact(id, { phone: phoneOf(1) })]
      yield* insertAll(id, [two])
      for (const contact of [one, two]) {
        const expected = Option.some({ ...byNumber(contact), conversationCount: 0, lastMessageAt: null })
        for (const name of [contact.id, contact.vendorContactId]) {
          assert.deepStrictEqual(yield* findOverview(id, name), expected)
          assert.deepStrictEqual(yield* findOverview(globex.id, name), Option.none())
        }
      }
      assert.isTrue(Option.isNone(yield* findOverview(id, ContactId.make(yield* uuid))))
      assert.isTrue(Option.isNone(yield* findOverview(id, VendorContactId.make(`ct_${"a".repeat(24)}`))))
    })
  )

  it.effect("counts the conversations of a contact, and knows when something was last said in any of them", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { at, id, intent } = sender
      const page = yield* givenPage(id, at)
      const { findOverview, listOverviews } = yield* ContactStore
      const contact = yield* givenContact(id)
      const overview = (conversationCount: number, said: number) => ({
        ...byNumber(contact),
        conversationCount,
        lastMessageAt: seconds(at, said)
      })
      const seen = Effect.map(findOverview(id, contact.id), Option.getOrNull)

      const first = yield* givenTalk(sender, {}, 5)
      assert.deepStrictEqual(yield* seen, overview(1, 5))
      yield* sendOff(id, yield* intent({}, -55))
      assert.deepStrictEqual(yield* seen, overview(1, 5))
      // A clock that is behind does not decide which message is last.
      yield* sendOff(id, yield* intent({}, 3))
      assert.deepStrictEqual(yield* seen, overview(1, 3))
      yield* sendOff(id, yield* intent({}, 7))
      assert.deepStrictEqual(yield* seen, overview(1, 7))
      yield* savedTalk(first, { status: "closed", updatedAt: seconds(at, 90) })
      yield* givenTalk(sender, {}, 8)
      assert.deepStrictEqual(yield* seen, overview(2, 8))

      const met = yield* page.intentTo("psid", {}, 9)
      yield* sendOff(id, met)
      assert.deepStrictEqual((yield* listOverviews(id, all, null, newest)).rows, [
        {
          contact: met.contact,
          channels: [{ channel: "messenger", accountId: page.account.externalId, personId: "psid" }],
          conversationCount: 1,
          lastMessageAt: seconds(at, 9)
        },
        overview(2, 8)
      ])
    })
  )

  it.effect("takes the last of many that are sent at once, in whatever order", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { findOverview } = yield* ContactStore
      for (const moment of [0, 200]) {
        const sends = yield* Effect.forEach([40, 100, 60, 20], (later) => intent({}, moment + later))
        const [first] = yield* Effect.forEach(sends, (send) => sendOff(id, send), { concurrency: "unbounded" })
        assert.isDefined(first)
        const seen = Option.getOrThrow(yield* findOverview(id, first.contactId))
        assert.deepStrictEqual(seen.lastMessageAt, seconds(at, moment + 100))
      }
    })
  )

  it.effect("has no messages of a deleted contact", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { at, id } = sender
      const { findOverview, listOverviews, remove } = yield* ContactStore
      const before = yield* givenTalk(sender, {}, 9)
      yield* remove(id, before.contactId)
      assert.isTrue(Option.isNone(yield* findOverview(id, before.contactId)))
      const after = yield* givenTalk(sender, {}, 2)
      const { rows, total } = yield* listOverviews(id, all, null, newest)
      assert.deepStrictEqual(
        rows.map(({ contact, conversationCount, lastMessageAt }) => [contact.id, conversationCount, lastMessageAt]),
        [[after.contactId, 1, seconds(at, 2)]]
      )
      assert.strictEqual(total, 1)
    })
  )

  it.effect("shows in lists who they are now, also those whom a search in the e-mail finds", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { id } = sender
      const { listOverviews, save } = yield* ContactStore
      const { contactId } = yield* givenTalk(sender)
      const contact = yield* givenContact(id, { phone: phoneOf(1), email: "Grace@Navy.example" })
      const changed = { ...contact, name: "Grace", labels: ["rear admiral"], isBlocked: true }
      yield* save(changed)
      const search = contactSearch("NAVY", "name, phone and email")
      assert.deepStrictEqual(yield* listOverviews(id, all, search, newest), {
        rows: [{ ...byNumber(changed), conversationCount: 0, lastMessageAt: null }],
        total: 1
      })
      assert.strictEqual((yield* listOverviews(id, all, contactSearch("navy", "name and phone"), newest)).total, 0)
      const { rows } = yield* listOverviews(id, all, contactSearch("1555123", "name and phone"), newest)
      assert.deepStrictEqual(
        rows.map((row) => row.contact.id),
        [contactId]
      )
    })
  )
}
