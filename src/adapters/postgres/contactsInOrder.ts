import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import { ContactId, type OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type PageRequest } from "../../domain/Page.ts"
import type { ContactOrder } from "../../ports/ContactStore.ts"
import { hasSpoken, isSilent, orderBy, type OrderedPart, partsOf } from "./contactOrder.ts"
import { contactTotal } from "./contactTotal.ts"
import { nearerEnd, nearerStretch, type Stretch } from "./nearerEnd.ts"
import { isFoundBy, isFoundByIndex } from "./searchMatches.ts"
import type { SearchScope } from "./searchScope.ts"
import type { TermTotals } from "./termTotals.ts"

const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: ContactId })))
const decodeFound = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ total: Schema.Int, ids: Schema.Array(ContactId) })])
)

/** The ids of the stretch. Without a condition they are read from the index alone. */
export const stretchOfPart = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  part: OrderedPart,
  { from, limit, offset }: Stretch,
  condition: Statement.Fragment = sql``
) => sql`
  select ${sql.literal(part.id)} as id from ${sql.literal(part.table)}
  where organization_id = ${organizationId}::uuid and ${sql.literal(part.where)} ${condition}
  order by ${sql.literal(orderBy(part, from))} limit ${limit} offset ${offset}`

/** How many contacts are found in the `searchScope`, and the ids of those on the page. */
export const foundInOrder = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  scope: Statement.Fragment,
  page: PageRequest,
  search: ContactSearch,
  order: ContactOrder
) => {
  const [part] = partsOf(order)
  const found =
    part.table === "contacts"
      ? sql`found`
      : sql`found join contact_activity on organization_id = ${organizationId}::uuid and contact_id = id`
  const silentLast = part.table === "contacts" ? "" : `${isSilent}, `
  return sql`
    with found as materialized (
      select id, created_at, sort_name from contacts where ${scope}
        and ${isFoundByIndex(sql, search)}
    )
    select (select count(*) from found)::float8 as total, array(
      select id from ${found} order by ${sql.literal(`${silentLast}${orderBy(part, "start")}`)}
      limit ${page.limit} offset ${offsetOf(page)}) as ids`
}

const countSpoken = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => sql<{ readonly total: number }>`
  select count(*)::float8 as total from contact_activity
  where organization_id = ${organizationId}::uuid and ${sql.literal(hasSpoken)}`

/** Whom a page of contacts shows, in its order, and how many there are on all pages. */
export const contactsInOrder = (sql: SqlClient.SqlClient, scopeOf: SearchScope, termTotalOf: TermTotals) => {
  const totalOf = contactTotal(sql)

  const read = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    part: OrderedPart,
    stretch: Stretch | null,
    search: ContactSearch | null = null
  ) {
    if (stretch === null) return []
    // Planned anew for every term, as `list` does it.
    const rows = yield* decodeIds(
      yield* search === null
        ? stretchOfPart(sql, organizationId, part, stretch)
        : stretchOfPart(sql, organizationId, part, stretch, sql`and ${isFoundBy(sql, search)}`).unprepared
    )
    const ids = rows.map(({ id }) => id)
    return stretch.from === "start" ? ids : ids.toReversed()
  })

  const all = Effect.fnUntraced(function* (organizationId: OrganizationId, page: PageRequest, order: ContactOrder) {
    const total = yield* totalOf(organizationId)
    const [first, second] = partsOf(order)
    const before = offsetOf(page)
    if (second === undefined) {
      return { ids: yield* read(organizationId, first, nearerStretch(before, page.limit, total)), total }
    }
    const [spoken] = yield* countSpoken(sql, organizationId)
    const size = Math.min(spoken?.total ?? 0, total)
    const ids = yield* read(organizationId, first, nearerStretch(before, page.limit, size))
    const rest = nearerStretch(Math.max(0, before - size), page.limit - ids.length, total - size)
    return { ids: [...ids, ...(yield* read(organizationId, second, rest))], total }
  })

  const found = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    page: PageRequest,
    search: ContactSearch,
    order: ContactOrder
  ) {
    const [part] = partsOf(order)
    const total = part.table === "contacts" ? yield* termTotalOf(organizationId, search) : null
    if (total !== null) return { ids: yield* read(organizationId, part, nearerEnd(page, total), search), total }
    const scope = yield* scopeOf(organizationId)
    const [answer] = yield* decodeFound(yield* foundInOrder(sql, organizationId, scope, page, search, order).unprepared)
    return answer
  })

  return (organizationId: OrganizationId, page: PageRequest, search: ContactSearch | null, order: ContactOrder) =>
    search === null ? all(organizationId, page, order) : found(organizationId, page, search, order)
}
