/** Free space in a page allows HOT updates of a frequently changed counter, which write no index. */
const usage = [
  `create table monthly_usage (
    organization_id uuid not null,
    month date not null,
    used bigint not null,
    granted bigint not null,
    primary key (organization_id, month)
  ) with (fillfactor = 50)`,
  // Messages for which the platform reported a price, by their UTC day.
  `create table daily_message_counts (
    organization_id uuid not null,
    day date not null,
    channel_account_id uuid not null,
    country text not null,
    -- Null for messages outside of campaigns. No foreign key: counts stay when a campaign is deleted.
    campaign_id uuid,
    billable boolean not null,
    category text not null,
    messages bigint not null,
    unique nulls not distinct (organization_id, day, channel_account_id, country, campaign_id, billable, category)
  ) with (fillfactor = 50)`
]

/**
 * No foreign keys: each would lock its parent row once more per message, and the statements that insert messages create the
 * parents themselves.
 *
 * The status of a message changes two or three times. The free space in the page, and indexes without the changing columns,
 * keep those updates out of the indexes. `seen` exists for an index alone: null, until a message of a channel with
 * receipts up to an instant is read. Receipts of WhatsApp name single messages and never change `seen`.
 *
 * `preview` is the line that lists of conversations show. A list never reads `content`.
 *
 * `learned_at` is when this service learned of the message, and `listed_at` the instant at which it is listed. A message
 * enters the index of its conversation with its outcome, in the update that writes the other indexes too.
 *
 * `opening` is the contact and the conversation that begin with the outcome of a send, if they were not there when it was
 * reserved.
 */
const messages = [
  `create table messages (
    organization_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    contact_id uuid not null,
    channel text not null,
    channel_account_id uuid not null,
    direction text not null,
    peer text not null,
    type text not null,
    content jsonb not null,
    status text not null,
    platform_message_id text,
    failure jsonb,
    created_at timestamptz not null,
    learned_at timestamptz not null,
    listed_at timestamptz not null,
    settled_at timestamptz,
    opening json,
    delivered_at timestamptz,
    read_at timestamptz,
    annotations jsonb not null default '{}',
    raw json,
    counts_unread boolean not null default true,
    is_echo boolean not null default false,
    seen boolean,
    preview text not null default ''
  ) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index messages_conversation on messages (organization_id, conversation_id, listed_at, id)
    where settled_at is not null and type <> 'reaction'`,
  `create index messages_reactions on messages (organization_id, conversation_id) where type = 'reaction'`,
  `create index messages_echoes on messages (organization_id, conversation_id, created_at) where is_echo`,
  // The platform's id comes first: callers name messages by it without the account, which may be disconnected by then.
  `create unique index messages_platform_id on messages (platform_message_id, channel_account_id)
    where platform_message_id is not null`,
  // Created after the other indexes that begin with the organization, so that the planner prefers it for single rows.
  `alter table messages add primary key (organization_id, id)`,
  `create index messages_unsettled on messages (created_at) where settled_at is null`,
  `create index messages_unseen_by_contact on messages (organization_id, contact_id, channel_account_id, created_at)
    where direction = 'outbound' and channel <> 'whatsapp' and seen is null`,
  // The instants up to which a contact has received and read everything.
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

/**
 * Files of messages, without foreign keys for the same reason as messages. Workers claim files to fetch (`pending`) and
 * files to remove (`discarded`) by one index.
 */
const media = [
  `create table media (
    organization_id uuid not null,
    id uuid not null,
    message_id uuid,
    channel_account_id uuid,
    place integer not null,
    platform_media_id text,
    url text,
    mime_type text,
    filename text,
    sha256 text,
    status text not null default 'pending',
    failures integer not null default 0,
    detail text,
    size integer,
    stored_at timestamptz,
    is_shared boolean not null default false,
    at_platform jsonb not null default '{}',
    due_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index media_due on media (due_at, id) where status in ('pending', 'unsent', 'discarded')`,
  `create index media_unsent on media (organization_id) where status = 'unsent'`,
  // The organization is not the first column, so the planner never takes this index to find a single file.
  `create index media_message on media (message_id, organization_id)`
]

/** Messages, their files, and what each send counts. */
export const messageTables: ReadonlyArray<string> = [...usage, ...messages, ...media]

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
