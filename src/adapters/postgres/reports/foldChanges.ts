import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { CampaignId, ChannelAccountId, ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { Direction } from "../../../domain/messages/Message.ts"
import {
  ConversationFact,
  type ReportedConversation,
  ReportedPlace,
  conversationFacts,
  factCounters,
  negated
} from "../../../domain/reports/conversationFacts.ts"
import {
  type ReportCounter,
  ReportMeasure,
  ReportSubject,
  messageCounters,
  messageStates,
  sumCounters
} from "../../../domain/reports/reportCounters.ts"
import { epochMillis, integers, texts, uuids } from "../database/ArrayParameter.ts"
import { isListedRow } from "../messages/MessageRow.ts"

/** Held by the transaction that folds, so that it alone changes counters. Any number that no other lock has. */
const lockKey = 5_246_811

const Change = Schema.Struct({
  organizationId: OrganizationId,
  conversationId: Schema.NullOr(ConversationId),
  bucket: Schema.NullOr(Schema.Number),
  channel: Schema.NullOr(Channel),
  channelAccountId: Schema.NullOr(ChannelAccountId),
  direction: Schema.NullOr(Direction),
  memberId: Schema.NullOr(UserId),
  template: Schema.NullOr(Schema.String),
  campaignId: Schema.NullOr(CampaignId),
  state: Schema.NullOr(Schema.Number),
  messages: Schema.NullOr(Schema.Number)
})
type Change = typeof Change.Type
const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(Change))

/** Facts as they are stored, with the things that they count for. */
const StoredFacts = Schema.Struct({ place: ReportedPlace, facts: Schema.Array(ConversationFact) })
type StoredFacts = typeof StoredFacts.Type
const encodeFacts = Schema.encodeSync(Schema.fromJsonString(StoredFacts))

const Turn = Schema.Struct({ at: Schema.Number, isClosed: Schema.Boolean, closedBy: Schema.NullOr(Schema.String) })
const Said = Schema.Struct({
  id: Schema.String,
  at: Schema.Number,
  isInbound: Schema.Boolean,
  memberId: Schema.NullOr(UserId)
})

const ConversationRow = Schema.Struct({
  organizationId: OrganizationId,
  conversationId: ConversationId,
  former: Schema.NullOr(Schema.fromJsonString(StoredFacts)),
  /** Null once the conversation is part of another one. */
  place: Schema.NullOr(Schema.fromJsonString(ReportedPlace)),
  createdAt: Schema.NullOr(Schema.Number),
  hiddenAt: Schema.NullOr(Schema.Number),
  turns: Schema.fromJsonString(Schema.Array(Turn)),
  messages: Schema.fromJsonString(Schema.Array(Said))
})
const decodeConversations = Schema.decodeUnknownEffect(Schema.Array(ConversationRow))

const millis = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Removes the oldest changes from the queue. Each is seen by one fold only. */
const takeChanges = (sql: SqlClient.SqlClient, organizationId: OrganizationId | null, limit: number) => {
  const own = organizationId === null ? sql`` : sql`where organization_id = ${organizationId}::uuid`
  return sql`
    delete from report_changes where id in (select id from report_changes ${own} order by id limit ${limit}::int)
    returning organization_id as "organizationId", conversation_id as "conversationId", ${sql.literal(millis("bucket"))} as bucket,
      channel, channel_account_id as "channelAccountId", direction, member_id as "memberId", template,
      campaign_id as "campaignId", state, messages`.pipe(Effect.flatMap(decodeChanges))
}

const isUser = Schema.is(UserId)

/**
 * The conversations as they are now, after the changes: a change that is not in the queue yet causes another fold. Questions
 * and answers are those of `reportedMessage` of `domain/reports/conversationFacts.ts`, compared by
 * `testing/contracts/stores/Reports.contract.ts`.
 */
const readConversations = (
  sql: SqlClient.SqlClient,
  keys: ReadonlyArray<Pick<Change, "organizationId"> & { readonly conversationId: ConversationId }>
) =>
  sql`
    select d.organization_id as "organizationId", d.conversation_id as "conversationId", f.facts::text as former,
      case when v.id is not null then json_build_object('channel', v.channel, 'channelAccountId', v.channel_account_id,
        'teamId', v.team_id, 'labels', v.labels)::text end as place,
      ${sql.literal(millis("v.created_at"))} as "createdAt",
      case when v.contact_id is null then ${sql.literal(millis("v.updated_at"))} end as "hiddenAt",
      coalesce((
        select json_agg(json_build_object('at', ${sql.literal(millis("t.at"))}, 'isClosed', t.is_closed, 'closedBy', t.closed_by)
          order by t.id)
        from conversation_turns t
        where t.organization_id = d.organization_id and t.conversation_id = d.conversation_id
      ), '[]')::text as turns,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'at', ${sql.literal(millis("m.created_at"))},
          'isInbound', m.direction = 'inbound', 'memberId', m.annotations ->> 'member'))
        from messages m
        where m.organization_id = d.organization_id and m.conversation_id = d.conversation_id
          and (m.annotations ? 'imported') is not true and ${sql.literal(isListedRow)} and (m.direction = 'inbound' or (m.status <> 'failed'
            and (m.is_echo or m.annotations ?| array['member', 'agent'])))
      ), '[]')::text as messages
    from unnest(${uuids(keys.map(({ organizationId }) => organizationId))}::uuid[],
        ${uuids(keys.map(({ conversationId }) => conversationId))}::uuid[]) as d(organization_id, conversation_id)
      left join lateral (
        select * from conversations v where v.organization_id = d.organization_id and v.id = d.conversation_id offset 0
      ) v on true
      left join lateral (
        select facts from report_conversations f
        where f.organization_id = d.organization_id and f.conversation_id = d.conversation_id offset 0
      ) f on true`.pipe(Effect.flatMap(decodeConversations))

