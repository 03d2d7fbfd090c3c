import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type ConversationId, MessageId, type OrganizationId } from "../../../domain/Ids.ts"
import { Direction, PublicMessageStatus } from "../../../domain/message/Message.ts"
import { entryBytes, maxPageBytes } from "../../../domain/text/Page.ts"
import { messageColumns, messageFields, messageKeys } from "./MessageRow.ts"

export interface SliceRequest {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly before: MessageId | null
  readonly limit: number
}

/** The counts stand in every row. The other columns are null when there is no message to show. */
interface SliceColumns {
  readonly total: number
  readonly newer: number
  readonly id: string | null
  readonly quoted_id: string | null
}

const decodeMessages = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...messageFields, status: PublicMessageStatus }).pipe(Schema.encodeKeys(messageKeys)))
)

const decodeQuotes = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ id: MessageId, quoted_id: MessageId, quoted_direction: Direction, quoted_text: Schema.String })
  )
)

/**
 * The message of the same conversation that `m` answers. It repeats `answeredBy` of the domain, and a contract test compares
 * the two. It is looked up by the platform's id alone: with the conversation beside it, the planner might read all of that
 * for each answer.
 */
const quoted = `left join lateral (
          select a.id, a.direction, a.preview from (
            select * from messages q
            where q.channel_account_id = m.channel_account_id
              and q.platform_message_id = m.content -> 'reply_to' ->> 'message_id'
            offset 0
          ) a
          where a.organization_id = m.organization_id and a.conversation_id = m.conversation_id
            and a.settled_at is not null
        ) q on true`

/** Bytes of a message `m` in a response. */
const size = `${entryBytes} + octet_length(m.content::text) + octet_length(m.annotations::text)
  + coalesce(octet_length(m.failure::text), 0)`

/** The order of `inConversation`, from its end. */
const newestFirst = `m.listed_at desc, m.id desc`

/**
 * A part of a conversation and its place in the whole, from one snapshot: a message might come in between two statements.
 * `newer` counts the messages that are newer than the first of the part; it includes the cursor, so it is 0 only when
 * there is no such cursor.
 *
 * Messages are rows. One value of all of them has the size of the page, and the driver ends a connection, which many
 * requests share, at a value of 16 MiB.
 */
export const messageSlice = (sql: SqlClient.SqlClient) => {
  const find = ({ before, conversationId, limit, organizationId }: SliceRequest) => {
    const own = sql`m.organization_id = ${organizationId}::uuid and m.conversation_id = ${conversationId}::uuid
      and m.settled_at is not null`
    const total = sql`(select count(*) from messages m where ${own})::float8 as total`
    const page =
      before === null
        ? sql`select ${total}, 0::float8 as newer, null::timestamptz as at, null::uuid as cursor_id`
        : sql`
          select ${total}, (select count(*) from messages m
              where ${own} and (m.listed_at, m.id) >= (c.listed_at, c.id))::float8 as newer,
            c.listed_at as at, c.id as cursor_id
          from (select m.listed_at, m.id from messages m where ${own} and m.id = ${before}::uuid) c`
    const older = before === null ? sql`` : sql`and (m.listed_at, m.id) < (p.at, p.cursor_id)`
    return sql<SliceColumns>`
      with page as (${page})
      select p.total, p.newer, s.* from page p left join lateral (
        select ${sql.literal(messageColumns)}, m.listed_at, q.id as quoted_id, q.direction as quoted_direction,
          q.preview as quoted_text
        from (
          select m.*, row_number() over newest as place, sum(${sql.literal(size)}) over newest as bytes
          from (select m.* from messages m where ${own} ${older} order by ${sql.literal(newestFirst)} limit ${limit}) m
          window newest as (order by ${sql.literal(newestFirst)} rows unbounded preceding)
        ) m ${sql.literal(quoted)}
        where m.place = 1 or m.bytes <= ${maxPageBytes}
      ) s on true
      order by s.listed_at desc, s.id desc`
  }
  return Effect.fnUntraced(function* (request: SliceRequest) {
    const found = yield* find(request)
    const [first] = found
    if (first === undefined) return Option.none()
    const rows = yield* decodeMessages(found.filter(({ id }) => id !== null))
    const quotes = yield* decodeQuotes(found.filter(({ quoted_id }) => quoted_id !== null))
    return Option.some({
      rows,
      quoted: new Map(
        quotes.map(({ id, quoted_direction: direction, quoted_id, quoted_text: text }) => [
          id,
          { id: quoted_id, direction, text }
        ])
      ),
      total: first.total,
      newer: first.newer
    })
  }, Effect.orDie)
}
