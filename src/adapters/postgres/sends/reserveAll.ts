import { Array } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactId, ConversationId } from "../../../domain/Ids.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import { insertedColumns, recordColumns } from "../contacts/contactRecord.ts"
import { placesOfFirst } from "../batching/places.ts"
import { recordEvents } from "../delivery/recordEvents.ts"
import type { ReserveRow } from "./reserveRow.ts"

/** The limit where there is none: the largest count that the column holds. */
const unlimited = "9223372036854775807"

/** The result of an intent: the ids if it is recorded, else why it is not, or the month's usage. */
export interface ReserveAnswer {
  /** Whether the statement put anything into the log of deliveries. */
  readonly queued: boolean
  readonly contact_id: ContactId | null
  readonly conversation_id: ConversationId | null
  /** The contact who was refused as a recipient, and why. Null if they were not. */
  readonly refused_id: ContactId | null
  readonly refusal: "blocked" | "opted_out" | null
  /** Null when there is no such organization, or nothing of the month was asked for. */
  readonly used: number | null
  readonly allowed: number
}

/**
 * Reserves many sends in one statement.
 *
 * - A recipient is checked against the contact as it is in the snapshot, before anything is counted. This repeats
 *   `refusalOf` of `domain/contact/RecipientCheck.ts`, and a contract test compares the two.
 * - The counter rises by the number that fits, computed in the row after its lock is acquired, so no concurrent
 *   statement is missed; `granted` is that number. Of the requested intents of a month the first `granted` are admitted.
 *   This repeats `admitted` of `domain/MonthlyLimit.ts`, and a contract test compares the two.
 * - Lookups see the snapshot of the statement's start. A contact created since then meets the conflict clause, which
 *   writes no new row and returns the existing one.
 * - Wide columns stay in `intent` and are joined by place where they are written. Every step in between materializes
 *   rows of its own. The columns that only new contacts need are one record that is not read for others.
 * - The planner has to expect many rows, or it joins them by nested loops, and a full flush takes several times as
 *   long. It estimates ten rows for an array, so the series beside the arrays gives their number; the result of an
 *   index lookup stands in a subquery; tests are on booleans, and joins on one key (`unit`, `person`, `thread_key`, a
 *   place), since its estimate for two keys is one row.
 * - The event of a new conversation names the contact that was found. This repeats `openedFor` of
 *   `domain/delivery/Event.ts`, and a contract test compares the two.
 * - Rows are locked in the order of their keys everywhere, so that statements wait for each other in one direction.
 */
