import { Array, DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { contactCreated, conversationOpened } from "../../domain/Event.ts"
import { ContactId, ConversationId, type OrganizationId } from "../../domain/Ids.ts"
import { monthOf } from "../../domain/MonthlyLimit.ts"
import { searchedText } from "../../domain/ContactSearch.ts"
import type { SendIntent } from "../../ports/SendLedger.ts"
import { recordEvents } from "./recordEvents.ts"

/** One intent as text columns, absent as the empty text: the driver cannot tell the type of an array of nulls. */
export const reserveRow = (organizationId: OrganizationId, intent: SendIntent) => ({
  organizationId,
  month: monthOf(intent.at),
  at: DateTime.formatIso(intent.at),
  messageId: intent.messageId,
  identityKind: intent.identity.kind,
  identityScope: intent.identity.scope,
  identityValue: intent.identity.value,
  counterpart: intent.counterpart,
  phone: intent.contact.phone ?? "",
  contactId: intent.contact.id,
  contactAt: DateTime.formatIso(intent.contact.createdAt),
  vendorContactId: intent.contact.vendorContactId,
  name: intent.contact.name,
  email: intent.contact.email ?? "",
  countryCode: intent.contact.countryCode ?? "",
  tags: JSON.stringify(intent.contact.tags),
  labels: JSON.stringify(intent.contact.labels),
  attributes: JSON.stringify(intent.contact.attributes),
  source: intent.contact.source,
  isBlocked: String(intent.contact.isBlocked),
  optedIn: String(intent.contact.optedIn),
  contactUpdatedAt: DateTime.formatIso(intent.contact.updatedAt),
  searched: searchedText(intent.contact),
  conversationId: intent.conversation.id,
  conversationStatus: intent.conversation.status,
  conversationSource: intent.conversation.source,
  conversationAt: DateTime.formatIso(intent.conversation.createdAt),
  channel: intent.conversation.channel,
  channelAccountId: intent.conversation.channelAccountId,
  type: intent.type,
  content: JSON.stringify(intent.content),
  contactEventId: intent.contactEventId,
  contactEvent: JSON.stringify(contactCreated(intent.contactEventId, intent.contact, intent.contact.source).data),
  conversationEventId: intent.conversationEventId,
  conversationEvent: JSON.stringify(conversationOpened(intent.conversationEventId, intent.conversation).data)
})
export type ReserveRow = ReturnType<typeof reserveRow>

const Answer = Schema.Union([
  Schema.Struct({ _tag: Schema.Literal("Reserved"), contactId: ContactId, conversationId: ConversationId }),
  Schema.Struct({ _tag: Schema.Literal("Refused"), used: Schema.Int, allowed: Schema.Int })
])
const decodeAnswers = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ queued: Schema.Boolean, answer: Answer }))
)

/**
 * The whole of many reservations as one statement. Each answer also says whether the statement put anything into the
 * delivery queue.
 *
 * - The counter is raised by what fits, in the row as it is once its lock is held, so no concurrent statement is missed;
 *   `granted` tells how much that was. Of the intents of an organization the first `granted` are admitted.
 * - What is looked up here was true when the statement began. Whoever became known since then is met by the conflict
 *   clause, which writes nothing new and gives the row that is there.
 * - The planner has to expect many rows, or it joins them by nested loops, and a full flush takes several times as long.
 *   It takes an array for ten, so the series beside them tells how many there are; what an index finds stands in a
 *   subquery; tests are on booleans, and joins on one key (`person_key`, `thread_key`, an id), since its guess for two
 *   keys is one row.
 * - Rows are taken in the order of their keys everywhere, so that statements wait for each other in one direction.
 */
