import { Array } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type PageRequest } from "../../domain/Page.ts"
import { contactColumns } from "./ContactRow.ts"
import type { Stretch } from "./nearerEnd.ts"
import { searchPatterns } from "./searchPatterns.ts"

const newestFirst = "created_at desc, id desc"
const oldestFirst = "created_at, id"

/**
 * The contacts of the stretch, the newest first. Their ids are read from the index alone; given as an array, whose length
 * the planner takes for ten, they are looked up one by one.
 */
export const stretchOfContacts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, limit, offset }: Stretch
) => sql`
  select ${sql.literal(contactColumns)} from contacts c
  where c.organization_id = ${organizationId}::uuid and c.id = any(array(
    select id from contacts where organization_id = ${organizationId}::uuid
    order by ${sql.literal(from === "start" ? newestFirst : oldestFirst)} limit ${limit} offset ${offset}))
  order by ${sql.literal(newestFirst)}`

/** How many contacts are found, and the ids of those on the page. */
export const findContacts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch
) => sql`
  with found as materialized (
    select id, created_at from contacts where organization_id = ${organizationId}::uuid
      and ${sql.or(Array.map(searchPatterns(search), (pattern) => sql`searched like ${pattern}`))}
  )
  select (select count(*) from found)::float8 as total, array(
    select id from found order by ${sql.literal(newestFirst)} limit ${page.limit} offset ${offsetOf(page)}) as ids`

/** These contacts, the newest first. */
export const contactsById = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  ids: ReadonlyArray<ContactId>
) => sql`
  select ${sql.literal(contactColumns)} from contacts c
  where c.organization_id = ${organizationId}::uuid and c.id = any(${ids}::uuid[])
  order by ${sql.literal(newestFirst)}`
