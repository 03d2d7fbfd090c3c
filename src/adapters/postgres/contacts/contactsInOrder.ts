import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ContactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { ContactOrder } from "../../../ports/contacts/ContactStore.ts"
import { contactTotal } from "./contactTotal.ts"
import { type ListRange, nearestEnd, nearestRange } from "../database/nearestEnd.ts"
import { isFoundBy, isFoundByIndex, isShortTerm } from "./searchConditions.ts"
import type { SearchScope } from "./searchScope.ts"

type Direction = ContactOrder["direction"]

/** A part of all contacts, in an order that an index has. */
interface OrderedPart {
  readonly table: "contacts" | "contact_activity"
  readonly id: "id" | "contact_id"
  readonly where: string
  readonly terms: ReadonlyArray<readonly [column: string, direction: Direction]>
}

const opposite = { ascending: "descending", descending: "ascending" } as const
const asSql = { ascending: "asc", descending: "desc" } as const

/** The `order by` of a part, from either end. */
const orderBy = ({ terms }: OrderedPart, from: ListRange["from"]): string =>
  terms
    .map(([column, direction]) => `${column} ${asSql[from === "start" ? direction : opposite[direction]]}`)
    .join(", ")

/** Contacts with equal values are sorted from the newest on. */
const ofContacts = (column: string, direction: Direction): OrderedPart => ({
  table: "contacts",
  id: "id",
  where: "true",
  terms: [
    [column, direction],
    ["created_at", "descending"],
    ["id", "descending"]
  ]
})

const ofActivity = (direction: Direction, where: string): OrderedPart => ({
  table: "contact_activity",
  id: "contact_id",
  where,
  terms: [
    ["last_message_at", direction],
    ["contact_created_at", "descending"],
    ["contact_id", "descending"]
  ]
})

/** Contacts without a message have `-infinity`. */
const isActive = "last_message_at > '-infinity'"
const isSilent = "last_message_at = '-infinity'"

/** All contacts, as one part or as two that follow each other. Contacts without a message come last in both directions. */
const partsOf = ({ by, direction }: ContactOrder): readonly [OrderedPart, OrderedPart?] => {
  switch (by) {
    case "createdAt":
      return [ofContacts("created_at", direction)]
    case "name":
      return [ofContacts("sort_name", direction)]
    case "lastMessageAt":
      return direction === "descending"
        ? [ofActivity(direction, "true")]
        : [ofActivity(direction, isActive), ofActivity("descending", isSilent)]
  }
}

const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: ContactId })))
const decodeFound = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ total: Schema.Int, ids: Schema.Array(ContactId) })])
)

/** Reads the ids of a range of a part, from the index alone. */
const readRange = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  part: OrderedPart,
  { from, limit, offset }: ListRange
) => sql`
  select ${sql.literal(part.id)} as id from ${sql.literal(part.table)}
  where organization_id = ${organizationId}::uuid and ${sql.literal(part.where)}
  order by ${sql.literal(orderBy(part, from))} limit ${limit} offset ${offset}`

/** Counts the contacts that a search finds, and reads the ids of a page of them. */
const readFound = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  scope: Statement.Fragment,
  page: PageRequest,
  search: ContactSearch,
  order: ContactOrder
) => {
  const [part] = partsOf(order)
  const isOfContacts = part.table === "contacts"
  const sorted = (silentLast: string) =>
    sql`order by ${sql.literal(`${silentLast}${orderBy(part, "start")}`)} limit ${page.limit} offset ${offsetOf(page)}`
  if (isOfContacts && isShortTerm(search)) {
    // As in `foundContacts`: no index has the term, and a scan in the order fills the page sooner than a sort.
    const matches = sql`from contacts where organization_id = ${organizationId}::uuid and ${isFoundBy(sql, search)}`
    return sql`select (select count(*) ${matches})::float8 as total, array(select id ${matches} ${sorted("")}) as ids`
  }
  const found = isOfContacts
    ? sql`found`
    : sql`found join contact_activity on organization_id = ${organizationId}::uuid and contact_id = id`
  return sql`
    with found as materialized (
      select id, created_at, sort_name from contacts where ${scope}
        and ${isFoundByIndex(sql, search)}
    )
    select (select count(*) from found)::float8 as total, array(
      select id from ${found} ${sorted(isOfContacts ? "" : `${isSilent}, `)}) as ids`
}

const countActive = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => sql<{ readonly total: number }>`
  select count(*)::float8 as total from contact_activity
  where organization_id = ${organizationId}::uuid and ${sql.literal(isActive)}`

/** Pages of contact ids in an order, with the number of contacts on all pages. */
export const contactsInOrder = (sql: SqlClient.SqlClient, scopeOf: SearchScope) => {
  const read = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    part: OrderedPart,
    range: ListRange | null
  ) {
    if (range === null) return []
    const rows = yield* decodeIds(yield* readRange(sql, organizationId, part, range))
    const ids = rows.map(({ id }) => id)
    return range.from === "start" ? ids : ids.toReversed()
  })

  const all = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest, order: ContactOrder) {
    const total = yield* contactTotal(sql, organizationId)
    const [first, second] = partsOf(order)
    if (second === undefined) return { ids: yield* read(organizationId, first, nearestEnd(page, total)), total }
    const [active] = yield* countActive(sql, organizationId)
    const size = Math.min(active?.total ?? 0, total)
    const before = offsetOf(page)
    const ids = yield* read(organizationId, first, nearestRange(before, page.limit, size))
    const rest = nearestRange(Math.max(0, before - size), page.limit - ids.length, total - size)
    return { ids: [...ids, ...(yield* read(organizationId, second, rest))], total }
  })

  const found = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    page: PageRequest,
    search: ContactSearch,
    order: ContactOrder
  ) {
    const scope = yield* scopeOf(organizationId)
    // Planned again for every term, as in `foundContacts`.
    const [answer] = yield* decodeFound(yield* readFound(sql, organizationId, scope, page, search, order).unprepared)
    return answer
  })

  return (organizationId: OrganizationId, page: PageRequest, search: ContactSearch | null, order: ContactOrder) =>
    search === null ? all(organizationId, page, order) : found(organizationId, page, search, order)
}
