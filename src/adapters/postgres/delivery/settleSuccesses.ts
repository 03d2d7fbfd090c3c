import { Array } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { AttemptOutcome } from "../../../ports/DeliveryQueue.ts"
import { instants, uuids } from "../ArrayParameter.ts"

/** A first attempt that was a success. */
export interface FirstSuccess extends AttemptOutcome {
  readonly status: number
  readonly response: string
}

const isFirstSuccess = (attempt: AttemptOutcome): attempt is FirstSuccess =>
  attempt.next._tag === "Done" &&
  !attempt.delivery.isDeferred &&
  attempt.status !== null &&
  attempt.response !== null &&
  attempt.detail === "" &&
  attempt.disables === null

/** Whether `settleSuccesses` says all that `recordAttempts` would say of them. */
export const areFirstSuccesses = (
  attempts: Array.NonEmptyReadonlyArray<AttemptOutcome>
): attempts is Array.NonEmptyReadonlyArray<FirstSuccess> => attempts.every(isFirstSuccess)

/** The first and the last of an organization's events that there are attempts of, in the order of their ids. */
interface Span {
  readonly organizationId: OrganizationId
  first: string
  last: string
}

const spansOf = (attempts: ReadonlyArray<FirstSuccess>) => {
  const spans = new Map<OrganizationId, Span>()
  for (const { delivery } of attempts) {
    const { event, organizationId } = delivery
    // Ids are in one order as texts and in the database, but for capitals.
    const id = event.id.toLowerCase()
    const span = spans.get(organizationId)
    if (span === undefined) spans.set(organizationId, { organizationId, first: id, last: id })
    else if (id < span.first) span.first = id
    else if (id > span.last) span.last = id
  }
  return [...spans.values()]
}

/**
 * `recordAttempts` for what most attempts are: of them nothing fails, nothing waited, and nothing is held back, so a
 * third of it is left, in half of the time. A row that waits nevertheless, since somebody else took the delivery for
 * theirs meanwhile, goes; it is looked for only where something of the organization waits. That the events are there is
 * not asked: they were read from the log, which keeps what somebody reads. Whether one was tried before is asked for each
 * event only where the organization has an attempt of any between the first and the last of these, which is one look-up:
 * deliveries come in the order of their ids, but for those that others overtake.
 */
export const settleSuccesses = (sql: SqlClient.SqlClient, attempts: Array.NonEmptyReadonlyArray<FirstSuccess>) => {
  const spans = spansOf(attempts)
  return sql`
with given as (
  select * from unnest(
    ${uuids(Array.map(attempts, ({ delivery }) => delivery.organizationId))}::uuid[],
    ${uuids(Array.map(attempts, ({ delivery }) => delivery.event.id))}::uuid[],
    ${Array.map(attempts, ({ url }) => url)}::text[],
    ${instants(Array.map(attempts, ({ at }) => at))}::timestamptz[],
    ${Array.map(attempts, ({ status }) => status)}::integer[],
    ${Array.map(attempts, ({ durationMillis }) => durationMillis)}::integer[],
    ${Array.map(attempts, ({ response }) => response)}::text[]
  ) as t(organization_id, event_id, url, at, status, duration_millis, response)
),
tried as (
  select s.organization_id from unnest(
    ${uuids(spans.map(({ organizationId }) => organizationId))}::uuid[],
    ${uuids(spans.map(({ first }) => first))}::uuid[],
    ${uuids(spans.map(({ last }) => last))}::uuid[]
  ) as s(organization_id, first, last)
  where (select true from delivery_attempts d
    where d.organization_id = s.organization_id and d.event_id between s.first and s.last limit 1)
),
attempt as materialized (
  select g.*, case when g.organization_id = any(array(select organization_id from tried))
    then (select true from delivery_attempts d
      where d.organization_id = g.organization_id and d.event_id = g.event_id limit 1) is not null
    else false end as was_tried
  from given g
),
counted as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select organization_id, (date_trunc('month', at at time zone 'UTC'))::date as month, count(distinct event_id), 0
  from attempt where not was_tried group by 1, 2 order by 1, 2
  on conflict (organization_id, month) do update set used = u.used + excluded.used
),
recorded as (
  insert into delivery_attempts (organization_id, event_id, url, at, status, duration_millis, response, detail, result)
  select organization_id, event_id, url, at, status, duration_millis, response, '', 'Done' from attempt
),
ended as (
  delete from deferred_deliveries d using given g
  where d.organization_id = g.organization_id and d.event_id = g.event_id
    and g.organization_id = any(array(
      select o.organization_id from (select distinct organization_id from given) o
      where (select true from deferred_deliveries w where w.organization_id = o.organization_id limit 1)))
),
told as (
  update webhooks w set failing_since = null
  from (select distinct organization_id, url from attempt) h
  where w.organization_id = h.organization_id and w.url = h.url and w.status = 'active' and w.failing_since is not null
)
select 1`
}
