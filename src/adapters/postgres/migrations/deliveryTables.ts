/** The shard of a row: the last digit of the organization's id, as in `shardOf` of the domain. */
const shard = "(get_byte(uuid_send(organization_id), 15) & 15)"

/** The endpoint of a row that belongs to the one webhook of the organization, so that keys and indexes need no null. */
export const noEndpoint = "00000000-0000-0000-0000-000000000000"

const endpointColumn = `endpoint_id uuid not null default '${noEndpoint}'`

/**
 * The subscriptions of organizations. A row with `endpoint` is a further endpoint: its name, its filter and the reason why it is
 * disabled. `sealed_secret` of an endpoint also has its headers.
 *
 * `sealed_previous_secrets` is `[{ sealed, until }]`, the newest first: each secret of the last 24 hours signs too.
 *
 * `warned_percent` is what the last warning said that was about the failures since `warned_for`.
 *
 * The index `webhooks_key_id` is over the id of the key that sealed the secret, like `channel_accounts_key_id`.
 */
const webhooks = [
  `create table webhooks (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null unique,
    url text not null,
    events text[] not null,
    status text not null,
    sealed_secret text not null,
    secret_chosen boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    failing_since timestamptz,
    warned_percent smallint,
    warned_for timestamptz,
    sealed_previous_secrets jsonb not null default '[]',
    endpoint jsonb,
    primary key (organization_id, id)
  )`,
  `create unique index webhooks_first on webhooks (organization_id) where endpoint is null`,
  `create index webhooks_endpoints on webhooks (${shard}) where endpoint is not null and status = 'active'`,
  `create index webhooks_key_id on webhooks (substr(sealed_secret, 4, 8))`
]

/**
 * The outbox. An event with `webhook_id` is to be delivered to that subscription. Rows are never updated.
 *
 * The table has a partition for each day, by the time in the event's id. `eventDays` creates and drops them. Events of a day
 * without a partition are in the default partition.
 *
 * `commit_order` is the id of the transaction, or that of the conversation's former event if it is higher. So events of a
 * conversation stay in order, whichever of two transactions began first.
 *
 * `endpoint_ids` are the active endpoints that subscribe to the type; null for none. Their deliveries begin in the retry queue.
 *
 * `trace` is the trace that the event belongs to, as `traceparent`, and null for nearly all.
 *
 * `data` is json, not jsonb: it is sent with the keys, and in the order, it was written with.
 */
const events = [
  `create table events (
    organization_id uuid not null,
    id uuid not null,
    type text not null,
    conversation_id uuid,
    occurred_at timestamptz not null,
    data json not null,
    trace text,
    transaction xid8 not null default pg_current_xact_id(),
    commit_order xid8 not null default pg_current_xact_id(),
    webhook_id uuid,
    sequence integer not null default 0,
    endpoint_ids uuid[],
    primary key (organization_id, id)
  ) partition by range (id)`,
  `create table events_default partition of events default`,
  `create index events_feed on events (organization_id, commit_order, sequence, id)`,
  `create index events_recorded on events (commit_order, sequence, id)`,
  `create index events_outbox on events (${shard}, commit_order, sequence, id) where webhook_id is not null`,
  `create index events_endpoints on events (${shard}, commit_order, sequence, id) where endpoint_ids is not null`,
  // The last event of each conversation.
  `create table conversation_sequences (
    organization_id uuid not null,
    conversation_id uuid not null,
    last integer not null,
    commit_order xid8 not null,
    primary key (organization_id, conversation_id)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  `create table outbox_checkpoints (shard smallint primary key, cursor text not null)`,
  // Cursors behind the events whose deliveries to endpoints are in the retry queue.
  `create table endpoint_checkpoints (shard smallint primary key, cursor text not null)`
]

/** A row for each call of a webhook, in a partition for each day like the event. */
const attempts = [
  `create table delivery_attempts (
    organization_id uuid not null,
    event_id uuid not null,
    url text not null,
    at timestamptz not null,
    status integer,
    duration_millis integer not null,
    response text,
    detail text not null,
    result text not null,
    ${endpointColumn}
  ) partition by range (event_id)`,
  `create table delivery_attempts_default partition of delivery_attempts default`,
  `create index delivery_attempts_event on delivery_attempts (organization_id, event_id, at)`,
  // A list of failed deliveries reads few rows among many.
  `create index delivery_attempts_failed on delivery_attempts (organization_id, event_id) where result = 'GiveUp'`,
  `create index delivery_attempts_endpoint on delivery_attempts (organization_id, endpoint_id, event_id)
    where endpoint_id <> '${noEndpoint}'`
]

/**
 * The retry queue. Without `due_at` a delivery waits for an earlier one of its conversation. A replay has no
 * `conversation_id`, because it is outside the order of a conversation.
 */
const retries = [
  `create table deferred_deliveries (
    organization_id uuid not null,
    event_id uuid not null,
    conversation_id uuid,
    sequence integer not null,
    failures integer not null,
    due_at timestamptz,
    ${endpointColumn},
    primary key (organization_id, event_id, endpoint_id)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  `create index deferred_deliveries_due on deferred_deliveries (${shard}, organization_id, endpoint_id, due_at)
    where due_at is not null`,
  `create index deferred_deliveries_waiting on deferred_deliveries
    (${shard}, organization_id, conversation_id, endpoint_id, sequence)
    where due_at is null`,
  `create index deferred_deliveries_conversation on deferred_deliveries (organization_id, conversation_id, endpoint_id, sequence)
    where conversation_id is not null`
]

/** Consumers of events in programs, each with its cursor and its owner. */
const consumers = [
  `create table event_consumers (
    name text primary key,
    cursor text not null,
    saved_at timestamptz not null default now(),
    owner uuid,
    leased_until timestamptz
  ) with (fillfactor = 50)`,
  // Events that a consumer handles later, with their data: the days of events may be dropped before. Dead letters too.
  `create table consumer_events (
    consumer text not null,
    organization_id uuid not null,
    event_id uuid not null,
    type text not null,
    conversation_id uuid,
    sequence integer not null,
    occurred_at timestamptz not null,
    data json not null,
    trace text,
    failures integer not null,
    due_at timestamptz,
    dead_at timestamptz,
    error text not null default '',
    primary key (organization_id, event_id, consumer)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  `create index consumer_events_due on consumer_events (consumer, due_at) where due_at is not null`,
  `create index consumer_events_conversation on consumer_events (organization_id, conversation_id, consumer, sequence)
    where conversation_id is not null and dead_at is null`,
  `create index consumer_events_dead on consumer_events (consumer, dead_at) where dead_at is not null`
]

/** The channel on which processes notify each other of new events. The name is random: every role may listen to a name it knows. */
const wakeChannel = [
  `create table wake_channel (name text not null)`,
  `insert into wake_channel select 'parley_' || replace(gen_random_uuid()::text, '-', '')`
]

/** Events and their delivery to webhooks. */
export const deliveryTables: ReadonlyArray<string> = [
  ...webhooks,
  ...events,
  ...attempts,
  ...retries,
  ...consumers,
  ...wakeChannel
]
