import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { ConversationFilter } from "../../../ports/conversations/ConversationStore.ts"
import { isFoundByIndex } from "../contacts/searchConditions.ts"
import type { SearchScope } from "../contacts/searchScope.ts"
import { asked, asOverview, decodeOverviews, overviewColumns } from "./conversationPages.ts"

/** Every row repeats the number of conversations on all pages; the single row of an empty page has no conversation. */
interface FoundColumns {
  readonly id: string | null
  readonly total: number
}

const decodeTotal = Schema.decodeUnknownEffect(Schema.Int)

/**
 * Lists the conversations of one contact, or of the contacts that a search finds. They have no stored totals, so all of
 * them are read, counted and sorted. The table has an index by contact.
 */
export const foundConversations = (sql: SqlClient.SqlClient, scopeOf: SearchScope) =>
  Effect.fnUntraced(function* (organizationId: OrganizationId, filter: ConversationFilter, page: PageRequest) {
    const { contactId, search } = filter
    const searched =
      search === null
        ? []
        : [
            sql`contact_id in (
              select id from contacts where ${yield* scopeOf(organizationId)} and ${isFoundByIndex(sql, search)})`
          ]
    const listed = sql.and([
      asked(sql, organizationId, filter),
      ...(contactId === null ? [] : [sql`contact_id = ${contactId}::uuid`]),
      ...searched
    ])
    // Planned again for every term, as in `foundContacts`.
    const rows = yield* sql<FoundColumns>`
      with listed as materialized (select id, updated_at from conversations where ${listed} and contact_id is not null)
      select page.total::float8 as total, ${sql.literal(overviewColumns)}
      from (select (select count(*) from listed) as total, array(
          select id from listed order by updated_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}) as ids
        ) page
        left join (conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id)
          on v.organization_id = ${organizationId}::uuid and v.id = any(page.ids)
      order by v.updated_at desc, v.id desc`.unprepared
    const found = yield* decodeOverviews(rows.filter(({ id }) => id !== null))
    return { rows: found.map(asOverview), total: yield* decodeTotal(rows[0]?.total) }
  })
