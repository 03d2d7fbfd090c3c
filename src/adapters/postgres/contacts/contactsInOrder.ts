import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { ContactOrder, ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { type ReachableRow, reachableColumns, readReachable } from "./ContactRow.ts"
import { type ListRange, nearestEnd, nearestRange } from "../database/nearestEnd.ts"
import type { ContactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { type SearchScope, isFoundBy, isFoundByIndex, isLabelled, isShortTerm } from "./searchConditions.ts"

/** Reads how many contacts an organization has. Triggers maintain the total, because a count reads every contact. */
export const contactTotal = (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  sql<{ readonly total: number }>`
    select contacts::float8 as total from inbox_totals where organization_id = ${organizationId}::uuid`.pipe(
    Effect.map(([row]) => row?.total ?? 0)
  )

/** Switches the counting of `count_contacts` off or on, for the statements that follow in the transaction. */
const leaveUncounted = (sql: SqlClient.SqlClient, is: boolean) =>
  sql`select set_config('parley.leave_uncounted', ${is ? "yes" : ""}, true)`

const raiseTotal = (sql: SqlClient.SqlClient, organizationId: OrganizationId, added: number) => sql`
  insert into inbox_totals as t (organization_id, contacts) values (${organizationId}::uuid, ${added}::integer)
  on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts`

/**
 * Runs `add` in a transaction and raises the organization's total once, by the number of contacts that `add` returns.
 *
 * Every writer locks identities before the total. A total that is raised by the first of several statements would be
 * locked before the identities of the later ones, which is a deadlock with a writer that has one of those.
 */
export const countContactsLater =
  (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  <E, R>(add: Effect.Effect<ReadonlySet<ContactId>, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* leaveUncounted(sql, true)
        const added = yield* add
        yield* leaveUncounted(sql, false)
        if (added.size > 0) yield* raiseTotal(sql, organizationId, added.size)
        return added
      })
    )

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

/** A search, a label, or both: a contact is found if it matches each that is not null. */
interface FoundBy {
  readonly search: ContactSearch | null
  readonly label: string | null
}

/** Counts the contacts that a search finds or that have a label, and reads the ids of a page of them. */
const readFound = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  scope: Statement.Fragment,
  page: PageRequest,
  { label, search }: FoundBy,
  order: ContactOrder
) => {
  const [part] = partsOf(order)
  const isOfContacts = part.table === "contacts"
  const sorted = (silentLast: string) =>
    sql`order by ${sql.literal(`${silentLast}${orderBy(part, "start")}`)} limit ${page.limit} offset ${offsetOf(page)}`
  if (isOfContacts && label === null && search !== null && isShortTerm(search)) {
    // As in `foundContacts`: no index has the term, and a scan in the order fills the page sooner than a sort.
    const matches = sql`from contacts where organization_id = ${organizationId}::uuid and ${isFoundBy(sql, search)}`
    return sql`select (select count(*) ${matches})::float8 as total, array(select id ${matches} ${sorted("")}) as ids`
  }
  const found = isOfContacts
    ? sql`found`
    : sql`found join contact_activity on organization_id = ${organizationId}::uuid and contact_id = id`
  const condition =
    label !== null
      ? sql`organization_id = ${organizationId}::uuid and ${isLabelled(sql, label, search)}`
      : search === null
        ? sql`organization_id = ${organizationId}::uuid`
        : sql`${scope} and ${isFoundByIndex(sql, search)}`
  return sql`
    with found as materialized (select id, created_at, sort_name from contacts where ${condition})
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
    by: FoundBy,
    order: ContactOrder
  ) {
    const scope = yield* scopeOf(organizationId)
    // Planned again for every term, as in `foundContacts`.
    const [answer] = yield* decodeFound(yield* readFound(sql, organizationId, scope, page, by, order).unprepared)
    return answer
  })

  return (organizationId: OrganizationId, page: PageRequest, by: FoundBy, order: ContactOrder) =>
    by.search === null && by.label === null ? all(organizationId, page, order) : found(organizationId, page, by, order)
}

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
const readNewest = <A extends object = ReachableRow>(
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
  readNewest(sql, organizationId, range, sql``)

/** Pages of all contacts, the newest first, with the exact total. */
export const newestContacts = (sql: SqlClient.SqlClient) => {
  const near = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest) {
    const rows = yield* readNewest<ReachableRow & { readonly total: number }>(
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
