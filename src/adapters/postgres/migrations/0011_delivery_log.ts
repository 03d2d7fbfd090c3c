import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/**
 * Events and attempts in a table for each day, told by the time in the event's id (`eventDays` makes and drops them; what
 * belongs to no day that is there is in the default table). The row of an event is also the entry in the log of
 * deliveries, when a subscription wanted it: `webhook_id` is that subscription. Nothing in it is ever changed.
 *
 * `turn` is the place in the order of recording: the transaction, or that of the former event of the same conversation
 * where it is higher, so that the order holds in a conversation whichever of two transactions began first.
 */
const events = [
  `alter table events rename to events_before`,
  `alter table events_before rename constraint events_pkey to events_before_pkey`,
  `drop index events_feed`,
  `create table events (
    organization_id uuid not null,
    id uuid not null,
    type text not null,
    conversation_id uuid,
    occurred_at timestamptz not null,
    data json not null,
    transaction xid8 not null default pg_current_xact_id(),
    turn xid8 not null default pg_current_xact_id(),
    webhook_id uuid,
    sequence integer not null default 0,
    primary key (organization_id, id)
  ) partition by range (id)`,
  `create table events_default partition of events default`,
  `create index events_feed on events (organization_id, turn, sequence, id)`,
  // The shard is the last digit of the organization's id, as \`shardOf\` of the domain has it.
  `create index events_log on events ((get_byte(uuid_send(organization_id), 15) & 15), turn, sequence, id)
    where webhook_id is not null`
]

const attempts = [
  `alter table delivery_attempts rename to delivery_attempts_before`,
  `drop index delivery_attempts_event`,
  `create table delivery_attempts (
    organization_id uuid not null,
    event_id uuid not null,
    url text not null,
    at timestamptz not null,
    status integer,
    duration_millis integer not null,
    response text,
    detail text not null,
    result text not null
  ) partition by range (event_id)`,
  `create table delivery_attempts_default partition of delivery_attempts default`,
  `create index delivery_attempts_event on delivery_attempts (organization_id, event_id, at)`,
  // Few among many when all is well.
  `create index delivery_attempts_failed on delivery_attempts (organization_id, event_id) where result = 'GiveUp'`
]

/**
 * Deliveries that wait: for a retry, or, without a time, for an earlier one of their conversation. One that is made again
 * is in no conversation's order.
 */
const waiting = [
  `create table waiting_deliveries (
    organization_id uuid not null,
    event_id uuid not null,
    conversation_id uuid,
    sequence integer not null,
    failures integer not null,
    due_at timestamptz,
    primary key (organization_id, event_id)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  `create index waiting_deliveries_due on waiting_deliveries
    ((get_byte(uuid_send(organization_id), 15) & 15), organization_id, due_at) where due_at is not null`,
  `create index waiting_deliveries_conversation on waiting_deliveries (organization_id, conversation_id, sequence)
    where conversation_id is not null`,
  `create table conversation_sequences (
    organization_id uuid not null,
    conversation_id uuid not null,
    last integer not null,
    turn xid8 not null,
    primary key (organization_id, conversation_id)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  `create table delivery_places (shard smallint primary key, place text not null)`,
  `alter table webhooks add column failing_since timestamptz`,
  `alter table notifications alter column conversation_id drop not null, add column reason text`
]

/** What was there: an event whose delivery was tried, or waits, was wanted by the subscription of now, if there is one. */
const moved = [
  `insert into events (organization_id, id, type, conversation_id, occurred_at, data, transaction, turn, webhook_id)
    select e.organization_id, e.id, e.type, e.conversation_id, e.occurred_at, e.data, e.transaction, e.transaction,
      case when d.event_id is not null or f.event_id is not null
        then coalesce(w.id, '00000000-0000-0000-0000-000000000000') end
    from events_before e
      left join deliveries d on d.organization_id = e.organization_id and d.event_id = e.id
      left join finished_deliveries f on f.organization_id = e.organization_id and f.event_id = e.id
      left join webhooks w on w.organization_id = e.organization_id`,
  `insert into delivery_attempts
      (organization_id, event_id, url, at, status, duration_millis, response, detail, result)
    select organization_id, event_id, url, at, status, duration_millis, response, detail,
      case result when 'Disable' then 'GiveUp' else result end
    from delivery_attempts_before`,
  `insert into waiting_deliveries (organization_id, event_id, sequence, failures, due_at)
    select d.organization_id, d.event_id, 0, d.failures, d.due_at from deliveries d
    where exists (select 1 from events e where e.organization_id = d.organization_id and e.id = d.event_id)`,
  `drop table events_before, delivery_attempts_before, deliveries, finished_deliveries`
]

export const deliveryLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...patience, ...events, ...attempts, ...waiting, ...moved]) yield* sql.unsafe(statement)
})
