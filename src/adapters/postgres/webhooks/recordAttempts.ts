import { Array } from "effect"
import type { SqlClient } from "effect/sql"
import { failuresThatHold } from "../../../domain/webhooks/Delivery.ts"
import type { AttemptOutcome } from "../../../ports/webhooks/DeliveryQueue.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"
import { endpointOf } from "./deferredDeliveries.ts"
import { instants, integers, texts, uuids } from "../database/ArrayParameter.ts"

/** The columns of an attempt. */
export const attemptRow = ({
  at,
  delivery,
  detail,
  disables,
  durationMillis,
  next,
  response,
  status,
  url
}: AttemptOutcome) => ({
  organizationId: delivery.organizationId,
  eventId: delivery.event.id,
  conversationId: delivery.event.conversationId,
  sequence: delivery.event.sequence,
  failures: delivery.failures,
  endpointId: endpointOf(delivery),
  isDeferred: delivery.isDeferred,
  url,
  at,
  status,
  durationMillis,
  response,
  detail,
  next: next._tag,
  dueAt: next._tag === "Retry" ? next.dueAt : null,
  disables
})
export type AttemptRow = ReturnType<typeof attemptRow>

/** The month of an instant: `monthOf` of `domain/limits/MonthlyLimit.ts`, compared by `test/postgres/restatedRules.test.ts`. */
export const monthOfColumn = (at: string): string => `(date_trunc('month', ${at} at time zone 'UTC'))::date`

/**
 * Records many outcomes in one statement. A successful delivery writes one row, its attempt. The first failure adds a
 * row to the retry queue, and the last outcome removes it. A subscription is updated when it begins to fail and when it
 * recovers. `held` is materialized: otherwise its subquery runs for each row of the retry queue. Deliveries of a removed
 * subscription are not deferred: the lock makes the removal of a subscription wait, so that it sees these rows. The id
 * of a notification is made of the ids of the event and the owner (UUID version 8), so that an owner gets one per
 * attempt.
 */
