import { Array, DateTime } from "effect"
import { phoneIdentity } from "../../../domain/contacts/phoneIdentity.ts"
import type { ContactId, ConversationId, MessageId, OrganizationId } from "../../../domain/Ids.ts"
import type { SendOutcome } from "../../../ports/sends/SendLedger.ts"
import type { SqlClient, Statement } from "effect/sql"
import { expiredFailure } from "../../../domain/messages/Message.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { monthOfColumn } from "../webhooks/recordAttempts.ts"
import { notifyRecorded, recordEvents } from "../webhooks/PgEventLog.ts"
import type { StatementNotify } from "../database/WakeChannel.ts"
import { isListedRow, uncertainty } from "../messages/MessageRow.ts"
import { insertChanges, messageChange } from "../migrations/reportTables.ts"
import { beginSends } from "./beginSends.ts"

const blank = {
  namedPerson: null,
  platformMessageId: null,
  phoneKey: null,
  failure: null,
  eventId: null,
  eventType: null,
  occurredAt: null,
  event: null
}

const outcomeColumns = (outcome: SendOutcome) =>
  outcome._tag === "Accepted"
    ? {
        ...blank,
        namedPerson:
          outcome.person === undefined
            ? null
            : JSON.stringify({ ...outcome.person.identity, peer: outcome.person.peer }),
        platformMessageId: outcome.platformMessageId,
        phoneKey: outcome.waId === null ? null : phoneIdentity(outcome.waId),
        eventId: outcome.event.id,
        eventType: outcome.event.type,
        occurredAt: outcome.event.occurredAt,
        event: JSON.stringify(outcome.event.data)
      }
    : { ...blank, failure: JSON.stringify(outcome.failure) }

/** The columns of an outcome and its event. */
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

/** The failure of an intent without an outcome in time, as the column stores it. */
export const expiredJson = JSON.stringify(expiredFailure)

/**
 * Whether the message `m` accepts the outcome `o`: it is pending or expired, or its outcome is unknown and the new one is
 * `Accepted`. For `Accepted` this is `isUnanswered` of `domain/messages/Message.ts`, compared by `test/postgres/restatedRules.test.ts`.
 */
export const isOpen = (sql: SqlClient.SqlClient) =>
  sql`(m.status = 'pending' or (m.status = 'failed' and (m.failure = ${expiredJson}::jsonb
    or (o.tag = 'Accepted' and m.failure ->> '_tag' = 'OutcomeUnknown'))))`

/**
 * Records the outcome of each message. An echo is a row of the same message that the platform reported before the
 * outcome. The echo's row is deleted; its status, annotations and files move to the message. The business did not write
 * elsewhere with it, so what it made read is unread again, by `isUnread` of `domain/messages/unread.ts`, compared by
 * `testing/inbound/picture.ts`. That it is a message of ours was not known when its
 * contact or conversation began, so a send that was to begin them joins those of the echo. A private reply whose outcome
 * names no person strays: it stays out of every conversation, and after an unknown outcome waits for a report.
 *
 * The echo is looked up with the account as a constant. If the account came from a join, the planner might use the
 * index by the platform's id alone, of all accounts, and scan all of it for each outcome.
 */
