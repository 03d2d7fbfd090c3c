import type { ContactId, ConversationId, OrganizationId } from "../../../domain/Ids.ts"
import { messagePreview } from "../../../domain/messages/messageText.ts"
import { monthOf } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendIntent } from "../../../ports/sends/SendLedger.ts"
import { contactRecord } from "../contacts/contactRecord.ts"
import { isoOrNull } from "../inbound/inboxRows.ts"
import { Array, Duration } from "effect"
import type { SqlClient } from "effect/sql"
import { keyRetention } from "../../../domain/sends/IdempotencyKey.ts"
import { booleans, instants, texts, uuids } from "../database/ArrayParameter.ts"
import { isRunningOf } from "../conversations/ConversationRow.ts"
import { uncertainty } from "../messages/MessageRow.ts"

/** The columns of an `opening`, as `json_to_record` takes them. `contact` is a `contactRecord`. */
export const openingColumns = `identity_kind text, identity_scope text, identity_value text, contact_id uuid,
  contact json, contact_event_id uuid, contact_event json, conversation_id uuid, conversation_status text,
  conversation_source text, conversation_at timestamptz, conversation_event_id uuid, conversation_event json,
  answered_id uuid`

/** The contact and conversation that the outcome of a send creates if they are missing, and their events. */
const opening = ({ answered, contact, contactEvent, conversation, conversationEvent, identity }: SendIntent) =>
  JSON.stringify({
    identity_kind: identity?.kind ?? null,
    identity_scope: identity?.scope ?? null,
    identity_value: identity?.value ?? null,
    contact_id: contact.id,
    contact: contactRecord(contact),
    contact_event_id: contactEvent.id,
    contact_event: contactEvent.data,
    conversation_id: conversation.id,
    conversation_status: conversation.status,
    conversation_source: conversation.source,
    conversation_at: isoOrNull(conversation.createdAt),
    conversation_event_id: conversationEvent.id,
    conversation_event: conversationEvent.data,
    answered_id: answered ?? null
  })

/** The annotations of the message as JSON; null without any. */
const annotationsOf = ({ agent, automatic, campaign, member, trace }: SendIntent): string | null =>
  agent === undefined &&
  automatic === undefined &&
  campaign === undefined &&
  member === undefined &&
  trace === undefined
    ? null
    : JSON.stringify({ trace, campaign, agent, automatic, member })

/**
 * One intent as columns. `unit` is the organization and the charged month, and `identity` is the recipient, each as one
 * key. A recipient without an identity is like no other.
 */
export const reserveRow = (organizationId: OrganizationId, intent: SendIntent) => {
  const { contact, conversation, identity } = intent
  return {
    organizationId,
    unit: `${organizationId.toLowerCase()} ${monthOf(intent.at)}`,
    at: intent.at,
    messageId: intent.messageId,
    identity:
      identity === null
        ? intent.messageId
        : `${organizationId} ${identity.kind} ${identity.scope.length} ${identity.scope} ${identity.value}`,
    identityKind: identity?.kind ?? null,
    identityScope: identity?.scope ?? null,
    identityValue: identity?.value ?? null,
    check: intent.check,
    peer: intent.peer,
    contactId: contact.id,
    conversationId: conversation.id,
    channel: conversation.channel,
    channelAccountId: conversation.channelAccountId,
    type: intent.type,
    content: JSON.stringify(intent.content),
    preview: messagePreview(intent.type, intent.content),
    opening: opening(intent),
    annotations: annotationsOf(intent),
    call: intent.call ?? null
  }
}
export type ReserveRow = ReturnType<typeof reserveRow>

/** Returns, for each key, the position of its first occurrence, counted from one. */
export const placesOfFirst = (keys: ReadonlyArray<string>): ReadonlyArray<number> => {
  const positions = new Map<string, number>()
  return keys.map((key, index) => {
    const position = positions.get(key) ?? index + 1
    if (position === index + 1) positions.set(key, position)
    return position
  })
}

const retention = `${Duration.toMillis(keyRetention)} milliseconds`

/**
 * The parts of the statement that reserves sends that take the keys of the calls. Without a key among the intents all parts
 * are empty, so the statement costs what it would cost without keys. `isRefused` is whether the recipient `r` of the intent `i` is
 * refused: such an intent does not take a key.
 *
 * - Keys are locked before the counters, in the order of the keys, so that statements wait for each other in one direction.
 * - Of intents with one key in one statement the first takes it.
 * - An intent takes its own key again when it is reserved a second time with another check.
 */
