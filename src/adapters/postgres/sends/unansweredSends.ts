import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactId, ConversationId, MessageId, OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import type { Accepted, ReportedSend } from "../../../ports/sends/SendLedger.ts"
import { messageColumns, MessageRow } from "../messages/MessageRow.ts"
import { uuids } from "../database/ArrayParameter.ts"

const decodeMessages = Schema.decodeUnknownEffect(Schema.Array(MessageRow))

/** Repeats `isUnanswered` of `domain/messages/Message.ts`, like the statement that records outcomes. */
export const unansweredSends = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  sends: ReadonlyArray<ReportedSend>
) =>
  sends.length === 0
    ? Effect.succeed([])
    : sql`
      select ${sql.literal(messageColumns)}
      from unnest(${uuids(sends.map(({ sendId }) => sendId))}::uuid[],
          ${sends.map(({ platformMessageId }) => platformMessageId)}::text[]
        ) as w(send_id, platform_id), lateral (
          select m.* from messages m
          where m.organization_id = ${organizationId}::uuid and m.id = w.send_id and m.direction = 'outbound'
            and (m.status = 'pending' or (m.status = 'failed' and m.failure ->> '_tag' = 'OutcomeUnknown'))
          offset 0
        ) m
      where not exists (
        select from messages e
        where e.channel_account_id = m.channel_account_id and e.platform_message_id = w.platform_id and not e.is_echo
      )`.pipe(Effect.flatMap(decodeMessages))

interface AcceptedColumns {
  readonly contact_id: ContactId
  readonly conversation_id: ConversationId
  readonly platform_message_id: PlatformMessageId
}

export const acceptedSend = (sql: SqlClient.SqlClient, organizationId: OrganizationId, sendId: MessageId) =>
  Effect.map(
    sql<AcceptedColumns>`
      select contact_id, conversation_id, platform_message_id from messages
      where organization_id = ${organizationId}::uuid and id = ${sendId}::uuid and platform_message_id is not null`,
    ([row]): Accepted | null =>
      row === undefined
        ? null
        : {
            contactId: row.contact_id,
            conversationId: row.conversation_id,
            platformMessageId: row.platform_message_id
          }
  )
