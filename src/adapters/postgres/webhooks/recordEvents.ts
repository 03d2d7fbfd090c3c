import type { SqlClient, Statement } from "effect/sql"
import type { StatementNotify } from "./WakeChannel.ts"

/** The active subscription of an organization, in the form that `recordEvents` needs. */
export const subscriptionOf = (sql: SqlClient.SqlClient, organizationId: Statement.Fragment) =>
  sql`select id, events from webhooks where organization_id = ${organizationId} and status = 'active'`

/**
 * The end of every statement that records events. It takes `happened` (place, organization_id, id, type,
 * conversation_id, occurred_at, data, trace), in a conversation in the order of `place`, and leaves `event` (organization_id,
 * webhook_id).
 *
 * An event also enters the outbox where the organization's subscription is active and wants it: the condition repeats
 * `wants` of `domain/webhooks/Webhook.ts`, and a test compares the two. It gets its number in its conversation then, as
 * every event of a conversation does while there is a consumer of events. The row lock on that number makes later events of the conversation wait for the commit, so the order of the numbers is the order of
 * the commits.
 *
 * The subscription is looked up for each event, since the planner may otherwise read those of all organizations, unless
 * the events are of one organization and the caller passes its `subscription`. `offset 0` keeps the planner from
 * repeating the look-up for each use. Numbers are looked up in arrays by `talk`: the planner expects one row of each
 * step here, and a join would compare each event with each number.
 */
export const recordEvents = (
  sql: SqlClient.SqlClient,
  subscription: Statement.Fragment = sql`(${subscriptionOf(sql, sql`h.organization_id`)})`
) => sql`
subscribed as (
  select h.*, row_number() over (partition by h.has_number, h.organization_id, h.conversation_id order by h.place) as nth,
    count(*) over (partition by h.has_number, h.organization_id, h.conversation_id) as of_conversation,
    dense_rank() over (partition by h.has_number order by h.organization_id, h.conversation_id) as talk
  from (select h.*, w.id as webhook_id,
      h.conversation_id is not null and (w.id is not null or exists (select from event_consumers)) as has_number
    from happened h left join lateral (
      select w.id from ${subscription} w
      where (h.type = any(w.events) or (h.type = 'postback' and 'message.received' = any(w.events))
          or h.type = 'webhook.test')
      offset 0
    ) w on true
    offset 0
  ) h
),
numbered as (
  insert into conversation_sequences as s (organization_id, conversation_id, last, commit_order)
  select organization_id, conversation_id, count(*), pg_current_xact_id() from subscribed
  where has_number
  group by organization_id, conversation_id order by organization_id, conversation_id
  on conflict (organization_id, conversation_id) do update
    set last = s.last + excluded.last, commit_order = greatest(s.commit_order, excluded.commit_order)
  returning organization_id, conversation_id, last, commit_order
),
numbers as materialized (
  select array_agg(last order by organization_id, conversation_id) as lasts,
    array_agg(commit_order order by organization_id, conversation_id) as orders
  from numbered
),
event as (
  insert into events
    (organization_id, id, type, conversation_id, occurred_at, data, trace, webhook_id, commit_order, sequence)
  select s.organization_id, s.id, s.type, s.conversation_id, s.occurred_at, s.data, s.trace, s.webhook_id,
    case when s.has_number then n.orders[s.talk] else pg_current_xact_id() end,
    case when s.has_number then n.lasts[s.talk] - s.of_conversation + s.nth else 0 end
  from subscribed s cross join numbers n
  returning organization_id, webhook_id
)`

/** Notifies other processes with the commit where an event entered the outbox: 1 then, else 0. */
export const notifyRecorded = (sql: SqlClient.SqlClient, notify: StatementNotify | null) =>
  notify === null
    ? sql`0`
    : sql`(select count(pg_notify(${notify.channel}, ${notify.payload}))
        from (select from event where webhook_id is not null limit 1) e)::integer`
