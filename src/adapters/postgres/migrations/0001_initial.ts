import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Organizations, the people in them, and what identifies a caller. */
const organizations = [
  `create table organizations (
    id uuid primary key,
    name text not null,
    plan text not null,
    monthly_limit bigint,
    created_at timestamptz not null
  )`,
  `create table users (
    id uuid primary key,
    email text not null,
    name text not null,
    password_hash text not null,
    created_at timestamptz not null
  )`,
  `create unique index users_email on users (lower(email))`,
  `create table memberships (
    organization_id uuid not null references organizations on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null,
    conversation_scope text not null,
    primary key (organization_id, user_id)
  )`,
  `create index memberships_user on memberships (user_id)`,
  `create table api_keys (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    name text not null,
    hash bytea not null unique,
    created_at timestamptz not null,
    revoked_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create table channel_accounts (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    channel text not null,
    external_id text not null,
    display_name text not null,
    business_account_id text,
    sealed_token text,
    created_at timestamptz not null,
    primary key (organization_id, id),
    unique (channel, external_id)
  )`,
  `create index channel_accounts_channel on channel_accounts (organization_id, channel, created_at)`,
  `create table webhooks (
    organization_id uuid primary key references organizations on delete cascade,
    id uuid not null unique,
    url text not null,
    events text[] not null,
    status text not null,
    sealed_secret text not null,
    secret_chosen boolean not null,
    sealed_previous_secret text,
    previous_secret_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`
]

/**
 * What every send writes. No foreign keys here: each would lock its parent row once more per message, and the statements
 * that write these tables create the parents themselves.
 */
const sends = [
  // Free space in the page keeps the update of a hot counter inside it (a HOT update, no index written).
  `create table monthly_usage (
    organization_id uuid not null,
    month date not null,
    used bigint not null,
    granted bigint not null,
    primary key (organization_id, month)
  ) with (fillfactor = 50)`,
  `create table contacts (
    organization_id uuid not null,
    id uuid not null,
    vendor_contact_id text not null,
    phone text,
    name text not null,
    email text,
    country_code text,
    tags text[] not null,
    source text not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    unique (organization_id, vendor_contact_id)
  )`,
  // kind 'phone' holds what all forms of a number share; scope is the account that an id of a platform belongs to.
  `create table contact_identities (
    organization_id uuid not null,
    kind text not null,
    scope text not null,
    value text not null,
    contact_id uuid not null,
    primary key (organization_id, kind, scope, value)
  )`,
  `create index contact_identities_contact on contact_identities (organization_id, contact_id)`,
  `create table conversations (
    organization_id uuid not null,
    id uuid not null,
    contact_id uuid not null,
    channel text not null,
    channel_account_id uuid not null,
    status text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create unique index conversations_not_closed on conversations (organization_id, contact_id, channel_account_id)
    where status <> 'closed'`,
  `create table messages (
    organization_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    contact_id uuid not null,
    channel text not null,
    channel_account_id uuid not null,
    direction text not null,
    counterpart text not null,
    type text not null,
    content jsonb not null,
    status text not null,
    platform_message_id text,
    failure jsonb,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create index messages_conversation on messages (organization_id, conversation_id, created_at, id)`,
  `create unique index messages_platform_id on messages (channel_account_id, platform_message_id)
    where platform_message_id is not null`,
  `create index messages_pending on messages (created_at) where status = 'pending'`
]

/** Events keep their payload as text, so that it is sent with the very keys, in the very order, it was written with. */
const events = [
  `create table events (
    organization_id uuid not null,
    id uuid not null,
    type text not null,
    conversation_id uuid,
    occurred_at timestamptz not null,
    data json not null,
    primary key (organization_id, id)
  )`,
  `create table deliveries (
    organization_id uuid not null,
    event_id uuid not null,
    due_at timestamptz not null,
    failures integer not null default 0,
    primary key (organization_id, event_id)
  )`,
  `create index deliveries_due on deliveries (due_at, event_id)`,
  `create table delivery_attempts (
    organization_id uuid not null,
    event_id uuid not null,
    url text not null,
    at timestamptz not null,
    status integer,
    detail text not null,
    result text not null
  )`,
  `create index delivery_attempts_event on delivery_attempts (organization_id, event_id, at)`
]

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...organizations, ...sends, ...events]) yield* sql.unsafe(statement)
})