export const recordAttempts = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<AttemptRow>) => {
  const column = <Name extends keyof AttemptRow>(name: Name) => Array.map(rows, (row) => row[name])
  return sql`
with given as (
  select * from unnest(
    ${uuids(column("organizationId"))}::uuid[], ${uuids(column("eventId"))}::uuid[],
    ${uuids(column("conversationId"))}::uuid[], ${column("sequence")}::integer[], ${column("failures")}::integer[],
    ${column("isDeferred")}::boolean[], ${column("url")}::text[], ${instants(column("at"))}::timestamptz[],
    ${integers(column("status"))}::integer[], ${column("durationMillis")}::integer[],
    ${texts(column("response"))}::text[], ${column("detail")}::text[], ${column("next")}::text[],
    ${instants(column("dueAt"))}::timestamptz[], ${texts(column("disables"))}::text[], ${uuids(column("endpointId"))}::uuid[]
  ) with ordinality as t(organization_id, event_id, conversation_id, sequence, failures, is_deferred, url, at, status,
    duration_millis, response, detail, next, due_at, disables, endpoint_id, place)
),
attempt as materialized (
  select g.*, (select case when g.endpoint_id = ${noEndpoint}::uuid then e.webhook_id
        when g.endpoint_id = any(e.endpoint_ids) then g.endpoint_id end
      from events e where e.organization_id = g.organization_id and e.id = g.event_id) as webhook_id,
    (select true from delivery_attempts d where d.organization_id = g.organization_id and d.event_id = g.event_id
      and d.endpoint_id = g.endpoint_id limit 1) is not null as was_tried,
    case when g.next = 'Retry' and not g.is_deferred
      then (select w.id from webhooks w where w.organization_id = g.organization_id
        and case when g.endpoint_id = ${noEndpoint}::uuid then w.endpoint is null else w.id = g.endpoint_id end
        for key share) end as subscription_id
  from given g
),
counted as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select organization_id, ${sql.literal(monthOfColumn("at"))} as month, count(distinct (event_id, endpoint_id)), 0
  from attempt where webhook_id is not null and not was_tried group by 1, 2 order by 1, 2
  on conflict (organization_id, month) do update set used = u.used + excluded.used
),
recorded as (
  insert into delivery_attempts
    (organization_id, event_id, url, at, status, duration_millis, response, detail, result, endpoint_id)
  select organization_id, event_id, url, at, status, duration_millis, response, detail, next, endpoint_id
  from attempt where webhook_id is not null order by place
),
retried as (
  update deferred_deliveries d set due_at = a.due_at, failures = d.failures + 1
  from attempt a where a.next = 'Retry' and a.is_deferred
    and d.organization_id = a.organization_id and d.event_id = a.event_id and d.endpoint_id = a.endpoint_id
),
failed as (
  insert into deferred_deliveries as d
    (organization_id, event_id, conversation_id, sequence, failures, due_at, endpoint_id)
  select a.organization_id, a.event_id, a.conversation_id, a.sequence, a.failures + 1, a.due_at, a.endpoint_id
  from attempt a where a.webhook_id = a.subscription_id
  order by a.organization_id, a.event_id, a.endpoint_id
  on conflict (organization_id, event_id, endpoint_id) do update set due_at = excluded.due_at, failures = d.failures + 1
),
ended as (
  delete from deferred_deliveries d using attempt a
  where a.next <> 'Retry' and d.organization_id = a.organization_id and d.event_id = a.event_id
    and d.endpoint_id = a.endpoint_id
),
held as materialized (
  select a.organization_id, a.conversation_id, a.event_id, a.endpoint_id, a.at, (
    select h.event_id from deferred_deliveries h
    where h.organization_id = a.organization_id and h.conversation_id = a.conversation_id
      and h.endpoint_id = a.endpoint_id and h.due_at is null
    order by h.sequence limit 1) as held_id
  from attempt a
  where a.conversation_id is not null and a.is_deferred
    and (a.next <> 'Retry' or a.failures + 1 >= ${failuresThatHold}::integer)
),
released as (
  update deferred_deliveries d set due_at = h.at from held h
  where d.organization_id = h.organization_id and d.event_id = h.held_id and d.endpoint_id = h.endpoint_id and not exists (
    select 1 from deferred_deliveries b
    where b.organization_id = d.organization_id and b.conversation_id = d.conversation_id
      and b.endpoint_id = d.endpoint_id and b.sequence < d.sequence and b.due_at is not null and b.failures < ${failuresThatHold}::integer and b.event_id <> h.event_id)
),
health as (
  select organization_id, endpoint_id, url, bool_or(next = 'Done') as succeeds, min(at) filter (where next <> 'Done') as refused_at,
    max(disables) as disables, max(at) as at, max(event_id::text) as event_id
  from attempt where webhook_id is not null group by organization_id, endpoint_id, url
),
told as (
  update webhooks w set
    failing_since = case when not h.succeeds then coalesce(w.failing_since, h.refused_at) end,
    status = case when h.disables = 'gone' or (h.disables = 'failing' and w.failing_since is not null and not h.succeeds)
      then 'disabled' else w.status end,
    updated_at = case when h.disables is null then w.updated_at else h.at end,
    endpoint = case when h.disables is null then w.endpoint
      else jsonb_set(w.endpoint, '{disabledReason}', to_jsonb(h.disables)) end
  from health h
  where w.organization_id = h.organization_id and w.url = h.url and w.status = 'active'
    and case when h.endpoint_id = ${noEndpoint}::uuid then w.endpoint is null else w.id = h.endpoint_id end
    and (h.disables is not null or h.succeeds = (w.failing_since is not null))
  returning w.organization_id, w.status, h.disables, h.at, h.event_id, h.endpoint_id
),
notified as (
  insert into notifications (organization_id, id, user_id, type, reason, created_at)
  select t.organization_id, overlay(overlay(md5(t.event_id || m.user_id || coalesce(nullif(t.endpoint_id, ${noEndpoint}::uuid)::text, '')) placing '8' from 13) placing '8' from 17)::uuid, m.user_id, 'webhook.disabled', t.disables, t.at
  from told t join memberships m on m.organization_id = t.organization_id and m.role = 'owner'
  where t.status = 'disabled'
  on conflict do nothing
)
select place from given order by place`
}
