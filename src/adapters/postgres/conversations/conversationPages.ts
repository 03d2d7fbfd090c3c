import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type {
  ConversationFilter,
  ConversationOrder,
  ConversationOverview
} from "../../../ports/conversations/ConversationStore.ts"
import { type SearchScope, isFoundByIndex } from "../contacts/searchConditions.ts"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { MessagePreview } from "../../../domain/messages/messageText.ts"
import { isListedRow } from "../messages/MessageRow.ts"
import { conversationColumns, conversationFields, conversationKeys, priorityRank } from "./ConversationRow.ts"
import { hasLabel } from "../database/labelCondition.ts"
import type { ListRange } from "../database/nearestEnd.ts"

/**
 * The last message of a conversation `v`, as JSON: its preview, never its content, so that the size of a page has a
 * bound.
 */
export const lastMessage = `(
  select json_build_object('text', m.preview, 'direction', m.direction, 'createdAt', m.created_at)
  from messages m
  where m.organization_id = v.organization_id and m.conversation_id = v.id and ${isListedRow}
  order by m.listed_at desc, m.id desc limit 1
)::text as last_message`

/** A conversation with what every view of it shows. */
export const overviewFields = {
  ...conversationFields,
  name: Contact.fields.name,
  phone: Contact.fields.phone,
  lastMessage: Schema.NullOr(Schema.fromJsonString(MessagePreview))
}
export const overviewKeys = { ...conversationKeys, lastMessage: "last_message" } as const

const OverviewRow = Schema.Struct(overviewFields).pipe(Schema.encodeKeys(overviewKeys))
export const decodeOverviews = Schema.decodeUnknownEffect(Schema.Array(OverviewRow))

export const asOverview = ({
  lastMessage,
  name,
  phone,
  ...conversation
}: typeof OverviewRow.Type): ConversationOverview => ({
  conversation,
  contact: { id: conversation.contactId, name, phone },
  lastMessage
})

/** The columns of `overviewFields`, from a conversation `v` and its contact `c`. */
export const overviewColumns = `${conversationColumns}, c.name, c.phone, ${lastMessage}`

/** The condition of a listing, its contacts aside, for `conversations` and for their totals alike, which differ in `isSnoozed`. */
export const asked = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { assigneeId, channel, priority, snoozed, status, visibleTo }: ConversationFilter,
  isSnoozed: "snoozed_at is not null" | "snoozed" = "snoozed_at is not null"
) =>
  sql.and([
    sql`organization_id = ${organizationId}::uuid`,
    ...(channel === null ? [] : [sql`channel = ${channel}`]),
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(priority === null ? [] : [sql`priority = ${priorityRank(priority)}::smallint`]),
    // An index of prioritized conversations needs its own condition.
    ...(priority === null || priority === "none" ? [] : [sql`priority > 0`]),
    ...(snoozed === null ? [] : [sql.literal(snoozed ? isSnoozed : `not (${isSnoozed})`)]),
    ...(assigneeId === null ? [] : [sql`assignee_id = ${assigneeId}::uuid`]),
    ...(visibleTo === null ? [] : [sql`(assignee_id is null or assignee_id = ${visibleTo}::uuid)`])
  ])

/** The number of conversations that match a filter. */
export const countConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: ConversationFilter
) => sql<{ readonly total: number }>`
  select coalesce(sum(total), 0)::float8 as total from conversation_totals
  where ${asked(sql, organizationId, filter, "snoozed")}`

/** The conversations of a range, the one that was last updated first; ids in an array, as contacts are listed. */
export const conversationsInRange = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: ConversationFilter,
  { from, limit, offset }: ListRange
) => sql`
  select ${sql.literal(overviewColumns)}
  from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
  where v.organization_id = ${organizationId}::uuid and v.id = any(array(
    select id from conversations where ${asked(sql, organizationId, filter)} and contact_id is not null
    order by ${sql.literal(from === "start" ? "updated_at desc, id desc" : "updated_at, id")}
    limit ${limit} offset ${offset}))
  order by v.updated_at desc, v.id desc`

/**
 * The conversations of a page, the highest priority first. Few have a priority; those have an index in this order, and the
 * others are in the order of the index of all.
 */
export const conversationsByPriority = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  filter: ConversationFilter,
  page: PageRequest
) => {
  const listed = sql`select id, priority, updated_at from conversations
    where ${asked(sql, organizationId, filter)} and contact_id is not null`
  const most = offsetOf(page) + page.limit
  return sql`
    select ${sql.literal(overviewColumns)}
    from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
    where v.organization_id = ${organizationId}::uuid and v.id = any(array(
      select id from (
        (${listed} and priority > 0 order by priority desc, updated_at desc, id desc limit ${most})
        union all
        (${listed} and priority = 0 order by updated_at desc, id desc limit ${most})
      ) listed order by priority desc, updated_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}))
    order by v.priority desc, v.updated_at desc, v.id desc`
}

/** Every row repeats the number of conversations on all pages; the single row of an empty page has no conversation. */
interface FoundColumns {
  readonly id: string | null
  readonly total: number
}

const decodeTotal = Schema.decodeUnknownEffect(Schema.Int)

/**
 * Lists the conversations of one contact, of a team, with a label, or of the contacts that a search finds. They have no
 * stored totals, so all of them are read, counted and sorted. The table has an index for each.
 */
export const foundConversations = (sql: SqlClient.SqlClient, scopeOf: SearchScope) =>
  Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    filter: ConversationFilter,
    page: PageRequest,
    order: ConversationOrder
  ) {
    const first = sql.literal(order === "priority" ? "priority desc," : "")
    const firstOfRow = sql.literal(order === "priority" ? "v.priority desc," : "")
    const { contactId, label, search, teamId } = filter
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
      ...(teamId === null ? [] : [sql`team_id = ${teamId}::uuid`]),
      ...(label === null ? [] : [hasLabel(sql, label)]),
      ...searched
    ])
    // Planned again for every term, as in `foundContacts`.
    const rows = yield* sql<FoundColumns>`
      with listed as materialized (select id, priority, updated_at from conversations where ${listed} and contact_id is not null)
      select page.total::float8 as total, ${sql.literal(overviewColumns)}
      from (select (select count(*) from listed) as total, array(
          select id from listed order by ${first} updated_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}) as ids
        ) page
        left join (conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id)
          on v.organization_id = ${organizationId}::uuid and v.id = any(page.ids)
      order by ${firstOfRow} v.updated_at desc, v.id desc`.unprepared
    const found = yield* decodeOverviews(rows.filter(({ id }) => id !== null))
    return { rows: found.map(asOverview), total: yield* decodeTotal(rows[0]?.total) }
  })