const takeKeys = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<ReserveRow>, isRefused: string) => {
  const none = sql.literal("")
  if (rows.every(({ call }) => call === null)) {
    return { arrays: none, columns: none, taken: none, isTaken: none, join: none, orTaken: none, shown: none }
  }
  const isTaken = `i.is_keyed and t.message_id is null and not ${isRefused}`
  const names = rows.map(({ call, organizationId }, index) =>
    call === null ? `${index}` : `${organizationId} ${call.api} ${call.key}`
  )
  const first = placesOfFirst(names)
  const column = (name: "api" | "key" | "fingerprint") =>
    texts(rows.map(({ call }, index) => (call !== null && first[index] === index + 1 ? call[name] : null)))
  return {
    arrays: sql`${column("api")}::text[], ${column("key")}::text[], ${column("fingerprint")}::text[],
    ${booleans(rows.map(({ call }) => call !== null))}::boolean[],`,
    columns: sql.literal("api, key, fingerprint, is_keyed,"),
    taken: sql`
taken as (
  insert into idempotency_keys as k (organization_id, api, key, fingerprint, message_id, created_at)
  select i.organization_id, i.api, i.key, i.fingerprint, i.message_id, i.at
  from intent i join recipient r on r.person = i.person
  where i.key is not null and not ${sql.literal(isRefused)}
  order by i.organization_id, i.api, i.key
  on conflict (organization_id, api, key) do update set fingerprint = excluded.fingerprint,
    message_id = excluded.message_id, status = null, sealed_body = null, is_lost = false, created_at = excluded.created_at
    where k.message_id = excluded.message_id or k.created_at <= excluded.created_at - ${retention}::interval
  returning k.message_id
),`,
    isTaken: sql.literal(`${isTaken} as is_taken,`),
    join: sql.literal("left join taken t on t.message_id = i.message_id"),
    orTaken: sql.literal(`or (${isTaken})`),
    shown: sql.literal(", k.is_taken")
  }
}

/** The limit where there is none: the largest count that the column holds. */
const unlimited = "9223372036854775807"

/** The result of an intent: the ids if it is recorded, else why it is not, or the month's usage. */
export interface ReserveAnswer {
  readonly contact_id: ContactId | null
  readonly conversation_id: ConversationId | null
  /** The refused recipient and the reason; null if the recipient is accepted. */
  readonly refused_id: ContactId | null
  readonly refusal: "blocked" | "opted_out" | null
  /** Null if the organization is suspended or does not exist, or if nothing of the month was requested. */
  readonly used: number | null
  readonly allowed: number
  /** Whether the key of the call belongs to another call. Absent without keys. */
  readonly is_taken?: boolean
}

/** Whether the recipient `r` of the intent `i` is refused. */
const isRefused = `coalesce(case i.recipient_check
      when 'blocked' then r.concern = 'blocked' when 'blockedOrOptedOut' then r.concern is not null end, false)`

/**
 * Reserves many sends in one statement.
 *
 * - A recipient is checked against the contact as it is in the snapshot, before anything is counted. This is
 *   `refusalOf` of `domain/contacts/RecipientCheck.ts`, compared by `testing/contracts/stores/sendLedger/recipients.ts`.
 * - The counter rises by the number that fits, computed in the row after its lock is acquired, so no concurrent
 *   statement is missed; `granted` is that number. Of the requested intents of a month the first `granted` are admitted.
 *   This is `admitted` of `domain/limits/MonthlyLimit.ts`, compared by
 *   `testing/contracts/stores/sendLedger/limiting.ts`.
 * - Lookups see the snapshot of the statement's start. If a contact or conversation is missing, or began since then,
 * the outcome finds or creates it from `opening` (contract: Contacts and conversations that begin with a send).
 * - `learned_at` and `listed_at` are `learnedAfter` and `listedAt` of `domain/messages/messageOrder.ts`, compared by
 *   `testing/contracts/stores/messageStore/listing.ts`.
 * - A message of the service itself makes nothing read. Its conversation is inserted with an unread count of 1, otherwise 0,
 *   by which the conflict clause multiplies the count.
 * - Rows that are locked are updated by a conflict on their primary key, since the planner would scan all of a small table
 *   to join them, and keep that plan.
 * - Wide columns stay in `intent` and are joined by position where they are written. Every step in between materializes
 *   rows of its own.
 * - The planner has to expect many rows, or it joins them by nested loops, and a full flush takes several times as
 *   long. It estimates ten rows for an array, so the series beside the arrays gives their number; an index
 *   lookup is a subquery; tests are on booleans, and joins on one key (`unit`, `person`, `thread_key`, a
 *   place), since its estimate for two keys is one row.
 * - Rows are locked in the order of their keys everywhere, so that statements wait for each other in one direction.
 */