const countersOf = (stored: StoredFacts | null): ReadonlyArray<ReportCounter> =>
  stored === null ? [] : factCounters(stored.place, stored.facts)

/** The facts of a conversation now; null if it is part of another one. */
const factsNow = ({
  createdAt,
  former,
  hiddenAt,
  messages,
  place,
  turns
}: typeof ConversationRow.Type): StoredFacts | null => {
  if (place === null || createdAt === null) return null
  const conversation: ReportedConversation = {
    createdAt,
    hiddenAt,
    messages,
    turns: turns.map(({ at, closedBy, isClosed }) => ({
      at,
      isClosed,
      memberId: isClosed && isUser(closedBy) ? closedBy : null
    }))
  }
  return { place, facts: conversationFacts(conversation, former?.facts) }
}

const messagesOf = ({ bucket, channel, channelAccountId, direction, messages, state, ...change }: Change) => {
  const stateNow = messageStates[state ?? 0]
  return bucket === null ||
    channel === null ||
    channelAccountId === null ||
    direction === null ||
    messages === null ||
    stateNow === undefined
    ? []
    : messageCounters({ ...change, bucket, channel, channelAccountId, direction, messages, state: stateNow })
}

const addCounters = (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<ReportCounter & { readonly organizationId: OrganizationId }>
) =>
  rows.length === 0
    ? Effect.void
    : sql`
        insert into report_counters as c (organization_id, subject, measure, bucket, key, bin, number)
        select * from unnest(
          ${uuids(rows.map(({ organizationId }) => organizationId))}::uuid[],
          ${integers(rows.map(({ subject }) => ReportSubject.literals.indexOf(subject)))}::smallint[],
          ${integers(rows.map(({ measure }) => ReportMeasure.literals.indexOf(measure)))}::smallint[],
          ${epochMillis(rows.map(({ bucket }) => bucket))}::timestamptz[], ${texts(rows.map(({ key }) => key))}::text[],
          ${integers(rows.map(({ bin }) => bin))}::smallint[],
          ${texts(rows.map(({ number }) => String(number)))}::text[]::bigint[])
        on conflict (organization_id, subject, measure, bucket, key, bin) do update set number = c.number + excluded.number`

/**
 * Adds recorded changes to the counters, and returns how many. Messages are added as they are. The facts of changed
 * conversations are computed again; their counters change by the difference to those of the facts before. So changes count
 * once, in any order.
 */
export const foldChanges = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId | null,
  limit: number
) {
  yield* sql`select pg_advisory_xact_lock(${lockKey}::int, hashtext(current_schema()))`
  const changes = yield* takeChanges(sql, organizationId, limit)
  if (changes.length === 0) return 0
  const dirty = new Map(
    changes.flatMap(({ conversationId, organizationId }) =>
      conversationId === null ? [] : [[conversationId, { organizationId, conversationId }] as const]
    )
  )
  const conversations = dirty.size === 0 ? [] : yield* readConversations(sql, [...dirty.values()])
  const recounted = conversations.map((row) => Object.assign({ now: factsNow(row) }, row))
  const counters = new Map<OrganizationId, Array<ReportCounter>>()
  const add = (id: OrganizationId, added: ReadonlyArray<ReportCounter>) => {
    const known = counters.get(id)
    if (known === undefined) counters.set(id, [...added])
    else known.push(...added)
  }
  for (const change of changes) add(change.organizationId, messagesOf(change))
  for (const { former, now, organizationId } of recounted) {
    add(organizationId, negated(countersOf(former)))
    add(organizationId, countersOf(now))
  }
  yield* addCounters(
    sql,
    [...counters].flatMap(([organizationId, own]) =>
      sumCounters(own).map((counter) => Object.assign({ organizationId }, counter))
    )
  )
  const present = recounted.flatMap(({ conversationId, now, organizationId }) =>
    now === null ? [] : [{ organizationId, conversationId, facts: encodeFacts(now) }]
  )
  if (present.length > 0)
    yield* sql`
      insert into report_conversations as f (organization_id, conversation_id, facts)
      select organization_id, conversation_id, facts::json from unnest(
        ${uuids(present.map(({ organizationId }) => organizationId))}::uuid[],
        ${uuids(present.map(({ conversationId }) => conversationId))}::uuid[], ${texts(present.map(({ facts }) => facts))}::text[]
      ) as t(organization_id, conversation_id, facts)
      on conflict (organization_id, conversation_id) do update set facts = excluded.facts`
  const gone = recounted.filter(({ now }) => now === null)
  if (gone.length > 0)
    yield* sql`
      delete from report_conversations f using unnest(${uuids(gone.map(({ organizationId }) => organizationId))}::uuid[],
        ${uuids(gone.map(({ conversationId }) => conversationId))}::uuid[]) as t(organization_id, conversation_id)
      where f.organization_id = t.organization_id and f.conversation_id = t.conversation_id`
  return changes.length
})
