import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { searchScope } from "../../../src/adapters/postgres/contacts/searchConditions.ts"
import { contactSearch } from "../../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { byNumber, givenContact, someContact } from "../../../testing/given/givenContact.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"

const many = 200

const someMany = (id: OrganizationId) =>
  Effect.forEach(Array.range(0, many - 1), (n) => someContact(id, { phone: phoneOf(n), name: `Somebody ${n}` }))

const conditionOf = Effect.fnUntraced(function* (id: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* (yield* searchScope(sql))(id)
  const [text] = sql`${scope}`.compile()
  return text
})

layer(serverStores)("the scope of a search", (it) => {
  it.effect("is the whole table for an organization with most contacts, and still excludes contacts of others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { list, listOverviews } = yield* ContactStore
      const [most, other, none] = yield* Effect.all([givenOrganization(), givenOrganization(), givenOrganization()])
      yield* sql`alter table contacts set (autovacuum_enabled = off)`
      yield* insertAll(most.id, yield* someMany(most.id))
      const own = yield* givenContact(other.id, { phone: phoneOf(1), name: "Somebody else" })

      const indexed = yield* conditionOf(other.id)
      assert.strictEqual(yield* conditionOf(most.id), indexed)
      yield* sql`analyze contacts`
      assert.notStrictEqual(yield* conditionOf(most.id), indexed)
      assert.strictEqual(yield* conditionOf(other.id), indexed)
      assert.strictEqual(yield* conditionOf(none.id), indexed)

      const page = { page: 1, limit: 5 }
      const term = contactSearch("somebody", "name and phone")
      const newest = { by: "createdAt", direction: "descending" } as const
      for (const [id, total] of [
        [most.id, many],
        [other.id, 1],
        [none.id, 0]
      ] as const) {
        for (const found of [yield* list(id, page, term), yield* listOverviews(id, page, term, newest)]) {
          assert.strictEqual(found.total, total)
          assert.strictEqual(found.rows.length, Math.min(total, page.limit))
        }
      }
      assert.deepStrictEqual((yield* list(other.id, page, term)).rows, [byNumber(own)])
      const { rows } = yield* list(most.id, page, term)
      assert.isTrue(rows.every(({ contact }) => contact.organizationId === most.id))
    })
  )
})
