import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Stored totals and search rows that differ from contacts and conversations. */
export const wrongTotals = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    with contact as (
      select organization_id, 'contacts' as list, count(*) as there from contacts group by 1
    ),
    conversation as (
      select organization_id, concat_ws(' ', channel, status, assignee_id) as list, count(*) as there
      from conversations where contact_id is not null group by 1, 2
    ),
    kept as (
      select organization_id, 'contacts' as list, contacts as kept from inbox_totals
      union all
      select organization_id, concat_ws(' ', channel, status, assignee_id), total from conversation_totals
    ),
    said as (
      select distinct on (organization_id, contact_id) organization_id, contact_id, created_at as last_message_at
      from messages m where settled_at is not null and exists (select from conversations v
        where v.organization_id = m.organization_id and v.id = m.conversation_id)
      order by organization_id, contact_id, listed_at desc, id desc
    )
    select organization_id, list, kept::text, there::text
    from kept full join (select * from contact union all select * from conversation) t using (organization_id, list)
    where coalesce(kept, 0) <> coalesce(there, 0)
    union all
    select c.organization_id, 'activity', a.last_message_at::text, s.last_message_at::text
    from contacts c
      full join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
      left join said s on s.organization_id = c.organization_id and s.contact_id = c.id
    where c.id is null or a.contact_id is null or a.contact_created_at <> c.created_at
      or a.last_message_at <> coalesce(s.last_message_at, '-infinity')`
)
