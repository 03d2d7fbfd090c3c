import type { SqlClient, Statement } from "effect/sql"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type PageRequest } from "../../domain/Page.ts"
import { type ContactColumns, contactColumns } from "./ContactRow.ts"
import type { Stretch } from "./nearerEnd.ts"
import { isFoundBy, isFoundByIndex } from "./searchMatches.ts"

const newestFirst = "created_at desc, id desc"
const oldestFirst = "created_at, id"

/**
 * The ids of the stretch, from the index alone. In front of a place stand those that are newer; from the end of what is in
 * front of it the stretch is counted backwards.
 */
const idsOf = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, limit, offset }: Stretch,
  place: ContactId | null
) => {
  const beside = sql`(select created_at from contacts where organization_id = ${organizationId}::uuid
    and id = ${place}::uuid), ${place}::uuid`
  const side = from === "start" ? sql`(created_at, id) <= (${beside})` : sql`(created_at, id) > (${beside})`
  return sql`array(
    select id from contacts where organization_id = ${organizationId}::uuid ${place === null ? sql`` : sql`and ${side}`}
    order by ${sql.literal(from === "start" ? newestFirst : oldestFirst)} limit ${limit} offset ${offset})`
}

/** The contacts with these ids, the newest first. Given as an array, whose length the planner takes for ten, they are looked up one by one. */
const newest = <A extends object = ContactColumns>(
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  ids: Statement.Fragment,
  beside: Statement.Fragment
) => sql<A>`
  select ${sql.literal(contactColumns)}${beside} from contacts c
  where c.organization_id = ${organizationId}::uuid and c.id = any(${ids})
  order by ${sql.literal(newestFirst)}`

/** The contacts of the stretch, the newest first. */
export const stretchOfContacts = (sql: SqlClient.SqlClient, organizationId: OrganizationId, stretch: Stretch) =>
  newest(sql, organizationId, idsOf(sql, organizationId, stretch, null), sql``)

/** A contact of a list, and what is kept of the whole list in the same instant. */
export interface ListedColumns extends ContactColumns {
  readonly kept: number
}

/**
 * The contacts of a stretch that is counted from an end of the list, or of what lies on that side of a place; with them
 * how many contacts the organization has, or which, by their `change`.
 */
export const listedContacts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  kept: "contacts" | "change",
  stretch: Stretch,
  place: ContactId | null
) =>
  newest<ListedColumns>(
    sql,
    organizationId,
    idsOf(sql, organizationId, stretch, place),
    sql`, (select ${sql.literal(kept)} from inbox_totals where organization_id = ${organizationId}::uuid)::float8 as kept`
  )

/** A row of a page of what is found: a contact, or nobody on an empty page; with it how many there are on all pages. */
export type FoundColumns = { readonly total: number } & (ContactColumns | { readonly id: null })

/** How many there are, and the contacts with these ids, the newest first. */
const foundPage = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  total: Statement.Fragment,
  ids: Statement.Fragment
) => sql<FoundColumns>`
  select total::float8 as total, ${sql.literal(contactColumns)}
  from (select (${total}) as total, array(${ids}) as ids) page
    left join contacts c on c.organization_id = ${organizationId}::uuid and c.id = any(page.ids)
  order by ${sql.literal(newestFirst)}`

/** How many contacts are found in the `searchScope`, and those on the page. */
export const findContacts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  scope: Statement.Fragment,
  page: PageRequest,
  search: ContactSearch
) => {
  const ids = sql`select id from found order by ${sql.literal(newestFirst)} limit ${page.limit} offset ${offsetOf(page)}`
  return sql<FoundColumns>`
  with found as materialized (
    select id, created_at from contacts where ${scope} and ${isFoundByIndex(sql, search)}
  )
  ${foundPage(sql, organizationId, sql`select count(*) from found`, ids)}`
}

/** The ids of a stretch of those whom a term finds that no index knows: each contact is looked at, until it is full. */
const walked = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, limit, offset }: Stretch,
  search: ContactSearch
) => sql`
  select id from contacts where organization_id = ${organizationId}::uuid and ${isFoundBy(sql, search)}
  order by ${sql.literal(from === "start" ? newestFirst : oldestFirst)} limit ${limit} offset ${offset}`

/**
 * The same as `findContacts` for a term that no index knows. So many have it that the page is found by walking from the
 * newest on, while keeping and sorting them all takes as long as looking at every contact, which has to be done once to
 * count them.
 */
export const findByShortTerm = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch
) => {
  const stretch: Stretch = { from: "start", limit: page.limit, offset: offsetOf(page) }
  const count = sql`
    select count(*) from contacts where organization_id = ${organizationId}::uuid and ${isFoundBy(sql, search)}`
  return foundPage(sql, organizationId, count, walked(sql, organizationId, stretch, search))
}

/** The contacts of a stretch of those whom a term finds that no index knows, when it is known how many there are. */
export const foundStretch = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  stretch: Stretch,
  search: ContactSearch
) => newest(sql, organizationId, sql`array(${walked(sql, organizationId, stretch, search)})`, sql``)
