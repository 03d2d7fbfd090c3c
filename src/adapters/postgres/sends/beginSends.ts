import type { SqlClient } from "effect/sql"
import { transitions } from "../../../domain/conversations/conversationActions.ts"
import { insertedColumns, recordColumns } from "../contacts/contactRecord.ts"
import { openingColumns } from "./reserveAll.ts"

/**
 * Begins the contacts and the conversations of sends whose outcome is recorded, from the rows of `matched` that open
 * (contract: Contacts and conversations that begin with a send). It leaves `begun` (place, contact_id,
 * conversation_id), `new_contact` and `new_conversation`.
 *
 * - The messages are locked first, so that of two statements with an outcome of one message only one begins anything.
 * - The person of a private reply is the one that the outcome names.
 * - An existing contact or conversation is joined. For one that began since the statement's snapshot, the
 *   conflict clause writes no new row and returns the existing one.
 * - A conversation that is joined stays unread: it was not known when the send was reserved.
 * - A closed conversation that the first send of a thread answers in is opened again, unless another one is not closed. This
 *   is `reopen` of `domain/conversations/conversationActions.ts`, compared by
 *   `testing/contracts/stores/sendLedger/answering.ts`. If one begins meanwhile, the unique index refuses the statement, and
 *   its retry sees it.
 * - The event of a new conversation names the contact that was found. This is `openedFor` of
 *   `domain/webhooks/conversationEvents.ts`, compared by `testing/contracts/stores/sendLedger/reserving.ts`.
 * - Rows are locked in the order of their keys, like everywhere.
 */
export const beginSends = (sql: SqlClient.SqlClient) => sql`
opened as (
  select o.place, o.organization_id, m.trace, m.channel, m.channel_account_id, m.created_at, m.learned_at, x.*, p.*,
    concat_ws(' ', o.organization_id, p.kind, length(p.scope), p.scope, p.value) as person_key
  from (
      select place, organization_id, message_id, named_person from matched
      where opens and echo_id is null order by message_id
    ) o
    cross join lateral (
      select m.channel, m.channel_account_id, m.created_at, m.learned_at, m.opening, m.annotations ->> 'trace' as trace
      from messages m
      where m.organization_id = o.organization_id and m.id = o.message_id and m.opening is not null
      for no key update
    ) m
    cross join lateral json_to_record(m.opening) as x(${sql.literal(openingColumns)})
    cross join lateral (
      select coalesce(x.identity_kind, o.named_person ->> 'kind') as kind,
        coalesce(x.identity_scope, o.named_person ->> 'scope') as scope,
        coalesce(x.identity_value, o.named_person ->> 'value') as value
    ) p
),
person as (
  select p.*, known_id is not null as is_known from (
    select distinct on (person_key) o.*, (
      select k.contact_id from contact_identities k
      where k.organization_id = o.organization_id and k.kind = o.kind and k.scope = o.scope and k.value = o.value
    ) as known_id
    from opened o order by person_key, place
  ) p
),
met as (
  insert into contact_identities as k (organization_id, kind, scope, value, contact_id)
  select organization_id, kind, scope, value, contact_id from person
  where not is_known order by person_key
  on conflict (organization_id, kind, scope, value) do update set contact_id = k.contact_id
  returning concat_ws(' ', organization_id, kind, length(scope), scope, value) as person_key, contact_id
),
found as (
  select person_key, known_id as contact_id from person where is_known
  union all
  select person_key, contact_id from met
),
new_contact as (
  select p.organization_id, p.trace, p.contact_id, p.contact_event_id, p.contact_event, c.*
  from person p join met m on m.contact_id = p.contact_id,
    json_to_record(p.contact) as c(${sql.literal(recordColumns)})
),
inserted_contact as (
  insert into contacts (organization_id, ${sql.literal(insertedColumns)})
  select organization_id, ${sql.literal(insertedColumns)} from new_contact
),
met_send as (
  select o.*, f.contact_id as found_id, f.contact_id::text || o.channel_account_id as thread_key
  from opened o join found f on f.person_key = o.person_key
),
thread as (
  select distinct on (thread_key) s.*, max(created_at) over whole as last_at, max(learned_at) over whole as sent_at
  from met_send s window whole as (partition by thread_key) order by thread_key, place
),
answered as (
  select t.organization_id, t.answered_id, t.thread_key, t.last_at, t.sent_at, t.channel_account_id
  from (select * from thread where answered_id is not null order by organization_id, answered_id) t cross join lateral (
    select c.id from conversations c
    where c.organization_id = t.organization_id and c.id = t.answered_id and c.contact_id = t.found_id
      and c.channel_account_id = t.channel_account_id and c.status = 'closed' and not exists (
        select from conversations v
        where v.contact_id = t.found_id and v.organization_id::text = t.organization_id::text
          and v.status <> 'closed' and v.channel_account_id = t.channel_account_id
      )
    for no key update of c
  ) c
),
reopened as (
  insert into conversations as c
    (organization_id, id, channel, channel_account_id, status, created_at, updated_at, last_sent_at)
  select organization_id, answered_id, '', channel_account_id, 'closed', last_at, last_at, sent_at
  from answered order by organization_id, answered_id
  on conflict (organization_id, id) do update set status = ${sql.literal(`'${transitions.reopen.closed}'`)},
    closed_at = null, closed_by = null, resolution = null, unread_count = 0,
    updated_at = greatest(c.updated_at, excluded.updated_at),
    last_sent_at = greatest(excluded.last_sent_at, c.last_learned_at + interval '1 millisecond'),
    last_written_at = greatest(excluded.last_sent_at, c.last_learned_at + interval '1 millisecond'),
    last_learned_at = greatest(excluded.last_sent_at, c.last_learned_at + interval '1 millisecond')
  returning id, contact_id::text || channel_account_id as thread_key
),
talk as (
  insert into conversations as c
    (organization_id, id, contact_id, channel, channel_account_id, status, source, created_at, updated_at,
      last_learned_at, last_sent_at, last_written_at)
  select organization_id, conversation_id, found_id, channel, channel_account_id, conversation_status,
    conversation_source, conversation_at, greatest(conversation_at, last_at), sent_at, sent_at, sent_at
  from thread
  where thread_key not in (select thread_key from reopened)
  order by thread_key
  on conflict (organization_id, contact_id, channel_account_id) where status <> 'closed'
    do update set updated_at = greatest(c.updated_at, excluded.updated_at),
      last_written_at = greatest(c.last_written_at, excluded.last_written_at)
  returning id, contact_id::text || channel_account_id as thread_key
),
open_conversation as (
  select id, thread_key from talk union all select id, thread_key from reopened
),
new_conversation as (
  select t.organization_id, t.trace, t.conversation_id as id, t.conversation_event_id, t.conversation_at,
    replace(t.conversation_event::text, t.contact_id::text, t.found_id::text)::json as conversation_event
  from thread t join talk s on s.id = t.conversation_id
  union all
  select t.organization_id, t.trace, s.id, t.conversation_event_id, t.conversation_at,
    replace(replace(t.conversation_event::text, t.contact_id::text, t.found_id::text), t.conversation_id::text, s.id::text)::json
  from thread t join reopened s on s.thread_key = t.thread_key
),
begun as (
  select s.place, s.found_id as contact_id, t.id as conversation_id
  from met_send s join open_conversation t on t.thread_key = s.thread_key
)`