export const reserveAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<ReserveRow>) => {
  const column = <Name extends keyof ReserveRow>(name: Name) => Array.map(rows, (row) => row[name])
  return sql<ReserveAnswer>`
with intent as (
  select * from rows from (unnest(
    ${placesOfFirst(column("identity"))}::integer[],
    ${uuids(column("organizationId"))}::uuid[], ${column("unit")}::text[], ${instants(column("at"))}::timestamptz[],
    ${uuids(column("messageId"))}::uuid[], ${column("identityKind")}::text[], ${column("identityScope")}::text[],
    ${column("identityValue")}::text[], ${column("check")}::text[], ${column("peer")}::text[],
    ${uuids(column("contactId"))}::uuid[],
    ${column("contact")}::text[], ${uuids(column("conversationId"))}::uuid[], ${column("conversationStatus")}::text[],
    ${column("conversationSource")}::text[], ${instants(column("conversationAt"))}::timestamptz[],
    ${uuids(column("conversationEventId"))}::uuid[], ${column("conversationEvent")}::text[], ${column("channel")}::text[],
    ${uuids(column("channelAccountId"))}::uuid[], ${column("type")}::text[], ${column("content")}::text[], ${column("preview")}::text[]
  ), generate_series(1, ${rows.length}::integer)) as t(person, organization_id, unit, at, message_id,
    identity_kind, identity_scope, identity_value, recipient_check, peer, contact_id, contact, conversation_id,
    conversation_status, conversation_source, conversation_at, conversation_event_id, conversation_event, channel,
    channel_account_id, type, content, preview, place)
),
recipient as (
  select r.*, (
    select case when c.is_blocked then 'blocked' when not c.opted_in then 'opted_out' end
    from contacts c where c.organization_id = r.organization_id and c.id = r.known_id
  ) as concern
  from (
    select distinct on (person) person, organization_id, (
      select k.contact_id from contact_identities k
      where k.organization_id = i.organization_id and k.kind = i.identity_kind and k.scope = i.identity_scope
        and k.value = i.identity_value
    ) as known_id
    from intent i order by person, place
  ) r
),
checked as (
  select c.*, count(*) filter (where not is_refused) over (partition by unit order by place) as turn
  from (
    select i.place, i.unit, r.known_id, r.concern, coalesce(case i.recipient_check
      when 'blocked' then r.concern = 'blocked' when 'blockedOrOptedOut' then r.concern is not null end, false) as is_refused
    from intent i join recipient r on r.person = i.person
  ) c
),
wanted as (
  select w.* from (
    select unit, count(*) as units, left(unit, 36)::uuid as organization_id, substr(unit, 38)::date as month,
      (select coalesce(o.monthly_limit, ${unlimited}::bigint) from organizations o where o.id = left(unit, 36)::uuid)
        as monthly_limit
    from checked where not is_refused group by unit
  ) w
  where monthly_limit is not null
),
counter as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select organization_id, month, least(units, monthly_limit), least(units, monthly_limit)
  from wanted order by organization_id, month
  on conflict (organization_id, month) do update set (used, granted) = (
    select u.used + granted, granted from (
      select greatest(0, least(excluded.granted, o.monthly_limit - u.used)) as granted
      from organizations o where o.id = u.organization_id
    ) o
  )
  returning organization_id || to_char(month, ' YYYY-MM-DD') as unit, used, granted
),
admitted as (
  select i.place, i.person, i.organization_id, i.at, i.identity_kind, i.identity_scope, i.identity_value, i.contact_id,
    i.channel_account_id, k.known_id
  from intent i join checked k on k.place = i.place join counter c on c.unit = k.unit
  where not k.is_refused and k.turn <= c.granted
),
person as (
  select p.*, known_id is not null as is_known from (
    select distinct on (person) * from admitted order by person, place
  ) p
),
unknown as (
  select *, concat_ws(' ', organization_id, identity_kind, length(identity_scope), identity_scope, identity_value)
    as person_key
  from person where not is_known
),
met as (
  insert into contact_identities as k (organization_id, kind, scope, value, contact_id)
  select organization_id, identity_kind, identity_scope, identity_value, contact_id from unknown order by person_key
  on conflict (organization_id, kind, scope, value) do update set contact_id = k.contact_id
  returning concat_ws(' ', organization_id, kind, length(scope), scope, value) as person_key, contact_id
),
found as (
  select person, known_id as contact_id from person where is_known
  union all
  select p.person, m.contact_id from unknown p join met m on m.person_key = p.person_key
),
new_contact as (
  select p.place, p.organization_id, p.contact_id, c.*
  from unknown p join met m on m.contact_id = p.contact_id join intent i on i.place = p.place,
    json_to_record(i.contact::json) as c(${sql.literal(recordColumns)}, event_id uuid, event json)
),
inserted_contact as (
  insert into contacts (organization_id, ${sql.literal(insertedColumns)})
  select organization_id, ${sql.literal(insertedColumns)} from new_contact
),
met_intent as (
  select a.place, a.organization_id, a.at, a.contact_id, f.contact_id as found_id,
    f.contact_id::text || a.channel_account_id as thread_key
  from admitted a join found f on f.person = a.person
),
thread as (
  select thread_key, min(place) as place, left(thread_key, 36)::uuid as contact_id, max(at) as last_at
  from met_intent group by thread_key
),
talk as (
  insert into conversations as c
    (organization_id, id, contact_id, channel, channel_account_id, status, source, created_at, updated_at,
      last_outbound_at)
  select i.organization_id, i.conversation_id, t.contact_id, i.channel, i.channel_account_id, i.conversation_status,
    i.conversation_source, i.conversation_at, t.last_at, t.last_at
  from thread t join intent i on i.place = t.place order by t.thread_key
  on conflict (organization_id, contact_id, channel_account_id) where status <> 'closed'
    do update set updated_at = greatest(c.updated_at, excluded.updated_at), unread_count = 0,
      last_outbound_at = greatest(c.last_outbound_at, excluded.last_outbound_at)
  returning id, contact_id::text || channel_account_id as thread_key
),
activity as (
  insert into contact_activity as c (organization_id, contact_id, contact_created_at, last_message_at)
  select m.organization_id, m.found_id, coalesce(min(n.created_at), min(m.at)), max(m.at)
  from met_intent m left join new_contact n on n.contact_id = m.found_id
  group by m.organization_id, m.found_id order by m.found_id
  on conflict (organization_id, contact_id) do update set last_message_at = excluded.last_message_at
    where c.last_message_at < excluded.last_message_at
),
message as (
  insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
    peer, type, content, preview, status, created_at)
  select i.organization_id, i.message_id, t.id, a.found_id, i.channel, i.channel_account_id, 'outbound',
    i.peer, i.type, i.content::jsonb, i.preview, 'pending', i.at
  from met_intent a join talk t on t.thread_key = a.thread_key join intent i on i.place = a.place
  returning id, contact_id, conversation_id
),
happened as (
  select 1 as place, organization_id, event_id as id, 'contact.created' as type, null::uuid as conversation_id,
    created_at as occurred_at, event as data
  from new_contact
  union all
  select 1, i.organization_id, i.conversation_event_id, 'conversation.opened', s.id, i.conversation_at,
    replace(i.conversation_event, i.contact_id::text, t.contact_id::text)::json
  from thread t join intent i on i.place = t.place join talk s on s.id = i.conversation_id
),
${recordEvents(sql)}
select exists (select 1 from event where webhook_id is not null) as queued, m.contact_id, m.conversation_id,
  case when k.is_refused then k.known_id end as refused_id, k.concern as refusal,
  c.used::float8 as used, coalesce(w.monthly_limit, 0)::float8 as allowed
from intent i
  left join checked k on k.place = i.place
  left join message m on m.id = i.message_id
  left join counter c on c.unit = i.unit
  left join wanted w on w.unit = i.unit
order by i.place`
}
