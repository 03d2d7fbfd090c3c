import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { contactSearch } from "../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { oneByOne } from "../fibers.ts"
import { inTurn } from "../inTurn.ts"
import { manyContacts } from "../rows/manyContacts.ts"

const contacts = 1_000_000
const smokeContacts = 10_000
const page = { page: 1, limit: 20 }

/** What is looked for, and how much faster than without an index it has to be found. */
const terms: ReadonlyArray<{ readonly term: string; readonly least: number; readonly times: number }> = [
  { term: "mmerstr", least: 80, times: 20 },
  { term: "471822", least: 80, times: 20 },
  { term: "an", least: 1, times: 1 },
  { term: "z", least: 1, times: 1 }
]

/** What is written first: count everything, then take the page; no index has what is looked for. */
const ilike = Effect.fnUntraced(function* (id: OrganizationId, term: string) {
  const sql = yield* SqlClient.SqlClient
  const pattern = `%${term}%`
  const wanted = sql`organization_id = ${id}::uuid and (name ilike ${pattern} or phone like ${pattern})`
  const [row] = yield* sql<{ readonly total: number }>`select count(*)::float8 as total from contacts where ${wanted}`
  yield* sql`
    select id, name, phone, email, tags, created_at from contacts where ${wanted}
    order by created_at desc, id desc limit ${page.limit}`
  return row?.total ?? 0
})

const found = Effect.fnUntraced(function* (id: OrganizationId, term: string) {
  const { list } = yield* ContactStore
  return (yield* list(id, page, contactSearch(term, "name and phone"))).total
})

const compare = Effect.fnUntraced(function* (id: OrganizationId, size: Size) {
  const opponent = "count and ILIKE, without an index"
  return yield* Effect.forEach(
    terms,
    Effect.fnUntraced(function* ({ least, term, times }) {
      const [ours, theirs] = [yield* found(id, term), yield* ilike(id, term)]
      if (ours !== theirs)
        return yield* new WrongResult({ reason: `${term}: found ${ours}, and ${theirs} without the index` })
      return yield* inTurn<ContactStore | SqlClient.SqlClient>(
        {
          heading: `"${term}" in names and numbers: ${ours} found`,
          unit: "searches/s",
          contenders: [
            { name: "ContactStore.list", round: oneByOne(found(id, term), size.smoke ? 2 : times) },
            { name: opponent, round: oneByOne(ilike(id, term), 1) }
          ],
          targets: [{ what: "searches/s", against: opponent, figure: "perSecond", must: { atLeast: least } }]
        },
        { ...size, warmUps: 0 }
      )
    })
  )
})

export const search: Comparison = {
  about: `parts of names and numbers among ${contacts} contacts`,
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* manyContacts(url, [[id, size.smoke ? smokeContacts : contacts]])
      return yield* compare(id, size)
    }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
  })
}
