import { Effect, Schema } from "effect"
import { ConversationId, MessageId } from "../../../domain/Ids.ts"
import { Direction, PublicMessageStatus } from "../../../domain/messages/Message.ts"
import type { QuotedMessage } from "../../../domain/messages/messageContext.ts"
import { entryBytes } from "../../../domain/text/Page.ts"
import { messageFields, messageKeys } from "./MessageRow.ts"

/** Decodes rows of `messageColumns` of messages with an outcome. */
export const decodeSettledMessages = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...messageFields, status: PublicMessageStatus }).pipe(Schema.encodeKeys(messageKeys)))
)

const decodeQuoted = Schema.decodeUnknownEffect(
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
export const quotedMessage = `left join lateral (
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
export const messageSize = `${entryBytes} + octet_length(m.content::text) + octet_length(m.annotations::text)
  + coalesce(octet_length(m.failure::text), 0)`

/**
 * The order of `inConversation` of `domain/messages/messageOrder.ts` from its end, compared by
 * `testing/contracts/stores/messageStore/listing.ts`.
 */
export const newestFirst = `m.listed_at desc, m.id desc`

/** The columns of `quotedMessage`. */
export const quotedColumns = `q.id as quoted_id, q.conversation_id as quoted_conversation_id,
  q.direction as quoted_direction, q.preview as quoted_text`

/** Decodes the quoted messages of rows with `quotedColumns`, by the id of the answer. */
export const decodeQuotes = (
  rows: ReadonlyArray<{ readonly quoted_id: string | null }>
): Effect.Effect<ReadonlyMap<MessageId, QuotedMessage>, Schema.SchemaError> =>
  Effect.map(
    decodeQuoted(rows.filter(({ quoted_id }) => quoted_id !== null)),
    (quotes) =>
      new Map(
        quotes.map((quote) => [
          quote.id,
          {
            id: quote.quoted_id,
            conversationId: quote.quoted_conversation_id,
            direction: quote.quoted_direction,
            text: quote.quoted_text
          }
        ])
      )
  )