const recordedOutcome = (sql: SqlClient.SqlClient) => sql`
matched as (
  select o.*, (
    select e.id from messages e
    where e.channel_account_id = o.account_id and e.platform_message_id = o.platform_message_id and e.id <> o.message_id
      and e.is_echo
  ) as echo_id
  from (
    select o.*, m.account_id, coalesce(m.is_unopened and m.is_addressed, false) as opens,
      coalesce(m.is_unopened and not m.is_addressed, false) as strays
    from outcome o left join lateral (
      select m.channel_account_id as account_id, m.opening is not null as is_unopened, o.tag <> 'NoRecipient'
        and (o.named_person is not null or m.opening ->> 'identity_kind' is not null) as is_addressed
      from messages m
      where m.organization_id = o.organization_id and m.id = o.message_id and ${isOpen(sql)}
      offset 0
    ) m on true
    offset 0
  ) o
),
echoed as (
  delete from messages e using matched o where e.organization_id = o.organization_id and e.id = o.echo_id
  returning e.id, e.organization_id, e.contact_id, e.conversation_id, e.listed_at, e.status, e.failure, e.delivered_at, e.read_at, e.seen, e.annotations, e.type, e.content,
    e.direction, e.is_echo, e.created_at, e.channel, e.channel_account_id, e.platform_message_id, e.preview, coalesce(e.annotations -> 'edit', e.annotations -> 'deletedAt') is not null as is_changed
),
uncounted as (${sql.literal(insertChanges(`select ${messageChange}, -1 as step from echoed m`))}),
unechoed as (
  insert into conversations as v
    (organization_id, id, channel, channel_account_id, status, created_at, updated_at, last_echo_at, unread_count)
  select r.organization_id, r.id, '', r.channel_account_id, 'closed', r.created_at, r.created_at, r.last_echo_at, r.unread
  from (
    select c.organization_id, c.id, c.channel_account_id, c.created_at, l.last_echo_at, (
      select count(*) from messages m
      where m.organization_id = c.organization_id and m.conversation_id = c.id and ${sql.literal(isListedRow)}
        and m.direction = 'inbound' and m.counts_unread and m.learned_at > coalesce(c.last_sent_at, '-infinity')
        and m.created_at >= coalesce(l.last_echo_at, '-infinity') and m.created_at < c.last_echo_at
        and m.listed_at >= coalesce(l.last_echo_at - ${uncertainty}::interval, '-infinity')
        and m.listed_at <= c.last_echo_at + ${uncertainty}::interval
    ) as unread
    from (select distinct organization_id, conversation_id from echoed order by organization_id, conversation_id) e
      cross join lateral (
        select c.organization_id, c.id, c.channel_account_id, c.created_at, c.last_sent_at, c.last_echo_at
        from conversations c
        where c.organization_id = e.organization_id and c.id = e.conversation_id
        for no key update
      ) c
      cross join lateral (
        select max(m.created_at) as last_echo_at from messages m
        where m.organization_id = e.organization_id and m.conversation_id = e.conversation_id and m.is_echo
          and m.id <> all(array(select id from echoed))
      ) l
  ) r
  on conflict (organization_id, id) do update
    set last_echo_at = excluded.last_echo_at, unread_count = v.unread_count + excluded.unread_count
),
${beginSends(sql)},
recorded_outcome as (
  update messages m set
    status = case o.tag when 'Accepted' then coalesce(e.status, 'sent') else 'failed' end,
    contact_id = coalesce(b.contact_id, case when o.opens then e.contact_id end, m.contact_id),
    conversation_id = coalesce(b.conversation_id, case when o.opens then e.conversation_id end, m.conversation_id),
    opening = case when o.strays and o.tag = 'Unknown' then m.opening end,
    peer = coalesce(o.named_person ->> 'peer', m.peer),
    platform_message_id = o.platform_message_id,
    failure = case o.tag when 'Accepted' then e.failure else o.failure end,
    delivered_at = e.delivered_at,
    read_at = e.read_at,
    seen = e.seen,
    annotations = m.annotations || coalesce(e.annotations, '{}'),
    type = case when e.is_changed then e.type else m.type end,
    content = case when e.is_changed then e.content else m.content end,
    preview = case when e.is_changed then e.preview else m.preview end,
    settled_at = o.at
  from matched o left join echoed e on e.id = o.echo_id left join begun b on b.place = o.place
  where m.organization_id = o.organization_id and m.id = o.message_id
    and ${isOpen(sql)}
  returning o.*, m.type as message_type, m.annotations ->> 'trace' as trace, m.contact_id, m.conversation_id, m.channel_account_id, m.peer, m.created_at, m.listed_at,
    e.listed_at as echo_listed_at
),
refiled as (
  update media f set message_id = s.message_id from recorded_outcome s
  where f.organization_id = s.organization_id and f.message_id = s.echo_id
),`

