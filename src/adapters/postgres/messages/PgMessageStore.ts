import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { ConversationId, MessageId, messageIdIn, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { Direction, PublicMessageStatus } from "../../../domain/messages/Message.ts"
import { type PageAnchor, pageShares } from "../../../domain/messages/messagePage.ts"
import { entryBytes, maxPageBytes } from "../../../domain/text/Page.ts"
import { MessageRow, isListedRow, messageColumns, messageFields, messageKeys } from "./MessageRow.ts"
import { MessageStore } from "../../../ports/messages/MessageStore.ts"
import { foundMessages } from "./foundMessages.ts"
import { ReadShares } from "../database/ReadShares.ts"

export interface SliceRequest {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly anchor: PageAnchor | null
  readonly limit: number
}

/** Every row repeats the counts. The other columns are null if the page has no message. */
interface SliceColumns {
  readonly total: number
  /** Messages that come after the anchor. */
  readonly after_anchor: number
  readonly id: string | null
  readonly is_newer: boolean | null
  readonly quoted_id: string | null
}

const decodeMessages = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...messageFields, status: PublicMessageStatus }).pipe(Schema.encodeKeys(messageKeys)))
)

const decodeQuotes = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      id: MessageId,
      quoted_id: MessageId,
      quoted_conversation_id: ConversationId,
      quoted_direction: Direction,
      quoted_text: Schema.String
    })
  )
)

/**
 * The platform's id of the message that `m` answers: `answeredBy` of `domain/messages/messageContext.ts`, compared by
 * `test/postgres/restatedRules.test.ts`.
 */
export const answeredId = `case when jsonb_typeof(m.content -> 'reply_to' -> 'message_id') = 'string'
                then m.content -> 'reply_to' ->> 'message_id' end`

/**
 * The message of the same contact and account that `m` answers, in any conversation. The lookup uses the platform's id
 * alone: with other columns beside it, the planner may read a whole conversation for each answer.
 */
const quoted = `left join lateral (
          select a.id, a.conversation_id, a.direction, a.preview from (
            select * from messages q
            where q.channel_account_id = m.channel_account_id
              and q.platform_message_id = ${answeredId}
            offset 0
          ) a
          where a.organization_id = m.organization_id and a.contact_id = m.contact_id
            and a.settled_at is not null
        ) q on true`

/** Bytes of a message `m` in a response. */
const size = `${entryBytes} + octet_length(m.content::text) + octet_length(m.annotations::text)
  + coalesce(octet_length(m.failure::text), 0)`

/**
 * The order of `inConversation` of `domain/messages/messageOrder.ts`, from its end and from its beginning, compared by
 * `testing/contracts/stores/messageStore/listing.ts`.
 */
const newestFirst = `m.listed_at desc, m.id desc`
const oldestFirst = `m.listed_at, m.id`

/** Messages on one side of the anchor `p`, which is one of them where the comparison includes it. */
interface Side {
  readonly comparison: "<" | "<=" | ">" | null
  readonly limit: number
  readonly bytes: number
}

/** The sides of a page: older messages first, then newer ones. */
const sidesOf = (limit: number, anchor: PageAnchor | null): ReadonlyArray<Side> => {
  if (anchor === null) return [{ comparison: null, limit, bytes: maxPageBytes }]
  const { newer, older } = pageShares(limit, anchor.side)
  switch (anchor.side) {
    case "before":
      return [{ comparison: "<", limit: older, bytes: maxPageBytes }]
    case "after":
      return [{ comparison: ">", limit: newer, bytes: maxPageBytes }]
    case "around":
      return [
        { comparison: "<=", limit: older, bytes: maxPageBytes / 2 },
        { comparison: ">", limit: newer, bytes: maxPageBytes / 2 }
      ]
  }
}

/**
 * A part of a conversation and its place in the whole, from one snapshot: a message might come in between two statements.
 *
 * Messages are rows. One value of all of them has the size of the page, and the driver ends a connection, which many
 * requests share, at a value of 16 MiB.
 */
