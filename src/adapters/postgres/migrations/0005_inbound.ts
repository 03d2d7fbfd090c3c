import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/** What platforms delivered, until it is acted on and for a while after that. */
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
 * What was reported of messages that were not known; of everything up to some instant under the empty text. Without a
 * time it waits for its message.
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
  `create index inbound_parked_age on inbound_parked (parked_at)`
]

/** What became of messages; WhatsApp tells of each by itself, the others of all that were sent up to some instant. */
const messages = [
  `alter table messages
    add column delivered_at timestamptz,
    add column read_at timestamptz,
    add column annotations jsonb not null default '{}',
    add column raw json,
    add column counts_unread boolean not null default true`,
  `create index messages_unread_by_contact on messages (organization_id, contact_id, channel_account_id, created_at)
    where direction = 'outbound' and channel <> 'whatsapp' and status in ('pending', 'sent', 'delivered')`,
  `alter table conversations add column last_outbound_at timestamptz`,
  `update conversations v set last_outbound_at = (select max(m.created_at) from messages m
    where m.organization_id = v.organization_id and m.conversation_id = v.id and m.direction = 'outbound')`
]

/** When a platform told what a contact shows; null where somebody here said it. */
const contacts = [
  `alter table contacts
    add column name_reported_at timestamptz,
    add column phone_reported_at timestamptz,
    add column opted_in_reported_at timestamptz`,
  `create table receipt_watermarks (
    organization_id uuid not null,
    contact_id uuid not null,
    channel_account_id uuid not null,
    delivered_up_to timestamptz,
    read_up_to timestamptz,
    primary key (organization_id, contact_id, channel_account_id),
    foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
  )`
]

export const inbound = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...patience, ...deliveries, ...parked, ...messages, ...contacts]) {
    yield* sql.unsafe(statement)
  }
})
