import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readContacts } from "../../src/adapters/postgres/contacts/ContactRow.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { contactsInRange } from "../../src/adapters/postgres/contacts/contactsInOrder.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { PageRequest } from "../../src/domain/text/Page.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { oneByOne } from "../fibers.ts"
import { inTurn } from "../inTurn.ts"
import { manyContacts } from "../rows/manyContacts.ts"

const limit = 20
const pages = { contacts: 500_000, deep: 24_501, looks: 200, middle: 12_250, middleLooks: 20 }
const smokePages = { contacts: 5_000, deep: 246, looks: 5, middle: 125, middleLooks: 5 }

const pageOf = Effect.fnUntraced(function* (id: OrganizationId, page: PageRequest, contacts: number) {
  const { rows, total } = yield* (yield* ContactStore).list(id, page, null)
  if (total !== contacts || rows.length !== limit) {
    return yield* new WrongResult({ reason: `page ${page.page} has ${rows.length} rows of ${total}` })
  }
})

/** Reads the first page without the total. */
const withoutTotal = Effect.fnUntraced(function* (id: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  return yield* readContacts(yield* contactsInRange(sql, id, { from: "start", offset: 0, limit }))
})

const compare = Effect.fnUntraced(function* (id: OrganizationId, size: Size) {
  const { contacts, deep, looks, middle, middleLooks } = size.smoke ? smokePages : pages
  const page = (number: number, times = looks) => oneByOne(pageOf(id, { page: number, limit }, contacts), times)
  const first = "page 1"
  const bare = "page 1, without a total"
  const depth = yield* inTurn(
    {
      heading: `pages of ${limit} of ${contacts} contacts, the newest first, with the exact total`,
      unit: "pages/s",
      contenders: [
        { name: `page ${deep}`, round: page(deep) },
        { name: first, round: page(1) }
      ],
      targets: [{ what: "time", against: first, figure: "p50", must: { atMost: 4 } }]
    },
    size
  )
  const total = yield* inTurn<ContactStore | SqlClient.SqlClient>(
    {
      heading: "what the exact total costs",
      unit: "pages/s",
      contenders: [
        { name: first, round: page(1) },
        { name: bare, round: oneByOne(withoutTotal(id), looks) }
      ],
      targets: [{ what: "time", against: bare, figure: "p50", must: { atMost: 1.1 } }]
    },
    size
  )
  // Last: it makes Postgres keep one plan for all ranges from the start, which would favour the page without a total.
  const farthest = yield* inTurn(
    {
      heading: "the page that is farthest from both ends",
      unit: "pages/s",
      contenders: [{ name: `page ${middle}`, round: page(middle, middleLooks) }],
      targets: [{ what: "milliseconds", against: null, figure: "p50", must: { atMost: 50 } }]
    },
    size
  )
  return [depth, total, farthest]
})

export const deepPage: Comparison = {
  about: "pages in the depth of a list, from the nearest end, and the exact total",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { contacts } = size.smoke ? smokePages : pages
      yield* manyContacts(url, [[id, contacts]])
      return yield* compare(id, size)
    }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))
  })
}
