import { Array, type DateTime } from "effect"
import type { SqlClient } from "effect/sql"
import type { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { expiredFailure } from "../../../domain/message/Message.ts"
import { phoneIdentity } from "../../../domain/contact/PhoneNumber.ts"
import type { SendOutcome } from "../../../ports/stores/SendLedger.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { notifyRecorded, recordEvents } from "../delivery/recordEvents.ts"
import type { StatementNotify } from "../delivery/WakeChannel.ts"

/** The failure of an intent without an outcome in time, as the column holds it. */
export const expiredJson = JSON.stringify(expiredFailure)

const blank = {
  platformMessageId: null,
  phoneKey: null,
  failure: null,
  eventId: null,
  eventType: null,
  conversationId: null,
  occurredAt: null,
  event: null
}

const outcomeColumns = (outcome: SendOutcome) =>
  outcome._tag === "Accepted"
    ? {
        ...blank,
        platformMessageId: outcome.platformMessageId,
        phoneKey: outcome.waId === null ? null : phoneIdentity(outcome.waId),
        eventId: outcome.event.id,
        eventType: outcome.event.type,
        conversationId: outcome.event.conversationId,
        occurredAt: outcome.event.occurredAt,
        event: JSON.stringify(outcome.event.data)
      }
    : { ...blank, failure: JSON.stringify(outcome.failure) }

/** One outcome as columns, and what it announces. */
export const outcomeRow = (
  organizationId: OrganizationId,
  messageId: MessageId,
  outcome: SendOutcome,
  at: DateTime.Utc
) => ({
  organizationId,
  messageId,
  tag: outcome._tag,
  at,
  ...outcomeColumns(outcome)
})
export type OutcomeRow = ReturnType<typeof outcomeRow>

/** Of messages that wait for an outcome, or were given up as expired. */
const isOpen = (sql: SqlClient.SqlClient) =>
  sql`(m.status = 'pending' or (m.status = 'failed' and m.failure = ${expiredJson}::jsonb))`

/**
 * Records the outcome of each message. An echo is a row of the same message that the platform reported before the
 * outcome. The echo's row is deleted; its status, annotations and files move to the message.
 *
 * The echo is looked up with the account as a constant. If the account came from a join, the planner might use the
 * index by the platform's id alone, of all accounts, and scan all of it for each outcome.
 */
const recordedOutcome = (sql: SqlClient.SqlClient) => sql`
matched as (
  select o.*, (
    select e.id from messages e
    where e.channel_account_id = o.account_id and e.platform_message_id = o.platform_message_id and e.id <> o.message_id
  ) as echo_id
  from (
    select o.*, (
      select m.channel_account_id from messages m where m.organization_id = o.organization_id and m.id = o.message_id
        and ${isOpen(sql)}
    ) as account_id
    from outcome o
    offset 0
  ) o
),
echoed as (
  delete from messages e using matched o where e.organization_id = o.organization_id and e.id = o.echo_id
  returning e.id, e.status, e.failure, e.delivered_at, e.read_at, e.seen, e.annotations, e.type, e.content,
    e.preview,    coalesce(e.annotations -> 'edit', e.annotations -> 'deletedAt') is not null as is_changed
),
recorded_outcome as (
  update messages m set
    status = case o.tag when 'Accepted' then coalesce(e.status, 'sent') else 'failed' end,
    platform_message_id = o.platform_message_id,
    failure = case o.tag when 'Accepted' then e.failure else o.failure end,
    delivered_at = e.delivered_at,
    read_at = e.read_at,
    seen = e.seen,
    annotations = coalesce(e.annotations, m.annotations),
    type = case when e.is_changed then e.type else m.type end,
    content = case when e.is_changed then e.content else m.content end,
    preview = case when e.is_changed then e.preview else m.preview end,
    settled_at = o.at
  from matched o left join echoed e on e.id = o.echo_id
  where m.organization_id = o.organization_id and m.id = o.message_id
    and ${isOpen(sql)}
  returning o.*, m.contact_id, m.channel_account_id, m.peer, m.created_at
),
refiled as (
  update media f set message_id = s.message_id from recorded_outcome s
  where f.organization_id = s.organization_id and f.message_id = s.echo_id
),`

/** Of the statement as a whole. It stands in the row of the first outcome. */
export interface OutcomeAnswer {
  /** The organizations whose events entered the outbox; null when there are none. */
  readonly recorded: ReadonlyArray<OrganizationId> | null
  /** Whether the statement has notified other processes of them: 1 when it has. */
  readonly notified: number
  /** Whether reports that waited are due now. */
  readonly woken: boolean
}

/**
 * Records many outcomes in one statement. A message that the platform has reported before causes no second event.
 * Reports that wait for the message become due at once. Only pending and expired intents accept an outcome; the others
 * stay unchanged. Refunded units return to the month that they were reserved in. A number joins the contact unless
 * another contact has it or the contact was deleted since.
 */
export const recordOutcomes = (
  sql: SqlClient.SqlClient,
  rows: Array.NonEmptyReadonlyArray<OutcomeRow>,
  notify: StatementNotify | null
) => {
  const column = <Name extends keyof OutcomeRow>(name: Name) => Array.map(rows, (row) => row[name])
  return sql<OutcomeAnswer>`
with outcome as (
  select place, organization_id, message_id, tag, at, platform_message_id, phone_key, failure::jsonb, event_id, event_type,
    conversation_id, occurred_at, event::json
  from unnest(
    ${uuids(column("organizationId"))}::uuid[], ${uuids(column("messageId"))}::uuid[], ${column("tag")}::text[],
    ${instants(column("at"))}::timestamptz[], ${texts(column("platformMessageId"))}::text[],
    ${texts(column("phoneKey"))}::text[], ${texts(column("failure"))}::text[], ${uuids(column("eventId"))}::uuid[],
    ${texts(column("eventType"))}::text[], ${uuids(column("conversationId"))}::uuid[],
    ${instants(column("occurredAt"))}::timestamptz[], ${texts(column("event"))}::text[]
  ) with ordinality as t(organization_id, message_id, tag, at, platform_message_id, phone_key, failure, event_id,
    event_type, conversation_id, occurred_at, event, place)
),
${recordedOutcome(sql)}
woken as (
  update inbound_parked p set due_at = s.at from recorded_outcome s
  where s.tag = 'Accepted' and p.channel_account_id = s.channel_account_id
    and p.platform_message_id in (s.platform_message_id, '')
    and (p.platform_message_id <> '' or exists (select 1 from json_array_elements(p.item -> 'person' -> 'ids') i
      where i ->> 'value' = s.peer))
  returning p.key
),
given_back as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select s.organization_id, (date_trunc('month', s.created_at at time zone 'UTC'))::date as month, 0, count(*)
  from recorded_outcome s where s.tag = 'NotSent'
  group by 1, 2 order by 1, 2
  on conflict (organization_id, month) do update set used = greatest(0, u.used - excluded.granted)
),
joined as (
  insert into contact_identities (organization_id, kind, scope, value, contact_id)
  select distinct on (organization_id, phone_key) organization_id, 'phone', '', phone_key, contact_id
  from recorded_outcome s where phone_key is not null
    and (select true from contacts c where c.organization_id = s.organization_id and c.id = s.contact_id)
  order by organization_id, phone_key, place
  on conflict do nothing
),
happened as (
  select place, organization_id, event_id as id, event_type as type, conversation_id, occurred_at, event as data
  from recorded_outcome where event_id is not null and echo_id is null
),
${recordEvents(sql)},
recorded as (
  select array_agg(distinct organization_id::text) as organizations from event where webhook_id is not null
)
select exists (select 1 from woken) as woken,
  r.organizations as recorded, ${notifyRecorded(sql, notify)} as notified
from outcome o left join recorded r on o.place = 1 order by o.place`
}
