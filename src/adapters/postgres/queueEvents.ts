import type { SqlClient } from "effect/sql"

/**
 * The end of every statement that records events (`event`: organization_id, id, type, occurred_at): each enters the
 * delivery queue when the organization's subscription is active and wants it, as `wants` of the domain says.
 */
export const queueEvents = (sql: SqlClient.SqlClient) => sql`
  insert into deliveries (organization_id, event_id, due_at, type, created_at)
  select e.organization_id, e.id, e.occurred_at, e.type, e.occurred_at
  from event e join webhooks w on w.organization_id = e.organization_id
  where w.status = 'active'
    and (e.type = any(w.events) or (e.type = 'postback' and 'message.received' = any(w.events))
      or e.type = 'webhook.test')
  returning event_id`