const messageSlice = (sql: SqlClient.SqlClient) => {
  const rowsOf = (own: Statement.Fragment, { bytes, comparison, limit }: Side) => {
    const order = comparison === ">" ? oldestFirst : newestFirst
    const within =
      comparison === null ? sql`` : sql`and (m.listed_at, m.id) ${sql.literal(comparison)} (p.at, p.anchor_id)`
    return sql`
      select ${sql.literal(messageColumns)}, m.listed_at, q.id as quoted_id,
        q.conversation_id as quoted_conversation_id, q.direction as quoted_direction,
        q.preview as quoted_text, ${sql.literal(String(comparison === ">"))} as is_newer
      from (
        select m.*, row_number() over nearest as place, sum(${sql.literal(size)}) over nearest as bytes
        from (select m.* from messages m where ${own} ${within} order by ${sql.literal(order)} limit ${limit}) m
        window nearest as (order by ${sql.literal(order)} rows unbounded preceding)
      ) m ${sql.literal(quoted)}
      where m.place = 1 or m.bytes <= ${bytes}`
  }
  const find = ({ anchor, conversationId, limit, organizationId }: SliceRequest) => {
    const own = sql`m.organization_id = ${organizationId}::uuid and m.conversation_id = ${conversationId}::uuid
      and ${sql.literal(isListedRow)}`
    const total = sql`(select count(*) from messages m where ${own})::float8 as total`
    const page =
      anchor === null
        ? sql`select ${total}, 0::float8 as after_anchor, null::timestamptz as at, null::uuid as anchor_id`
        : sql`
          select ${total}, (select count(*) from messages m
              where ${own} and (m.listed_at, m.id) > (c.listed_at, c.id))::float8 as after_anchor,
            c.listed_at as at, c.id as anchor_id
          from (select m.listed_at, m.id from messages m where ${own} and m.id = ${anchor.id}::uuid) c`
    const [first, second] = sidesOf(limit, anchor).map((side) => rowsOf(own, side))
    return sql<SliceColumns>`
      with page as materialized (${page})
      select p.total, p.after_anchor, s.* from page p left join lateral (
        ${first === undefined ? sql`` : first} ${second === undefined ? sql`` : sql`union all ${second}`}
      ) s on true
      order by s.listed_at desc, s.id desc`
  }
  return Effect.fnUntraced(function* (request: SliceRequest) {
    const found = yield* find(request)
    const [first] = found
    if (first === undefined) return Option.none()
    const rows = yield* decodeMessages(found.filter(({ id }) => id !== null))
    // Right before the anchor, the anchor itself is newer too.
    const own = request.anchor?.side === "before" ? 1 : 0
    const shownAfter = found.filter(({ is_newer }) => is_newer === true).length
    const quotes = yield* decodeQuotes(found.filter(({ quoted_id }) => quoted_id !== null))
    return Option.some({
      rows,
      quoted: new Map(
        quotes.map((quote) => [
          quote.id,
          {
            id: quote.quoted_id,
            conversationId: quote.quoted_conversation_id,
            direction: quote.quoted_direction,
            text: quote.quoted_text
          }
        ])
      ),
      total: first.total,
      newer: first.after_anchor + own - shownAfter
    })
  }, Effect.orDie)
}

export const layer = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const slice = messageSlice(sql)
    const shares = yield* ReadShares
    const search = foundMessages(shares.searches)

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: MessageId }),
      Result: MessageRow,
      execute: ({ id, organizationId }) => sql`
        select ${sql.literal(messageColumns)} from messages m
        where m.organization_id = ${organizationId}::uuid and m.id = ${id}::uuid`
    })

    // The inner query uses the platform's id alone: with the organization beside it, the planner may read all its messages.
    const findByPlatformId = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: PlatformMessageId }),
      Result: MessageRow,
      execute: ({ id, organizationId }) => sql`
        select ${sql.literal(messageColumns)} from (
          select * from messages q where q.platform_message_id = ${id} offset 0
        ) m
        where m.organization_id = ${organizationId}::uuid
        order by m.id desc limit 1`
    })

    const findByAnyId = (organizationId: OrganizationId, text: string) => {
      const id = messageIdIn(text)
      if (id !== null) return find({ organizationId, id })
      return text === "" ? Effect.succeedNone : findByPlatformId({ organizationId, id: PlatformMessageId.make(text) })
    }

    return MessageStore.of({
      find: Effect.fn("PgMessageStore.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      findByAnyId: Effect.fn("PgMessageStore.findByAnyId")((organizationId, id) =>
        Effect.orDie(findByAnyId(organizationId, id))
      ),
      list: Effect.fn("PgMessageStore.list")((organizationId, conversationId, limit, anchor) =>
        shares.list(organizationId, slice({ organizationId, conversationId, anchor, limit }))
      ),
      search: Effect.fn("PgMessageStore.search")((organizationId, request) =>
        shares.search(organizationId, search(organizationId, request))
      )
    })
  })
)