/** The result of an outcome: where the message is; null if nothing was recorded. Of the statement in its first row. */
export interface OutcomeAnswer {
  readonly contact_id: ContactId | null
  readonly conversation_id: ConversationId | null
  /** The organizations whose events entered the outbox; null when there are none. */
  readonly recorded: ReadonlyArray<OrganizationId> | null
  /** Whether the statement has notified other processes of them: 1 when it has. */
  readonly notified: number
  /** Whether reports that waited are due now. */
  readonly woken: boolean
}

/**
 * Records the outcomes of the rows of `outcome`, in one statement. Contacts and conversations that a send lacked begin. A
 * message that the platform has reported before causes no second event. Reports that wait for the message become due at
 * once. Pending and expired intents accept any outcome. An intent with an unknown outcome accepts only that the platform
 * accepted the message; the others stay unchanged. Refunded units return to the month that they were reserved in, by
 * `monthOfColumn`. A number
 * joins the contact unless another contact has it or the contact was deleted since.
 *
 * The activity of a contact is locked in the order of the contacts. That of a new contact is inserted, and that of one
 * that began since the statement's snapshot is updated by the conflict clause. The existing contact may be older: it got
 * the identity since the snapshot.
 */
const recordEach = (sql: SqlClient.SqlClient, outcome: Statement.Fragment, notify: StatementNotify | null) =>
  sql<OutcomeAnswer>`
with outcome as (${outcome}),
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
  select s.organization_id, ${sql.literal(monthOfColumn("s.created_at"))} as month, 0, count(*)
  from recorded_outcome s where s.tag in ('NotSent', 'NoRecipient')
  group by 1, 2 order by 1, 2
  on conflict (organization_id, month) do update set used = greatest(0, u.used - excluded.granted)
),
joined as (
  insert into contact_identities (organization_id, kind, scope, value, contact_id)
  select distinct on (organization_id, phone_key) organization_id, 'phone', '', phone_key, contact_id
  from recorded_outcome s where phone_key is not null
    and ((select true from contacts c where c.organization_id = s.organization_id and c.id = s.contact_id)
      or s.contact_id in (select contact_id from new_contact))
  order by organization_id, phone_key, place
  on conflict do nothing
),
latest as (
  select distinct on (s.organization_id, s.contact_id) s.organization_id, s.contact_id, s.created_at, s.listed_at,
    greatest(s.listed_at, s.echo_listed_at) as up_to, n.created_at as begun_at
  from recorded_outcome s left join new_contact n on n.contact_id = s.contact_id
  where not s.strays and s.message_type <> 'reaction'
  order by s.organization_id, s.contact_id, s.listed_at desc, s.message_id desc
),
known as (
  select l.organization_id, l.contact_id, a.contact_created_at, l.created_at, l.listed_at
  from latest l cross join lateral (
    select a.contact_created_at from contact_activity a
    where a.organization_id = l.organization_id and a.contact_id = l.contact_id and a.last_listed_at <= l.up_to
    for no key update
  ) a
),
activity as (
  insert into contact_activity as a (organization_id, contact_id, contact_created_at, last_message_at, last_listed_at)
  select * from known
  union all
  select organization_id, contact_id, coalesce(begun_at, created_at), created_at, listed_at from latest
  where contact_id in (select contact_id from met) and contact_id not in (select contact_id from known)
  on conflict (organization_id, contact_id) do update set last_message_at = excluded.last_message_at,
    last_listed_at = excluded.last_listed_at
    where a.last_listed_at <= excluded.last_listed_at or a.contact_id in (select contact_id from known)
),
happened as (
  select 0 as place, organization_id, contact_event_id as id, 'contact.created' as type, null::uuid as conversation_id,
    created_at as occurred_at, contact_event as data, trace
  from new_contact
  union all
  select 0, organization_id, conversation_event_id, 'conversation.opened', id, conversation_at, conversation_event, trace
  from new_conversation
  union all
  select place, organization_id, event_id, event_type, conversation_id, occurred_at, event, trace
  from recorded_outcome where event_id is not null and echo_id is null
),
${recordEvents(sql)},
recorded as (
  select array_agg(distinct organization_id::text) as organizations from event where webhook_id is not null
)
select s.contact_id, s.conversation_id, exists (select 1 from woken) as woken,
  r.organizations as recorded, ${notifyRecorded(sql, notify)} as notified
from outcome o left join recorded_outcome s on s.place = o.place left join recorded r on o.place = 1 order by o.place`