export const reserveAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<ReserveRow>) => {
  const column = <Name extends keyof ReserveRow>(name: Name) => Array.map(rows, (row) => row[name])
  const keys = takeKeys(sql, rows, isRefused)
  // Most statements have no annotations, and omit the column.
  const isAnnotated = rows.some(({ annotations }) => annotations !== null)
  const annotationTexts = isAnnotated ? sql`${texts(column("annotations"))}::text[],` : sql``
  const annotationColumn = sql.literal(isAnnotated ? "annotations," : "")
  const annotated = sql.literal(isAnnotated ? ", annotations" : "")
  const annotations = isAnnotated ? sql`, coalesce(i.annotations::jsonb, '{}')` : sql``
  const isAutomatic = sql.literal(isAnnotated ? "coalesce(i.annotations::jsonb ? 'automatic', false)" : "false")
  return sql<ReserveAnswer>`
with intent as (
  select * from rows from (unnest(
    ${placesOfFirst(column("identity"))}::integer[],
    ${uuids(column("organizationId"))}::uuid[], ${column("unit")}::text[], ${instants(column("at"))}::timestamptz[],
    ${uuids(column("messageId"))}::uuid[], ${texts(column("identityKind"))}::text[], ${texts(column("identityScope"))}::text[],
    ${texts(column("identityValue"))}::text[], ${column("check")}::text[], ${column("peer")}::text[],
    ${uuids(column("contactId"))}::uuid[],
    ${uuids(column("conversationId"))}::uuid[], ${column("channel")}::text[], ${uuids(column("channelAccountId"))}::uuid[],
    ${keys.arrays} ${annotationTexts} ${column("type")}::text[], ${column("content")}::text[], ${column("preview")}::text[], ${column("opening")}::text[]
  ), generate_series(1, ${rows.length}::integer)) as t(person, organization_id, unit, at, message_id,
    identity_kind, identity_scope, identity_value, recipient_check, peer, contact_id, conversation_id, channel,
    channel_account_id, ${keys.columns} ${annotationColumn} type, content, preview, opening, place)
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
${keys.taken}
checked as (
  select c.*, count(*) filter (where not is_refused) over (partition by unit order by place) as turn
  from (
    select i.place, i.unit, r.known_id, r.concern, ${keys.isTaken}
      ${sql.literal(isRefused)} ${keys.orTaken} as is_refused
    from intent i join recipient r on r.person = i.person ${keys.join}
  ) c
),
wanted as (
  select w.* from (
    select unit, count(*) as units, left(unit, 36)::uuid as organization_id, substr(unit, 38)::date as month,
      (select coalesce(o.monthly_limit, ${unlimited}::bigint) from organizations o
        where o.id = left(unit, 36)::uuid and o.suspended_at is null) as monthly_limit
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
  select i.place, i.organization_id, i.at, i.channel_account_id, k.known_id,
    k.known_id::text || i.channel_account_id as thread_key, ${isAutomatic} as is_automatic
  from intent i join checked k on k.place = i.place join counter c on c.unit = k.unit
  where not k.is_refused and k.turn <= c.granted
),
thread as (
  select thread_key, max(at) as last_at, bool_and(is_automatic) as is_automatic, min(organization_id::text)::uuid as organization_id,
    left(thread_key, 36)::uuid as contact_id, substr(thread_key, 37)::uuid as channel_account_id
  from admitted where thread_key is not null group by thread_key
),
running as (
  select t.*, c.id
  from (select * from thread order by thread_key) t cross join lateral (
    select c.id from conversations c
    where ${sql.literal(isRunningOf("c", "t"))} and c.channel_account_id = t.channel_account_id
    for no key update
  ) c
),
talk as (
  insert into conversations as c
    (organization_id, id, contact_id, channel, channel_account_id, status, created_at, updated_at, unread_count)
  select organization_id, id, contact_id, '', channel_account_id, 'closed', last_at, last_at, is_automatic::integer
  from running order by thread_key
  on conflict (organization_id, id) do update set updated_at = greatest(c.updated_at, excluded.updated_at),
    unread_count = c.unread_count * excluded.unread_count,
    last_sent_at = case excluded.unread_count when 0
      then greatest(excluded.updated_at, c.last_learned_at + interval '1 millisecond') else c.last_sent_at end,
    last_written_at = greatest(excluded.updated_at, c.last_learned_at + interval '1 millisecond'),
    last_learned_at = greatest(excluded.updated_at, c.last_learned_at + interval '1 millisecond')
  returning id, contact_id::text || channel_account_id as thread_key, last_written_at
),
message as (
  insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
    peer, type, content, preview, status, created_at, learned_at, listed_at, opening${annotated})
  select i.organization_id, i.message_id, coalesce(t.id, i.conversation_id), coalesce(a.known_id, i.contact_id), i.channel,
    i.channel_account_id, 'outbound', i.peer, i.type, i.content::jsonb, i.preview, 'pending', i.at,
    coalesce(t.last_written_at, i.at), least(coalesce(t.last_written_at, i.at), i.at + ${uncertainty}::interval),
    case when t.id is null then i.opening::json end ${annotations}
  from admitted a left join talk t on t.thread_key = a.thread_key join intent i on i.place = a.place
  returning id, contact_id, conversation_id
)
select m.contact_id, m.conversation_id, case when k.is_refused then k.known_id end as refused_id, k.concern as refusal,
  c.used::float8 as used, coalesce(w.monthly_limit, 0)::float8 as allowed ${keys.shown}
from intent i
  left join checked k on k.place = i.place
  left join message m on m.id = i.message_id
  left join counter c on c.unit = i.unit
  left join wanted w on w.unit = i.unit
order by i.place`
}
