import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { VendorContactId } from "../../domain/Contact.ts"
import type { ContactSearch } from "../../domain/ContactSearch.ts"
import { ContactId, OrganizationId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/Page.ts"
import type { ContactOrder, ContactOverview } from "../../ports/ContactStore.ts"
import { contactColumns, contactFields, contactKeys } from "./ContactRow.ts"
import { contactsInOrder } from "./contactsInOrder.ts"

const OverviewRow = Schema.Struct({
  ...contactFields,
  conversationCount: Schema.Int,
  lastMessageAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(
  Schema.encodeKeys({ ...contactKeys, conversationCount: "conversation_count", lastMessageAt: "last_message_at" })
)

const asOverview = ({ conversationCount, lastMessageAt, ...contact }: typeof OverviewRow.Type): ContactOverview => ({
  contact,
  conversationCount,
  lastMessageAt
})

/** What makes an `OverviewRow` of a contact `c` and their activity `a`. */
const overviewColumns = `${contactColumns}, nullif(a.last_message_at, '-infinity') as last_message_at, (
  select count(*) from conversations v where v.organization_id = c.organization_id and v.contact_id = c.id
)::float8 as conversation_count`

/** Contacts, and how much was said with them: one of them, and pages of all. */
export const contactOverviews = (sql: SqlClient.SqlClient) => {
  const pageOf = contactsInOrder(sql)

  const find = SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, id: Schema.Union([ContactId, VendorContactId]) }),
    Result: OverviewRow,
    execute: ({ id, organizationId }) => sql`
      select ${sql.literal(overviewColumns)}
      from contacts c join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
      where c.organization_id = ${organizationId}::uuid
        and ${Schema.is(VendorContactId)(id) ? sql`c.vendor_contact_id = ${id}` : sql`c.id = ${id}::uuid`}`
  })

  const inOrder = SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, ids: Schema.Array(ContactId) }),
    Result: OverviewRow,
    execute: ({ ids, organizationId }) => sql`
      select ${sql.literal(overviewColumns)} from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
        join contacts c on c.organization_id = ${organizationId}::uuid and c.id = wanted.id
        join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
      order by wanted.place`
  })

  return {
    find: (organizationId: OrganizationId, id: ContactId | VendorContactId) =>
      Effect.orDie(find({ organizationId, id })).pipe(Effect.map(Option.map(asOverview))),

    list: Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      order: ContactOrder
    ) {
      const { ids, total } = yield* pageOf(organizationId, page, search, order)
      const rows = ids.length === 0 ? [] : yield* inOrder({ organizationId, ids })
      return { rows: rows.map(asOverview), total }
    }, Effect.orDie)
  }
}
