import type { SqlClient } from "effect/sql"

/**
 * The end of every statement that records events (`happened`: place, organization_id, id, type, conversation_id,
 * occurred_at, data; in a conversation in the order of `place`). Each is also entered in the log of deliveries when the
 * organization's subscription is active and wants it, as `wants` of the domain says: then it gets its number in its
 * conversation. The lock on that number makes later ones of the conversation wait for the commit, so their order is that
 * of the commits. Leaves `event` (organization_id, webhook_id).
 *
 * The subscription is looked up for each event, or the planner may read those of all organizations for a few; and once,
 * which is what `offset 0` is for, not again for each use of it. Conversations are counted (`talk`), and their numbers are
 * looked up in lists by that, as it expects one row of everything here and would compare each event with each number.
 */
export const recordEvents = (sql: SqlClient.SqlClient) => sql`
subscribed as (
  select h.*, row_number() over (partition by h.has_number, h.organization_id, h.conversation_id order by h.place) as nth,
    count(*) over (partition by h.has_number, h.organization_id, h.conversation_id) as of_conversation,
    dense_rank() over (partition by h.has_number order by h.organization_id, h.conversation_id) as talk
  from (select h.*, h.webhook_id is not null and h.conversation_id is not null as has_number from (
    select h.*, (
      select w.id from webhooks w where w.organization_id = h.organization_id and w.status = 'active'
        and (h.type = any(w.events) or (h.type = 'postback' and 'message.received' = any(w.events))
          or h.type = 'webhook.test')
    ) as webhook_id
    from happened h
    offset 0
  ) h) h
),
numbered as (
  insert into conversation_sequences as s (organization_id, conversation_id, last, turn)
  select organization_id, conversation_id, count(*), pg_current_xact_id() from subscribed
  where has_number
  group by organization_id, conversation_id order by organization_id, conversation_id
  on conflict (organization_id, conversation_id) do update
    set last = s.last + excluded.last, turn = greatest(s.turn, excluded.turn)
  returning organization_id, conversation_id, last, turn
),
numbers as materialized (
  select array_agg(last order by organization_id, conversation_id) as lasts,
    array_agg(turn order by organization_id, conversation_id) as turns
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
