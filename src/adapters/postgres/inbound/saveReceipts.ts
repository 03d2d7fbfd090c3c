import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { InboxMessage } from "../../../domain/inbound/InboxState.ts"
import { countChanges } from "../../../domain/limits/MessageCount.ts"
import { annotationsText } from "../messages/MessageRow.ts"
import { instants, ofOrganization, texts, uuids } from "../database/ArrayParameter.ts"

/** Makes parked reports due now that name one of these people, but no message. */
export const wakeReports = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  people: ReadonlyArray<string>,
  at: DateTime.Utc
) =>
  people.length === 0
    ? Effect.void
    : sql`
        update inbound_parked p set due_at = ${DateTime.formatIso(at)}::timestamptz
        where p.organization_id = ${organizationId}::uuid and p.platform_message_id = ''
          and exists (select 1 from json_array_elements(p.item -> 'person' -> 'ids') i
            where i ->> 'value' = any(${people}::text[]))`

/** A known message, before and after. */
export interface ChangedMessage {
  readonly former: InboxMessage
  readonly now: InboxMessage
}

/** Whether only the delivery state of the message has changed. */
export const isReceipt = ({ former, now }: ChangedMessage): boolean =>
  now.raw === former.raw && now.message.content === former.message.content && now.message.type === former.message.type

/** Null if they are unchanged. */
const newAnnotations = ({ former, now }: ChangedMessage) =>
  now.message.annotations === former.message.annotations ? null : annotationsText(now.message.annotations)

/**
 * Writes delivery receipts of messages. This is by far the most frequent inbound write. It names only the few columns
 * that receipts change, and passes each as an array, which the database reads in half of the time of records.
 *
 * Of these columns only `seen` is in an index, so a receipt of WhatsApp updates no index.
 */
export const saveReceipts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  changed: ReadonlyArray<ChangedMessage>
) => {
  const column = <A>(of: (message: InboxMessage["message"]) => A) => changed.map(({ now }) => of(now.message))
  const received = sql`unnest(
      ${uuids(column(({ id }) => id))}::uuid[], ${column(({ status }) => status)}::text[],
      ${texts(column(({ failure }) => (failure === null ? null : JSON.stringify(failure))))}::text[],
      ${instants(column(({ deliveredAt }) => deliveredAt))}::timestamptz[],
      ${instants(column(({ readAt }) => readAt))}::timestamptz[], ${texts(changed.map(newAnnotations))}::text[]
    ) as t(id, status, failure, delivered_at, read_at, annotations)`
  return sql`
    update messages m set status = t.status, failure = t.failure::jsonb, delivered_at = t.delivered_at,
      read_at = t.read_at, seen = nullif(m.channel <> 'whatsapp' and t.status = 'read', false),
      annotations = coalesce(t.annotations::jsonb, m.annotations)
    from ${ofOrganization(sql, organizationId, received)} t
    where m.organization_id = t.organization_id and m.id = t.id`
}

/** Messages of a batch that are written. */
interface WrittenMessages {
  readonly added: ReadonlyArray<InboxMessage>
  readonly changed: ReadonlyArray<ChangedMessage>
}

/**
 * Counts priced messages. The rows of changed messages are locked, so the messages before the change are the stored
 * ones. Counters are locked in the order of `countChanges`.
 */
export const countPriced = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { added, changed }: WrittenMessages
) => {
  const changes = countChanges([
    ...added.map(({ message }) => ({ former: null, now: message })),
    ...changed.map(({ former, now }) => ({ former: former.message, now: now.message }))
  ])
  return changes.length === 0
    ? Effect.void
    : sql`
        insert into daily_message_counts as c
          (organization_id, day, channel_account_id, country, campaign_id, billable, category, messages)
        select ${organizationId}::uuid, day, channel_account_id, country, campaign_id, billable, category, messages
        from unnest(
          ${changes.map(({ day }) => day)}::text[]::date[],
          ${uuids(changes.map(({ channelAccountId }) => channelAccountId))}::uuid[],
          ${changes.map(({ country }) => country)}::text[], ${uuids(changes.map(({ campaignId }) => campaignId))}::uuid[],
          ${changes.map(({ billable }) => billable)}::boolean[],
          ${changes.map(({ category }) => category)}::text[], ${changes.map(({ messages }) => messages)}::int[]
        ) with ordinality as t(day, channel_account_id, country, campaign_id, billable, category, messages, place)
        order by place
        on conflict (organization_id, day, channel_account_id, country, campaign_id, billable, category) do update
          set messages = c.messages + excluded.messages`
}
