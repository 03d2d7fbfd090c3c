import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { type Page, maxPage, maxPageSize } from "../../../../src/domain/text/Page.ts"
import { personIdentity } from "../../../../src/domain/contacts/ContactIdentity.ts"
import { ContactStore, type ReachableContact } from "../../../../src/ports/contacts/ContactStore.ts"
import { givenOrganization, givenSender, phoneOf } from "../../../given/given.ts"
import { beginning, byNumber, givenContact } from "../../../given/givenContact.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Contacts in list order; at the same time, the greater id is newer. */
const givenListed = Effect.fnUntraced(function* (organizationId: OrganizationId, milliseconds: ReadonlyArray<number>) {
  const contacts = yield* Effect.forEach(milliseconds, (later, count) =>
    givenContact(organizationId, {
      phone: phoneOf(count),
      createdAt: DateTime.add(beginning, { milliseconds: later })
    })
  )
  const key = ({ createdAt, id }: (typeof contacts)[number]) => `${DateTime.formatIso(createdAt)} ${id}`
  return contacts.sort((one, other) => (key(one) < key(other) ? 1 : -1))
})

const contactsIn = ({ rows }: Page<ReachableContact>) => rows.map(({ contact }) => contact)

const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

/** Pages of all contacts. */
export const listing = (it: Tests<StorePorts>) => {
  it.effect("contacts, listing: every contact occurs once, newest first, for any page size", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list } = yield* ContactStore
      const expected = yield* givenListed(id, [3, 1, 2, 2, 0, 2, 5, 1, 4])
      for (let limit = 1; limit <= expected.length + 1; limit++) {
        for (let page = 1; page <= Math.ceil(expected.length / limit); page++) {
          const visible = yield* list(id, { page, limit }, null)
          assert.deepStrictEqual(ids(contactsIn(visible)), ids(expected.slice((page - 1) * limit, page * limit)))
          assert.strictEqual(visible.total, expected.length)
        }
      }
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 20 }, null), { rows: expected.map(byNumber), total: 9 })
    })
  )

  it.effect("contacts, listing: a page beyond the last is empty and still has the total", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list } = yield* ContactStore
      yield* givenListed(id, [1, 2, 3, 4])
      for (const page of [
        { page: 3, limit: 2 },
        { page: 2, limit: 4 },
        { page: maxPage, limit: maxPageSize }
      ]) {
        assert.deepStrictEqual(yield* list(id, page, null), { rows: [], total: 4 })
      }
      const { id: nobodys } = yield* givenOrganization()
      assert.deepStrictEqual(yield* list(nobodys, { page: 1, limit: 20 }, null), { rows: [], total: 0 })
    })
  )

  it.effect("contacts, listing: recipients of sends are listed, with and without a number", () =>
    Effect.gen(function* () {
      const { account, id, intent } = yield* givenSender()
      const { list } = yield* ContactStore
      const first = yield* intent()
      const second = yield* intent({ phone: null, identity: personIdentity("messenger", account, "psid") }, 1)
      yield* sendOff(id, first)
      yield* sendOff(id, second)
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 20 }, null), {
        rows: [
          {
            contact: second.contact,
            channels: [{ channel: "messenger", accountId: account.externalId, personId: "psid" }]
          },
          byNumber(first.contact)
        ],
        total: 2
      })
    })
  )

  it.effect("contacts, listing: contacts are visible to their organization only", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const { list } = yield* ContactStore
      const page = { page: 1, limit: 2 }
      const [newest] = yield* givenListed(acme, [1, 2, 3])
      const theirs = yield* givenListed(globex, [2])
      assert.deepStrictEqual(yield* list(globex, page, null), { rows: theirs.map(byNumber), total: 1 })
      const visible = yield* list(acme, page, null)
      assert.deepStrictEqual([visible.total, visible.rows.length, visible.rows[0]?.contact], [3, 2, newest])
    })
  )

  it.effect("contacts, listing: the total is exact after concurrent inserts and removals", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { list, remove } = yield* ContactStore
      const leaving = yield* givenListed(id, [0, 1, 2, 3, 4, 5, 6, 7])
      yield* Effect.all(
        [
          ...leaving.map((contact) => remove(id, contact.id)),
          ...Array.from({ length: 5 }, (_, count) => givenContact(id, { phone: phoneOf(100 + count) }))
        ],
        { concurrency: "unbounded" }
      )
      const { rows, total } = yield* list(id, { page: 1, limit: 100 }, null)
      assert.deepStrictEqual([rows.length, total], [5, 5])
    })
  )
}
