import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { Message } from "../../domain/Message.ts"

const Request = Schema.Struct({
  organizationId: OrganizationId,
  conversationId: ConversationId,
  before: Schema.NullOr(MessageId),
  limit: Schema.Int
})

const Slice = Schema.Struct({
  total: Schema.Int,
  newer: Schema.Int,
  rows: Schema.Array(Schema.fromJsonString(Message))
})

/** A message `m` as JSON. */
const message = `json_build_object('id', m.id, 'organizationId', m.organization_id, 'conversationId', m.conversation_id,
  'contactId', m.contact_id, 'channel', m.channel, 'channelAccountId', m.channel_account_id, 'direction', m.direction,
  'counterpart', m.counterpart, 'type', m.type, 'content', m.content, 'status', m.status,
  'platformMessageId', m.platform_message_id, 'failure', m.failure, 'deliveredAt', m.delivered_at, 'readAt', m.read_at,
  'annotations', m.annotations, 'createdAt', m.created_at)::text`

/**
 * A part of a conversation and its place in the whole, from one look at it: between two, a message might come in. What is
 * newer than the messages before the cursor includes the cursor, so there is none only when there is no such message.
 */
export const messageSlice = (sql: SqlClient.SqlClient) => {
  const find = SqlSchema.findOne({
    Request,
    Result: Slice,
    execute: ({ before, conversationId, limit, organizationId }) => {
      const own = sql`m.organization_id = ${organizationId}::uuid and m.conversation_id = ${conversationId}::uuid`
      const newestFirst = sql.literal("order by m.created_at desc, m.id desc")
      return before === null
        ? sql`
          select (select count(*) from messages m where ${own})::float8 as total, 0::float8 as newer, array(
            select ${sql.literal(message)} from messages m where ${own} ${newestFirst} limit ${limit}) as rows`
        : sql`
          with cursor as (select m.created_at, m.id from messages m where ${own} and m.id = ${before}::uuid)
          select (select count(*) from messages m where ${own})::float8 as total,
            (select count(*) from cursor c join messages m on (m.created_at, m.id) >= (c.created_at, c.id)
              where ${own})::float8 as newer,
            array(select said from cursor c, lateral (
              select ${sql.literal(message)} as said from messages m
              where ${own} and (m.created_at, m.id) < (c.created_at, c.id) ${newestFirst} limit ${limit}) m) as rows`
    }
  })
  return Effect.fnUntraced(function* (request: typeof Request.Type) {
    const slice = yield* find(request)
    return request.before !== null && slice.newer === 0 ? Option.none() : Option.some(slice)
  }, Effect.orDie)
}