/**
 * The rows that count: of those for one message the first, or the first that it was accepted if the first is that its
 * outcome is unknown.
 */
const counting = (rows: Array.NonEmptyReadonlyArray<OutcomeRow>): ReadonlySet<OutcomeRow> => {
  const counted = new Map<string, OutcomeRow>()
  for (const row of rows) {
    const key = `${row.organizationId} ${row.messageId}`
    const before = counted.get(key)
    if (before === undefined || (before.tag === "Unknown" && row.tag === "Accepted")) counted.set(key, row)
  }
  return new Set(counted.values())
}

/** Records many outcomes, for each message what its outcomes come to one after the other. */
export const recordOutcomes = (
  sql: SqlClient.SqlClient,
  rows: Array.NonEmptyReadonlyArray<OutcomeRow>,
  notify: StatementNotify | null
) => {
  const column = <Name extends keyof OutcomeRow>(name: Name) => Array.map(rows, (row) => row[name])
  const counted = counting(rows)
  // Without a message a row changes nothing.
  const messageIds = rows.map((row) => (counted.has(row) ? row.messageId : null))
  return recordEach(
    sql,
    sql`
  select place, organization_id, message_id, tag, at, named_person::json, platform_message_id, phone_key, failure::jsonb, event_id, event_type,
    occurred_at, event::json
  from unnest(
    ${uuids(column("organizationId"))}::uuid[], ${uuids(messageIds)}::uuid[], ${column("tag")}::text[],
    ${instants(column("at"))}::timestamptz[], ${texts(column("namedPerson"))}::text[],
    ${texts(column("platformMessageId"))}::text[],
    ${texts(column("phoneKey"))}::text[], ${texts(column("failure"))}::text[], ${uuids(column("eventId"))}::uuid[],
    ${texts(column("eventType"))}::text[], ${instants(column("occurredAt"))}::timestamptz[],
    ${texts(column("event"))}::text[]
  ) with ordinality as t(organization_id, message_id, tag, at, named_person, platform_message_id, phone_key, failure, event_id,
    event_type, occurred_at, event, place)`,
    notify
  )
}

/** Records for intents from before the instant, at most `limit`, that their outcome is unknown. */
export const expireIntents = (sql: SqlClient.SqlClient, before: DateTime.Utc, at: DateTime.Utc, limit: number) =>
  recordEach(
    sql,
    sql`
  select row_number() over () as place, organization_id, id as message_id, 'Unknown' as tag,
    ${DateTime.formatIso(at)}::timestamptz as at, null::json as named_person, null::text as platform_message_id, null::text as phone_key,
    ${expiredJson}::jsonb as failure, null::uuid as event_id, null::text as event_type, null::timestamptz as occurred_at,
    null::json as event
  from (
    select organization_id, id from messages
    where settled_at is null and status = 'pending' and created_at < ${DateTime.formatIso(before)}::timestamptz
    order by created_at limit ${limit} for update skip locked
  ) late`,
    null
  )
