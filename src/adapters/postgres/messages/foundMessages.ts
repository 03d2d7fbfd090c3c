import { Clock, Duration, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { Conversation } from "../../../domain/conversations/Conversation.ts"
import { MessageId, type OrganizationId } from "../../../domain/Ids.ts"
import { Message } from "../../../domain/messages/Message.ts"
import {
  excerptOf,
  maxExcerptLead,
  maxExcerptLength,
  maxSearchedLength
} from "../../../domain/messages/messageSearch.ts"
import { isListedRow } from "./MessageRow.ts"
import type { FoundMessage, FoundMessages, MessageSearch } from "../../../ports/messages/MessageStore.ts"

/** Messages that one statement examines. The embedded database answers no other caller meanwhile. */
const examinedAtOnce = 1_000

/** After this time a search begins no further statement. It ends where it is, so that its request is answered in time. */
const searchTime = "2 seconds"

/** Characters to read before a match: enough for `excerptOf` to detect omitted text. */
const readLead = 2 * maxExcerptLead + 20

/** Characters of a text that are read around its match, however long the text is. */
const readLength = readLead + 2 * maxExcerptLength

const { direction } = Message.fields
const { assigneeId, channel, status } = Conversation.fields

const FoundRow = Schema.Struct({
  id: Message.fields.id,
  direction,
  createdAt: Schema.DateTimeUtcFromDate,
  said: Schema.String,
  conversationId: Conversation.fields.id,
  channel,
  status,
  assigneeId,
  contactId: Contact.fields.id,
  name: Contact.fields.name,
  phone: Contact.fields.phone
})

const decodeFound = Schema.decodeUnknownEffect(Schema.Array(FoundRow))
const decodeNext = Schema.decodeUnknownEffect(Schema.NullOr(MessageId))

/** Every row repeats the end of the examined part; the single row of a search without results has no message. */
interface FoundColumns {
  readonly id: string | null
  readonly last_examined: string | null
}

const asFound =
  (pattern: string) =>
  (row: typeof FoundRow.Type): FoundMessage => ({
    message: { id: row.id, direction: row.direction, createdAt: row.createdAt },
    excerpt: excerptOf(row.said, pattern),
    conversation: {
      id: row.conversationId,
      channel: row.channel,
      status: row.status,
      assigneeId: row.assigneeId
    },
    contact: { id: row.contactId, name: row.name, phone: row.phone }
  })

/**
 * Searches the newest messages of the organization, without an index. One of every three characters made an insert of 20
 * messages seven times as slow, and what it writes to the log of the database ten times as large. The primary key has the
 * messages in the order of their ids, and a search ends at the message that fills its page.
 *
 * A large content is read twice, for its text and its caption, and only the beginning of either is compared: a message
 * of a megabyte would take as long as many ordinary ones.
 *
 * What is found is `messageExcerpt` of `domain/messages/messageSearch.ts`, compared by
 * `testing/contracts/stores/messageStore/searching.ts`.
 *
 * The end of the examined part is looked up only where the page is not full, in the same snapshot.
 */
export const foundMessages = (sql: SqlClient.SqlClient, atOnce = examinedAtOnce) => {
  const searched = (part: string) =>
    sql.literal(`left(case when jsonb_typeof(${part}) = 'string' then ${part} #>> '{}' end, ${maxSearchedLength})`)
  const find = (organizationId: OrganizationId, { before, examined, limit, pattern, visibleTo }: MessageSearch) => {
    const own = sql`m.organization_id = ${organizationId}::uuid
      ${before === null ? sql`` : sql`and m.id < ${before}::uuid`}`
    const visible = visibleTo === null ? sql`` : sql`and (v.assignee_id is null or v.assignee_id = ${visibleTo}::uuid)`
    // Of a text only the part around the match is read.
    return sql<FoundColumns>`
      with found as materialized (
        select m.id, m.direction, m.created_at, f.said, o.*
        from (select m.* from messages m where ${own} order by m.id desc limit ${examined}) m
        cross join lateral (select m.content -> 'text' as text, m.content -> 'caption' as caption offset 0) j
        cross join lateral (select ${searched("j.text")} as text, ${searched("j.caption")} as caption offset 0) t
        cross join lateral (
          select case when t.text ~ ${pattern} then t.text when t.caption ~ ${pattern} then t.caption
            when m.preview is distinct from t.text and m.preview ~ ${pattern} then m.preview end as said
          offset 0
        ) f
        cross join lateral (
          select v.id as conversation_id, v.channel, v.status, v.assignee_id, c.id as contact_id, c.name, c.phone
          from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
          where v.organization_id = m.organization_id and v.id = m.conversation_id ${visible}
          limit 1
        ) o
        where ${sql.literal(isListedRow)} and m.annotations -> 'deletedAt' is null and f.said is not null
        order by m.id desc limit ${limit + 1}
      )
      select f.id, f.direction, f.created_at as "createdAt",
        substr(f.said, greatest(1, strpos(f.said, substring(f.said from ${pattern})) - ${readLead}), ${readLength}) as said,
        f.conversation_id as "conversationId", f.channel, f.status, f.assignee_id as "assigneeId",
        f.contact_id as "contactId", f.name, f.phone,
        case when (select count(*) from found) <= ${limit} then (
          select m.id from messages m where ${own} order by m.id desc offset ${examined - 1} limit 1
        ) end as last_examined
      from (select 1) one left join found f on true
      order by f.id desc`.unprepared
  }
  return Effect.fnUntraced(function* (organizationId: OrganizationId, search: MessageSearch) {
    const began = yield* Clock.currentTimeMillis
    const rows: Array<FoundMessage> = []
    let next = search.before
    for (let left = search.examined; left > 0; left -= atOnce) {
      const limit = search.limit - rows.length
      const part = yield* find(organizationId, { ...search, before: next, limit, examined: Math.min(left, atOnce) })
      const found = yield* decodeFound(part.filter(({ id }) => id !== null))
      rows.push(...found.slice(0, limit).map(asFound(search.pattern)))
      const isFull = found.length > limit
      next = isFull ? (rows.at(-1)?.message.id ?? null) : yield* decodeNext(part[0]?.last_examined)
      const isLate = (yield* Clock.currentTimeMillis) - began > Duration.toMillis(searchTime)
      if (isFull || next === null || isLate) break
    }
    const answer: FoundMessages = { rows, next }
    return answer
  }, Effect.orDie)
}
