import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { reachableColumns, type ReachableRow, readReachable } from "./ContactRow.ts"
import { contactTotal } from "./contactTotal.ts"
import { type ListRange, nearestEnd } from "../database/nearestEnd.ts"

/** Maximum offset of a page that one statement reads together with the total. Its range begins at the start. */
const fewBefore = 500

/** Whether the offset of the page is so large that its cost grows with the number of contacts before it. */
export const isDeep = (page: PageRequest): boolean => offsetOf(page) > fewBefore

export const newestFirst = "created_at desc, id desc"
const oldestFirst = "created_at, id"

/**
 * Reads the contacts of a range, the newest first, each with the columns `beside`. The ids are read from the index alone.
 * The planner expects ten ids in an array, so it looks them up one by one.
 */
const readRange = <A extends object = ReachableRow>(
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { from, limit, offset }: ListRange,
  beside: Statement.Fragment
) => sql<A>`
  select ${sql.literal(reachableColumns)}${beside} from contacts c
  where c.organization_id = ${organizationId}::uuid and c.id = any(array(
    select id from contacts where organization_id = ${organizationId}::uuid
    order by ${sql.literal(from === "start" ? newestFirst : oldestFirst)} limit ${limit} offset ${offset}))
  order by ${sql.literal(newestFirst)}`

/** Reads the contacts of a range, the newest first. */
export const contactsInRange = (sql: SqlClient.SqlClient, organizationId: OrganizationId, range: ListRange) =>
  readRange(sql, organizationId, range, sql``)

/** Pages of all contacts, the newest first, with the exact total. */
export const newestContacts = (sql: SqlClient.SqlClient) => {
  const near = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    const rows = yield* readRange<ReachableRow & { readonly total: number }>(
      sql,
      organizationId,
      { from: "start", limit: page.limit, offset: offsetOf(page) },
      sql`, (select contacts from inbox_totals where organization_id = ${organizationId}::uuid)::float8 as total`
    )
    const total = rows[0]?.total ?? (yield* contactTotal(sql, organizationId))
    return { rows: yield* readReachable(rows), total }
  })

  /** Reads the total first, because it decides from which end the range is counted. */
  const deep = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    const total = yield* contactTotal(sql, organizationId)
    const range = nearestEnd(page, total)
    const rows = range === null ? [] : yield* contactsInRange(sql, organizationId, range)
    return { rows: yield* readReachable(rows), total }
  })

  return Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    const listed: Page<ReachableContact> = yield* isDeep(page) ? deep(organizationId, page) : near(organizationId, page)
    return listed
  })
}
