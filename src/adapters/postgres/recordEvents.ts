import type { SqlClient } from "effect/sql"

/**
 * The end of every statement that records events (`happened`: place, organization_id, id, type, conversation_id,
 * occurred_at, data; in a conversation in the order of `place`). Each is also entered in the log of deliveries when the
 * organization's subscription is active and wants it, as `wants` of the domain says: then it gets its number in its
 * conversation. The lock on that number makes later ones of the conversation wait for the commit, so their order is that
 * of the commits. Leaves `event` (organization_id, webhook_id).
 *
 * The subscription is looked up for each event, or the planner may read those of all organizations for a few; and once,
 * which is what `offset 0` is for, not again for each use of it. The numbers are looked up in an object, as it expects one
 * row of everything here and would compare each event with each number.
 */
export const recordEvents = (sql: SqlClient.SqlClient) => sql`
subscribed as (
  select h.*, row_number() over (partition by h.conversation_id, h.webhook_id is null order by h.place) as nth,
    count(*) over (partition by h.conversation_id, h.webhook_id is null) as of_conversation
  from (
    select h.*, (
      select w.id from webhooks w where w.organization_id = h.organization_id and w.status = 'active'
        and (h.type = any(w.events) or (h.type = 'postback' and 'message.received' = any(w.events))
          or h.type = 'webhook.test')
    ) as webhook_id
    from happened h
    offset 0
  ) h
),
numbered as (
  insert into conversation_sequences as s (organization_id, conversation_id, last, turn)
  select organization_id, conversation_id, count(*), pg_current_xact_id() from subscribed
  where webhook_id is not null and conversation_id is not null
  group by organization_id, conversation_id order by organization_id, conversation_id
  on conflict (organization_id, conversation_id) do update
    set last = s.last + excluded.last, turn = greatest(s.turn, excluded.turn)
  returning conversation_id, last, turn
),
numbers as materialized (
  select coalesce(jsonb_object_agg(conversation_id, jsonb_build_array(last, turn::text)), '{}') as of_conversation
  from numbered
),
event as (
  insert into events (organization_id, id, type, conversation_id, occurred_at, data, webhook_id, turn, sequence)
  select w.organization_id, w.id, w.type, w.conversation_id, w.occurred_at, w.data, w.webhook_id,
    coalesce((w.numbered ->> 1)::xid8, pg_current_xact_id()),
    coalesce((w.numbered ->> 0)::integer - w.of_conversation + w.nth, 0)
  from (
    select s.*, case when s.webhook_id is not null then n.of_conversation -> s.conversation_id::text end as numbered
    from subscribed s cross join numbers n
  ) w
  returning organization_id, webhook_id
)`
