import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ContactSearch } from "../../../domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { reachableColumns, type ReachableRow, readReachable } from "./ContactRow.ts"
import { newestFirst } from "./contactsInOrder.ts"
import { type SearchScope, isFoundBy, isFoundByIndex, isLabelled, isShortTerm } from "./searchConditions.ts"

/** A row of a page: a contact and the number of contacts on all pages. The one row of an empty page has no contact. */
type FoundRow = ReachableRow & { readonly total: number }

/** Reads the total and the contacts with these ids, the newest first. */
const readPage = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  total: Statement.Fragment,
  ids: Statement.Fragment
) => sql<FoundRow>`
  select total::float8 as total, ${sql.literal(reachableColumns)}
  from (select (${total}) as total, array(${ids}) as ids) page
    left join contacts c on c.organization_id = ${organizationId}::uuid and c.id = any(page.ids)
  order by ${sql.literal(newestFirst)}`

const pageOf = (sql: SqlClient.SqlClient, page: PageRequest) =>
  sql`order by ${sql.literal(newestFirst)} limit ${page.limit} offset ${offsetOf(page)}`

/** Finds all contacts by the index, then counts and sorts them. */
const findByIndex = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  condition: Statement.Fragment,
  page: PageRequest
) => sql<FoundRow>`
  with found as materialized (select id, created_at from contacts where ${condition})
  ${readPage(sql, organizationId, sql`select count(*) from found`, sql`select id from found ${pageOf(sql, page)}`)}`

/**
 * Finds contacts by a term of one or two characters, which no index has. The count compares every contact once.
 * Such a term matches a large share of the contacts: a scan from the newest fills the page sooner than sorting all of them.
 */
const findByShortTerm = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch
) => {
  const found = sql`from contacts where organization_id = ${organizationId}::uuid and ${isFoundBy(sql, search)}`
  return readPage(sql, organizationId, sql`select count(*) ${found}`, sql`select id ${found} ${pageOf(sql, page)}`)
}

/** Pages of the contacts that a search finds or that have a label, the newest first, with their exact number. */
export const foundContacts = (sql: SqlClient.SqlClient, scopeOf: SearchScope) => {
  const find = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    page: PageRequest,
    search: ContactSearch | null,
    label: string | null
  ) {
    if (label !== null) {
      const isOwn = sql`organization_id = ${organizationId}::uuid`
      return findByIndex(sql, organizationId, sql`${isOwn} and ${isLabelled(sql, label, search)}`, page)
    }
    if (search === null) return null
    if (isShortTerm(search)) return findByShortTerm(sql, organizationId, page, search)
    const found = sql`${yield* scopeOf(organizationId)} and ${isFoundByIndex(sql, search)}`
    return findByIndex(sql, organizationId, found, page)
  })
  return Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    page: PageRequest,
    search: ContactSearch | null,
    label: string | null
  ) {
    // Planned again for every term: a generic plan reads the whole index for a term that many names contain.
    const statement = yield* find(organizationId, page, search, label)
    const rows = statement === null ? [] : yield* statement.unprepared
    const found: Page<ReachableContact> = {
      rows: yield* readReachable(rows.filter(({ id }) => id !== null)),
      total: rows[0]?.total ?? 0
    }
    return found
  })
}
