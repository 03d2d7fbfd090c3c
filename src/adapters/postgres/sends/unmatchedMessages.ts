import { DateTime, Effect, Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type EchoThread, type UnmatchedMessages, echoRange } from "../../../domain/inbound/echoedSends.ts"
import {
  isListedRow,
  messageColumns,
  messageFields,
  messageKeys,
  MessageRow,
  uncertainty
} from "../messages/MessageRow.ts"

/** Most messages of a thread that one look-up reads. */
const maxMessages = 500

const decodeUnmatched = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ ...messageFields, isEcho: Schema.Boolean }).pipe(
      Schema.encodeKeys({ ...messageKeys, isEcho: "is_echo" })
    )
  )
)

/**
 * The sends of a thread that are unanswered, by `isUnanswered` of `domain/messages/Message.ts`, and its echoes. Each half
 * has a part of `isUnanswered`, and `testing/contracts/stores/sendLedger/completing.ts` compares both. The index of the conversation finds lost sends and echoes. The
 * index of unsettled messages finds pending sends, whose contact may not exist before the outcome.
 */
export const unmatchedMessages = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { at, channelAccountId, contactId, peer }: EchoThread
): Effect.Effect<UnmatchedMessages, unknown> => {
  const range = echoRange(at)
  const from = DateTime.formatIso(range.from)
  const to = DateTime.formatIso(range.to)
  return Effect.map(
    Effect.flatMap(
      sql`
      (select ${sql.literal(messageColumns)}, m.is_echo
      from conversations c cross join lateral (
        select m.* from messages m
        where m.organization_id = c.organization_id and m.conversation_id = c.id
          and ${sql.literal(isListedRow)}
          and m.listed_at >= ${from}::timestamptz - ${uncertainty}::interval
          and m.listed_at <= ${to}::timestamptz + ${uncertainty}::interval
          and m.created_at >= ${from}::timestamptz and m.created_at <= ${to}::timestamptz
          and m.direction = 'outbound'
          and (m.is_echo or (m.status = 'failed' and m.failure ->> '_tag' = 'OutcomeUnknown'))
        order by m.organization_id, m.conversation_id, m.listed_at limit ${maxMessages}
      ) m
      where c.organization_id = ${organizationId}::uuid and c.contact_id = ${contactId}::uuid
        and c.channel_account_id = ${channelAccountId}::uuid)
      union all
      (select ${sql.literal(messageColumns)}, m.is_echo from messages m
      where m.settled_at is null and m.status = 'pending' and m.direction = 'outbound'
        and m.created_at >= ${from}::timestamptz and m.created_at <= ${to}::timestamptz
        and m.organization_id = ${organizationId}::uuid and m.channel_account_id = ${channelAccountId}::uuid
        and (m.contact_id = ${contactId}::uuid or m.peer = ${peer})
      order by m.created_at limit ${maxMessages})`,
      decodeUnmatched
    ),
    (rows) => ({
      sends: rows.filter(({ isEcho }) => !isEcho).map((row) => Struct.omit(row, ["isEcho"])),
      echoes: rows.filter(({ isEcho }) => isEcho).map((row) => Struct.omit(row, ["isEcho"]))
    })
  )
}

const decodeMessages = Schema.decodeUnknownEffect(Schema.Array(MessageRow))

/** The oldest sends without an outcome, of all organizations. */
export const overdueSends = (sql: SqlClient.SqlClient, before: DateTime.Utc, limit: number) =>
  Effect.flatMap(
    sql`
    select ${sql.literal(messageColumns)} from messages m
    where m.settled_at is null and m.status = 'pending' and m.created_at < ${DateTime.formatIso(before)}::timestamptz
    order by m.created_at limit ${limit}`,
    decodeMessages
  )
