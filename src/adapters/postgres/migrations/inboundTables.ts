/** Webhooks of platforms as they arrived. They stay for some days after they are processed. */
const deliveries = [
  `create table inbound_deliveries (
    id uuid primary key,
    body text not null,
    received_at timestamptz not null,
    lease_until timestamptz not null default '-infinity',
    done_at timestamptz
  )`,
  `create index inbound_deliveries_waiting on inbound_deliveries (id) where done_at is null`,
  `create index inbound_deliveries_done on inbound_deliveries (done_at) where done_at is not null`,
  // Items of a webhook that failed. Without \`due_at\` an item is retried only on an operator's request.
  `create table inbound_problems (
    delivery_id uuid not null references inbound_deliveries on delete cascade,
    key text not null,
    reason text not null,
    channel text,
    account text,
    error text not null,
    attempts integer not null,
    at timestamptz not null,
    due_at timestamptz,
    primary key (delivery_id, key)
  )`,
  `create index inbound_problems_due on inbound_problems (due_at) where due_at is not null`
]

/**
 * Reports about messages that are not stored yet. A report about all messages up to an instant has the empty text as
 * `platform_message_id`. Without `due_at` a report waits for its message.
 */
const parked = [
  `create table inbound_parked (
    organization_id uuid not null,
    channel_account_id uuid not null,
    platform_message_id text not null,
    key text not null,
    item json not null,
    attempts integer not null default 0,
    parked_at timestamptz not null,
    due_at timestamptz,
    primary key (channel_account_id, platform_message_id, key)
  )`,
  `create index inbound_parked_due on inbound_parked (due_at) where due_at is not null`,
  `create index inbound_parked_age on inbound_parked (parked_at)`,
  `create index inbound_parked_organization on inbound_parked (organization_id, platform_message_id)`
]

/** Webhooks received from platforms, and the items of them that are still to be processed. */
export const inboundTables: ReadonlyArray<string> = [...deliveries, ...parked]
