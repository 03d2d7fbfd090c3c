import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/** What the receiver said, apart from why that was no success: of refusals that was one. */
const attempts = [
  `alter table delivery_attempts
    add column response text,
    add column duration_millis integer not null default 0`,
  `update delivery_attempts set response = detail, detail = 'answered with status ' || status
    where result <> 'Done' and status is not null and status not between 300 and 399`
]

/**
 * What became of deliveries. A row comes when a delivery ends, and goes when it is sent again: an event is here or in
 * `deliveries`, never in both. All that a list looks at is in the key, which is in the order of the list.
 */
const finished = [
  `alter table deliveries
    add column type text,
    add column created_at timestamptz,
    add column is_replay boolean not null default false`,
  `update deliveries d set type = e.type, created_at = e.occurred_at
    from events e where e.organization_id = d.organization_id and e.id = d.event_id`,
  `delete from deliveries where type is null`,
  `alter table deliveries alter column type set not null, alter column created_at set not null`,
  `create table finished_deliveries (
    organization_id uuid not null,
    event_id uuid not null,
    status text not null,
    type text not null,
    created_at timestamptz not null,
    primary key (organization_id, event_id) include (status, type, created_at)
  )`,
  `insert into finished_deliveries (organization_id, event_id, status, type, created_at)
    select distinct on (a.organization_id, a.event_id) a.organization_id, a.event_id,
      case a.result when 'Done' then 'delivered' else 'failed' end, e.type, e.occurred_at
    from delivery_attempts a join events e on e.organization_id = a.organization_id and e.id = a.event_id
    where a.result <> 'Retry' and not exists (
      select 1 from deliveries d where d.organization_id = a.organization_id and d.event_id = a.event_id)
    order by a.organization_id, a.event_id, a.at desc`,
  // Few among many: failures when all is well, and events of some types.
  `create index finished_deliveries_failed on finished_deliveries (organization_id, event_id)
    include (type, created_at) where status = 'failed'`,
  `create index finished_deliveries_type on finished_deliveries (organization_id, type, event_id)
    include (status, created_at)`
]

/**
 * The order in which events are read by those who catch up: that of the transactions which recorded them. The events of
 * before are of one.
 */
const feed = [
  `alter table events add column transaction xid8 not null default pg_current_xact_id()`,
  `create index events_feed on events (organization_id, transaction, id)`
]

export const deliveryAttempts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...patience, ...attempts, ...finished, ...feed]) yield* sql.unsafe(statement)
})
