import type { SqlClient, Statement } from "effect/sql"
import type { ToldAlong } from "./Told.ts"

/** The active subscription of an organization, as `recordEvents` asks for it. */
export const subscriptionOf = (sql: SqlClient.SqlClient, organizationId: Statement.Fragment) =>
  sql`select id, xmin as version, events from webhooks where organization_id = ${organizationId} and status = 'active'`

/**
 * The end of every statement that records events (`happened`: place, organization_id, id, type, conversation_id,
 * occurred_at, data; in a conversation in the order of `place`). Each is also entered in the log of deliveries when the
 * organization's subscription is active and wants it, as `wants` of the domain says: then it gets its number in its
 * conversation. The lock on that number makes later ones of the conversation wait for the commit, so their order is that
 * of the commits. Leaves `event` (organization_id, webhook_id).
 *
 * The subscription is looked up for each event, or the planner may read those of all organizations for a few, unless they
 * are of one organization and the caller has it (`subscription`); and once, which is what `offset 0` is for, not again for
 * each use of it. Conversations are counted (`talk`), and their numbers are looked up in lists by that, as it expects one
 * row of everything here and would compare each event with each number.
 */
export const recordEvents = (
  sql: SqlClient.SqlClient,
  subscription: Statement.Fragment = sql`(${subscriptionOf(sql, sql`h.organization_id`)})`
) => sql`
subscribed as (
  select h.*, row_number() over (partition by h.has_number, h.organization_id, h.conversation_id order by h.place) as nth,
    count(*) over (partition by h.has_number, h.organization_id, h.conversation_id) as of_conversation,
    dense_rank() over (partition by h.has_number order by h.organization_id, h.conversation_id) as talk
  from (select h.*, w.id as webhook_id, w.version, w.id is not null and h.conversation_id is not null as has_number
    from happened h left join lateral (
      select w.id, w.version from ${subscription} w
      where (h.type = any(w.events) or (h.type = 'postback' and 'message.received' = any(w.events))
          or h.type = 'webhook.test')
      offset 0
    ) w on true
    offset 0
  ) h
),
numbered as (
  insert into conversation_sequences as s (organization_id, conversation_id, last, turn, transaction)
  select organization_id, conversation_id, count(*), pg_current_xact_id(), pg_current_xact_id() from subscribed
  where has_number
  group by organization_id, conversation_id order by organization_id, conversation_id
  on conflict (organization_id, conversation_id) do update
    set last = s.last + excluded.last, turn = greatest(s.turn, excluded.turn), transaction = excluded.transaction,
      previous = case when s.xmin = s.transaction::xid then s.transaction end
  returning organization_id, conversation_id, last, turn, previous
),
numbers as materialized (
  select array_agg(last order by organization_id, conversation_id) as lasts,
    array_agg(turn order by organization_id, conversation_id) as turns,
    array_agg(previous order by organization_id, conversation_id) as previous
  from numbered
),
event as (
  insert into events (organization_id, id, type, conversation_id, occurred_at, data, webhook_id, turn, sequence)
  select s.organization_id, s.id, s.type, s.conversation_id, s.occurred_at, s.data, s.webhook_id,
    case when s.has_number then n.turns[s.talk] else pg_current_xact_id() end,
    case when s.has_number then n.lasts[s.talk] - s.of_conversation + s.nth else 0 end
  from subscribed s cross join numbers n
  returning organization_id, webhook_id
)`

/**
 * Goes behind `recordEvents` where its caller hands on what it has recorded: `recorded`, one row (`RecordedAnswer`), of
 * what was entered in the log. It is sorted before it is gathered, which leaves its data out of the sort.
 */
export const tellRecorded = (sql: SqlClient.SqlClient) => sql`
recorded as (
  select pg_current_xact_id()::text as transaction, array_agg(place) as places, array_agg(sequence) as sequences,
    array_agg(previous) as previous, array_agg(version) as versions
  from (
    select s.place::integer as place, s.version::text as version,
      case when s.has_number then n.lasts[s.talk] - s.of_conversation + s.nth else 0 end::integer as sequence,
      case when n.lasts[s.talk] = s.of_conversation then '0' else n.previous[s.talk]::text end as previous
    from subscribed s cross join numbers n where s.webhook_id is not null
    order by place
  ) r
)`

/** Whether other processes are told of it by the statement itself, with its commit: 1 when they are. */
export const tellAlong = (sql: SqlClient.SqlClient, along: ToldAlong | null) =>
  along === null
    ? sql`0`
    : sql`(select count(pg_notify(${along.channel}, ${along.before}::text || row_to_json(r)::text || ${along.after}::text))
        from recorded r where places is not null)::integer`
