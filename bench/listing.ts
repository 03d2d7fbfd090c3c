import { PgClient } from "@effect/sql-pg"
import { Console, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { findContacts, stretchOfContacts } from "../src/adapters/postgres/contactPages.ts"
import * as Database from "../src/adapters/postgres/Database.ts"
import { nearerEnd } from "../src/adapters/postgres/nearerEnd.ts"
import { contactSearch } from "../src/domain/ContactSearch.ts"
import type { OrganizationId } from "../src/domain/Ids.ts"
import { offsetOf, type PageRequest } from "../src/domain/Page.ts"
import { ContactStore } from "../src/ports/ContactStore.ts"
import { givenOrganization } from "../test/support/given.ts"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { manyContacts } from "./manyContacts.ts"
import { inFigures, timings } from "./timings.ts"

/** The median that no page may be above, in milliseconds. */
const bound = 50
const runs = 25
const baselineRuns = 3

/** Contacts of one organization, and of each of ten others beside it in the same tables. */
const sizes = { large: 1_000_000, small: 10_000 }
const smokeSizes = { large: 10_000, small: 100 }

interface Look {
  readonly name: string
  readonly page: PageRequest
  readonly term: string
  /** Whether the bound holds for it; the others are shown so that nobody is surprised. */
  readonly bounded: boolean
}

const pageAt = (offset: number): PageRequest => ({ page: offset / 20 + 1, limit: 20 })
const first = pageAt(0)

const looksAt = (size: number): ReadonlyArray<Look> => [
  { name: "first page", page: first, term: "", bounded: true },
  { name: "page at a tenth", page: pageAt(size / 10), term: "", bounded: true },
  { name: "part of a last name", page: first, term: "mmerstr", bounded: true },
  { name: "first name", page: first, term: "Alejandro", bounded: true },
  { name: "whole name", page: first, term: "zoë goldström", bounded: true },
  { name: "part of a number", page: first, term: "471 822", bounded: true },
  { name: "page in the middle", page: pageAt(size / 2), term: "", bounded: false },
  { name: "last page", page: pageAt(size - 20), term: "", bounded: false },
  { name: "ending of many last names", page: first, term: "son", bounded: false },
  { name: "four digits", page: first, term: "4718", bounded: false },
  { name: "two letters", page: first, term: "an", bounded: false }
]

/** What is written first: count everything, then skip to the page; names by ILIKE. */
const naive = Effect.fnUntraced(function* (id: OrganizationId, { page, term }: Look) {
  const sql = yield* SqlClient.SqlClient
  const pattern = `%${term}%`
  const wanted = sql`organization_id = ${id}::uuid
    ${term === "" ? sql`` : sql`and (name ilike ${pattern} or phone like ${pattern.replaceAll(" ", "")})`}`
  yield* sql`select count(*) from contacts where ${wanted}`
  yield* sql`
    select * from contacts where ${wanted} order by created_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}`
})

/** The plan of the very statement that finds what the page shows. */
const planOf = Effect.fnUntraced(function* (id: OrganizationId, { page, term }: Look, total: number) {
  const sql = yield* SqlClient.SqlClient
  const search = contactSearch(term, "name and phone")
  const stretch = nearerEnd(page, total)
  const statement =
    search !== null ? findContacts(sql, id, page, search) : stretch && stretchOfContacts(sql, id, stretch)
  if (statement === null) return []
  const lines = yield* sql<{ readonly "QUERY PLAN": string }>`explain (analyze, buffers) ${statement}`
  return lines.map((line) => `      ${line["QUERY PLAN"]}`)
})

const compare = Effect.fnUntraced(function* (id: OrganizationId, size: number, smoke: boolean) {
  const { list } = yield* ContactStore
  const slow: Array<string> = []
  for (const look of looksAt(size)) {
    const ours = list(id, look.page, contactSearch(look.term, "name and phone"))
    const { rows, total } = yield* ours
    const own = yield* timings(ours, runs)
    const baseline = yield* timings(naive(id, look), baselineRuns)
    const ratio = `×${(baseline.median / own.median).toFixed(1)}`
    yield* Console.log(
      `  ${`${look.name} (${rows.length} of ${total})`.padEnd(46)} ${inFigures(own)}   ${ratio.padStart(7)}${look.bounded ? "" : "   no bound"}`
    )
    if (look.bounded && own.median > bound) slow.push(look.name)
    if (!smoke && size === sizes.large) yield* Console.log((yield* planOf(id, look, total)).join("\n"))
  }
  return slow
})

/**
 * Pages of contacts, through the store that the service uses, on a server of its own; the ratio is against counting,
 * skipping and ILIKE in the same run.
 */
export const listing = Effect.fn("listing")(function* ({ smoke }: { readonly smoke: boolean }) {
  const url = Redacted.make((yield* PostgresServer.start()).url)
  const { large, small } = smoke ? smokeSizes : sizes
  yield* Effect.gen(function* () {
    const { id } = yield* givenOrganization()
    const others = yield* Effect.replicateEffect(givenOrganization(), 10)
    const given = manyContacts([[id, large], ...others.map((other) => [other.id, small] as const)])
    // On a connection of its own: the service's end what takes so long.
    yield* Effect.provide(given, PgClient.layer({ url }))
    yield* Console.log(`pages of ${large} contacts, beside ten organizations with ${small}`)
    const slow = yield* compare(id, large, smoke)
    for (const other of others.slice(0, 1)) {
      yield* Console.log(`pages of one of those with ${small}`)
      slow.push(...(yield* compare(other.id, small, smoke)))
    }
    if (!smoke && slow.length > 0) return yield* Effect.die(`above ${bound} ms at the median: ${slow.join(", ")}`)
  }).pipe(Effect.provide(storesOn(Database.server(url))))
})
