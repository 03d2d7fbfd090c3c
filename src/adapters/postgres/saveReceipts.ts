import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { InboxMessage } from "../../domain/inbox/InboxState.ts"
import { isoInstant } from "../../domain/isoInstant.ts"
import { MessageAnnotations } from "../../domain/MessageAnnotations.ts"
import { ofOrganization } from "./ofOrganization.ts"

/** A message that was known, as it was and as it is. */
export interface ChangedMessage {
  readonly former: InboxMessage
  readonly now: InboxMessage
}

/** Whether it says what it said, so that only what became of it is different. */
export const isReceipt = ({ former, now }: ChangedMessage): boolean =>
  now.raw === former.raw && now.message.content === former.message.content && now.message.type === former.message.type

const encodeAnnotations = Schema.encodeSync(MessageAnnotations)

/**
 * What became of messages: of all writing of what comes in the most frequent by far, so it names the few columns that
 * receipts change, and each as a list, which the database reads in half of the time of records.
 *
 * None of those columns is in an index but `seen`, so what becomes of a message over WhatsApp is written into no index.
 */
export const saveReceipts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  changed: ReadonlyArray<ChangedMessage>
) => {
  const column = (of: (changed: ChangedMessage) => string) => changed.map(of)
  const received = sql`unnest(
      ${column(({ now }) => now.message.id)}::text[], ${column(({ now }) => now.message.status)}::text[],
      ${column(({ now: { message } }) => (message.failure === null ? "" : JSON.stringify(message.failure)))}::text[],
      ${column(({ now: { message } }) => (message.deliveredAt === null ? "" : isoInstant(message.deliveredAt)))}::text[],
      ${column(({ now: { message } }) => (message.readAt === null ? "" : isoInstant(message.readAt)))}::text[],
      ${column(({ former, now: { message } }) =>
        message.annotations === former.message.annotations ? "" : JSON.stringify(encodeAnnotations(message.annotations))
      )}::text[]
    ) as t(id, status, failure, delivered_at, read_at, annotations)`
  return sql`
    update messages m set status = t.status, failure = nullif(t.failure, '')::jsonb,
      delivered_at = nullif(t.delivered_at, '')::timestamptz, read_at = nullif(t.read_at, '')::timestamptz,
      seen = nullif(m.channel <> 'whatsapp' and t.status = 'read', false),
      annotations = coalesce(nullif(t.annotations, '')::jsonb, m.annotations)
    from ${ofOrganization(sql, organizationId, received)} t
    where m.organization_id = t.organization_id and m.id = t.id::uuid`
}
