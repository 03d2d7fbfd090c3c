import { Array, DateTime, Effect, type Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import type { ContactSearch } from "../../../domain/contacts/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import type { Page, PageRequest } from "../../../domain/text/Page.ts"
import type { ContactOrder, ContactOverview } from "../../../ports/contacts/ContactStore.ts"
import { reachableColumns, type ReachableRow, readReachable } from "./ContactRow.ts"
import { contactsInOrder } from "./contactsInOrder.ts"
import type { SearchScope } from "./searchScope.ts"

/** A row of `overviewColumns` from the driver. */
type OverviewRow = ReachableRow & { readonly conversation_count: number; readonly last_message_at: Date | null }

const readOverviews = (rows: ReadonlyArray<OverviewRow>) =>
  Effect.map(readReachable(rows), (contacts) =>
    Array.zipWith(contacts, rows, (reachable, row): ContactOverview => ({
      ...reachable,
      conversationCount: row.conversation_count,
      lastMessageAt: row.last_message_at && DateTime.fromDateUnsafe(row.last_message_at)
    }))
  )

/** The columns of an `OverviewRow`, of a contact `c` and the contact's activity `a`. */
const overviewColumns = `${reachableColumns}, nullif(a.last_message_at, '-infinity') as last_message_at, (
  select count(*) from conversations v where v.organization_id = c.organization_id and v.contact_id = c.id
)::float8 as conversation_count`

/** Finds and lists contacts with the number of their conversations and the time of their last message. */
export const contactOverviews = (sql: SqlClient.SqlClient, scopeOf: SearchScope) => {
  const pageOf = contactsInOrder(sql, scopeOf)

  const find = (organizationId: OrganizationId, id: ContactId | VendorContactId) => sql<OverviewRow>`
    select ${sql.literal(overviewColumns)}
    from contacts c join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
    where c.organization_id = ${organizationId}::uuid
      and ${Schema.is(VendorContactId)(id) ? sql`c.vendor_contact_id = ${id}` : sql`c.id = ${id}::uuid`}`

  const inOrder = (organizationId: OrganizationId, ids: ReadonlyArray<ContactId>) => sql<OverviewRow>`
    select ${sql.literal(overviewColumns)} from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
      join contacts c on c.organization_id = ${organizationId}::uuid and c.id = wanted.id
      join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
    order by wanted.place`

  return {
    find: Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId | VendorContactId) {
      const found: Option.Option<ContactOverview> = Array.head(yield* readOverviews(yield* find(organizationId, id)))
      return found
    }),

    list: Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      order: ContactOrder
    ) {
      const { ids, total } = yield* pageOf(organizationId, page, search, order)
      const rows = ids.length === 0 ? [] : yield* inOrder(organizationId, ids)
      const listed: Page<ContactOverview> = { rows: yield* readOverviews(rows), total }
      return listed
    })
  }
}