export const reserveAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<ReserveRow>) => {
  const column = (name: keyof ReserveRow) => Array.map(rows, (row) => row[name])
  return sql`
with intent as (
  select place, organization_id::uuid, month::date, at::timestamptz, message_id::uuid, identity_kind,
    identity_scope, identity_value, counterpart, nullif(phone, '') as phone, contact_id::uuid, contact_at::timestamptz,
    vendor_contact_id, name, nullif(email, '') as email, nullif(country_code, '') as country_code,
    array(select json_array_elements_text(tags::json)) as tags,
    array(select json_array_elements_text(labels::json)) as labels, attributes, source, is_blocked::boolean,
    opted_in::boolean, contact_updated_at::timestamptz, searched, conversation_id::uuid, conversation_status,
    conversation_source, conversation_at::timestamptz, channel, channel_account_id::uuid, type, content,
    contact_event_id::uuid, contact_event, conversation_event_id::uuid, conversation_event,
    concat_ws(' ', organization_id, identity_kind, length(identity_scope), identity_scope, identity_value) as person_key
  from rows from (unnest(
    ${column("organizationId")}::text[], ${column("month")}::text[], ${column("at")}::text[],
    ${column("messageId")}::text[], ${column("identityKind")}::text[], ${column("identityScope")}::text[],
    ${column("identityValue")}::text[], ${column("counterpart")}::text[], ${column("phone")}::text[],
    ${column("contactId")}::text[], ${column("contactAt")}::text[], ${column("vendorContactId")}::text[],
    ${column("name")}::text[], ${column("email")}::text[], ${column("countryCode")}::text[],
    ${column("tags")}::text[], ${column("labels")}::text[], ${column("attributes")}::text[],
    ${column("source")}::text[], ${column("isBlocked")}::text[], ${column("optedIn")}::text[],
    ${column("contactUpdatedAt")}::text[], ${column("searched")}::text[], ${column("conversationId")}::text[],
    ${column("conversationStatus")}::text[], ${column("conversationSource")}::text[],
    ${column("conversationAt")}::text[], ${column("channel")}::text[], ${column("channelAccountId")}::text[],
    ${column("type")}::text[], ${column("content")}::text[], ${column("contactEventId")}::text[],
    ${column("contactEvent")}::text[], ${column("conversationEventId")}::text[],
    ${column("conversationEvent")}::text[]
  ), generate_series(1, ${rows.length}::integer)) as t(organization_id, month, at, message_id, identity_kind,
    identity_scope, identity_value, counterpart, phone, contact_id, contact_at, vendor_contact_id, name, email,
    country_code, tags, labels, attributes, source, is_blocked, opted_in, contact_updated_at, searched, conversation_id,
    conversation_status, conversation_source, conversation_at, channel, channel_account_id, type, content,
    contact_event_id, contact_event, conversation_event_id, conversation_event, place)
),
wanted as (
  select w.*, (select o.monthly_limit from organizations o where o.id = w.organization_id) as monthly_limit
  from (select organization_id, month, count(*) as units from intent group by organization_id, month) w
  where (select true from organizations o where o.id = w.organization_id)
),
counter as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select organization_id, month, least(units, monthly_limit), least(units, monthly_limit)
  from wanted order by organization_id, month
  on conflict (organization_id, month) do update set
    granted = greatest(0, least(excluded.granted, (select w.monthly_limit from wanted w
      where w.organization_id = u.organization_id and w.month = u.month) - u.used)),
    used = u.used + greatest(0, least(excluded.granted, (select w.monthly_limit from wanted w
      where w.organization_id = u.organization_id and w.month = u.month) - u.used))
  returning organization_id, month, used, granted
),
admitted as (
  select i.* from (
    select *, row_number() over (partition by organization_id, month order by place) as turn from intent
  ) i
  where i.turn <= (select c.granted from counter c where c.organization_id = i.organization_id and c.month = i.month)
),
person as (
  select p.*, known_id is not null as is_known from (
    select distinct on (person_key) a.*, (
      select k.contact_id from contact_identities k
      where k.organization_id = a.organization_id and k.kind = a.identity_kind and k.scope = a.identity_scope
        and k.value = a.identity_value
    ) as known_id
    from admitted a order by person_key, place
  ) p
),
met as (
  insert into contact_identities as k (organization_id, kind, scope, value, contact_id)
  select organization_id, identity_kind, identity_scope, identity_value, contact_id from person where not is_known
  order by person_key
  on conflict (organization_id, kind, scope, value) do update set contact_id = k.contact_id
  returning concat_ws(' ', organization_id, kind, length(scope), scope, value) as person_key, contact_id
),
found as (
  select p.person_key, coalesce(p.known_id, m.contact_id) as contact_id
  from person p left join met m on m.person_key = p.person_key
),
new_contact as (
  insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, labels,
    attributes, source, is_blocked, opted_in, created_at, updated_at, searched)
  select p.organization_id, p.contact_id, p.vendor_contact_id, p.phone, p.name, p.email, p.country_code, p.tags, p.labels,
    p.attributes::jsonb, p.source, p.is_blocked, p.opted_in, p.contact_at, p.contact_updated_at, p.searched
  from person p join met m on m.contact_id = p.contact_id
  returning organization_id, id
),
met_intent as (
  select a.*, f.contact_id as found_id, f.contact_id::text || a.channel_account_id as thread_key
  from admitted a join found f on f.person_key = a.person_key
),
thread as (
  select distinct on (thread_key) a.*, max(at) over (partition by thread_key) as last_at,
    replace(a.conversation_event, a.contact_id::text, a.found_id::text) as event
  from met_intent a order by thread_key, place
),
talk as (
  insert into conversations as c
    (organization_id, id, contact_id, channel, channel_account_id, status, source, created_at, updated_at,
      last_outbound_at)
  select organization_id, conversation_id, found_id, channel, channel_account_id, conversation_status,
    conversation_source, conversation_at, last_at, last_at
  from thread order by thread_key
  on conflict (organization_id, contact_id, channel_account_id) where status <> 'closed'
    do update set updated_at = greatest(c.updated_at, excluded.updated_at), unread_count = 0,
      last_outbound_at = greatest(c.last_outbound_at, excluded.last_outbound_at)
  returning id, contact_id::text || channel_account_id as thread_key
),
activity as (
  insert into contact_activity as c (organization_id, contact_id, contact_created_at, last_message_at)
  select organization_id, found_id, min(contact_at), max(at) from met_intent
  group by organization_id, found_id order by found_id
  on conflict (organization_id, contact_id) do update set last_message_at = excluded.last_message_at
    where c.last_message_at < excluded.last_message_at
),
message as (
  insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
    counterpart, type, content, status, created_at)
  select a.organization_id, a.message_id, t.id, a.found_id, a.channel, a.channel_account_id, 'outbound',
    a.counterpart, a.type, a.content::jsonb, 'pending', a.at
  from met_intent a join talk t on t.thread_key = a.thread_key
  returning organization_id, id, contact_id, conversation_id
),
happened as (
  select 1 as place, p.organization_id, p.contact_event_id as id, 'contact.created' as type,
    null::uuid as conversation_id, p.contact_at as occurred_at, p.contact_event::json as data
  from person p join new_contact n on n.id = p.contact_id
  union all
  select 1, t.organization_id, t.conversation_event_id, 'conversation.opened', s.id, t.conversation_at, t.event::json
  from thread t join talk s on s.id = t.conversation_id
),
${recordEvents(sql)}
select exists (select 1 from event where webhook_id is not null) as queued, case
  when m.id is not null then
    json_build_object('_tag', 'Reserved', 'contactId', m.contact_id, 'conversationId', m.conversation_id)
  else json_build_object('_tag', 'Refused', 'used', c.used, 'allowed', w.monthly_limit)
end as answer
from intent i
  left join message m on m.id = i.message_id
  left join counter c on c.organization_id = i.organization_id and c.month = i.month
  left join wanted w on w.organization_id = i.organization_id and w.month = i.month
order by i.place`.pipe(Effect.flatMap((answers) => Effect.orDie(decodeAnswers(answers))))
}
