/**
 * Users of an external identity provider have no `password_hash`. Two of them may have had the same address one after
 * the other, so addresses are unique among users with a password only.
 */
const organizations = [
  `create table organizations (
    id uuid primary key,
    name text not null,
    plan text not null,
    monthly_limit bigint,
    created_at timestamptz not null,
    -- The time at which the deletion of the organization began.
    deleting_at timestamptz,
    -- The time at which the organization was suspended, and the reason, if it is suspended.
    suspended_at timestamptz,
    suspension_reason text,
    -- The id of the organization in the operator's own system.
    reference text unique
  )`,
  `create index organizations_newest on organizations (created_at desc, id desc)`,
  `create table users (
    id uuid primary key,
    email text not null,
    name text not null,
    password_hash text,
    created_at timestamptz not null,
    last_sign_in_at timestamptz
  )`,
  `create unique index users_email on users (lower(email)) where password_hash is not null`,
  `create table memberships (
    organization_id uuid not null references organizations on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null,
    conversation_scope text not null,
    -- The work of the member, for policies of assignment. Null availability: it was never set.
    availability text,
    capacity integer,
    last_assigned_at timestamptz,
    primary key (organization_id, user_id)
  )`,
  `create index memberships_user on memberships (user_id)`,
  `create table invitations (
    organization_id uuid not null references organizations on delete cascade,
    email text not null,
    name text not null,
    role text not null,
    conversation_scope text not null,
    created_at timestamptz not null,
    primary key (organization_id, email)
  )`,
  `create index invitations_email on invitations (email)`
]

/**
 * API keys. `hash` finds a key and `proof` ties it to its row; both are made with a key of `hash_keys`, which is random
 * and sealed (decision 16, Secrets). It belongs to no organization.
 */
const apiKeys = [
  `create table hash_keys (
    number integer primary key,
    sealed_key text not null,
    created_at timestamptz not null
  )`,
  `create table api_keys (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    name text not null,
    hash bytea not null unique,
    proof bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    primary key (organization_id, id)
  )`
]

/**
 * Wrong passwords at the identity provider of the service, by the keyed hash of an account, an origin, or both; `failures` are
 * milliseconds since 1970. Rows belong to no organization: a sign-in is attempted before the organization of the address is known.
 */
const signInAttempts = [
  `create table sign_in_attempts (
    key bytea primary key,
    failures double precision[] not null,
    familiar_until timestamptz,
    expires_at timestamptz not null
  )`,
  `comment on table sign_in_attempts is
    'Belongs to no organization: an address is tried before it is known whose it is'`,
  `create index sign_in_attempts_expiry on sign_in_attempts (expires_at)`
]

/** Sessions of the identity provider of the service. A refresh token is found by its SHA-256. Its text is not stored. */
const signIns = [
  `create table sign_ins (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    started_at timestamptz not null,
    refreshed_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index sign_ins_user on sign_ins (user_id)`,
  `create table refresh_tokens (
    hash bytea primary key,
    sign_in_id uuid not null references sign_ins on delete cascade,
    parent bytea,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index refresh_tokens_sign_in on refresh_tokens (sign_in_id)`
]

/**
 * `problem_*` hold the platform's error while it refuses the account's token.
 *
 * The index `channel_accounts_key_id` is over the id of the key that sealed the token: the eight characters after `v1.`.
 * A start asks for the distinct key ids, and the index gives them without reading every token.
 */
const channelAccounts = [
  `create table channel_accounts (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    channel text not null,
    external_id text not null,
    display_name text not null,
    business_account_id text,
    sealed_token text,
    created_at timestamptz not null,
    page_id text,
    problem_code integer,
    problem_message text,
    problem_at timestamptz,
    -- The progress of the history of the account's phone, as JSON; null without one.
    history text,
    primary key (organization_id, id),
    unique (channel, external_id),
    constraint channel_accounts_problem check (num_nulls(problem_code, problem_message, problem_at) in (0, 3))
  )`,
  `create index channel_accounts_channel on channel_accounts (organization_id, channel, created_at)`,
  `create index channel_accounts_business on channel_accounts (business_account_id)
    where business_account_id is not null`,
  `create index channel_accounts_key_id on channel_accounts (substr(sealed_token, 4, 8)) where sealed_token is not null`
]

/**
 * Embedded signups that can be completed within an hour, at most 100 of an organization. `sealed_grant` is the token of one
 * whose completion failed; it is lost if its key is replaced meanwhile, and then the signup begins anew.
 */
const channelSignups = [
  `create table channel_signups (
    organization_id uuid not null references organizations on delete cascade,
    state_hash bytea not null,
    started_by text not null,
    redirect_url text,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    code_hash bytea,
    sealed_grant text,
    claimed_until timestamptz,
    completed_at timestamptz,
    primary key (organization_id, state_hash)
  )`
]

/** Settings of organizations that changed some. */
const settings = [
  `create table organization_settings (
    organization_id uuid primary key references organizations on delete cascade,
    default_country text,
    default_number_id uuid,
    -- Null: messages change no consent.
    stop_words jsonb,
    read_receipts text not null default 'off',
    reopen_within_days integer,
    auto_close jsonb,
    assignment jsonb,
    assign_on_reply boolean not null default false,
    working_hours jsonb,
    away_message text,
    greeting text,
    retention jsonb,
    foreign key (organization_id, default_number_id)
      references channel_accounts (organization_id, id) on delete set null (default_number_id)
  )`,
  `create index organization_settings_number on organization_settings (organization_id, default_number_id)
    where default_number_id is not null`,
  `create index organization_settings_closing on organization_settings (organization_id) where auto_close is not null`
]

/** The newest changes that platforms made to each account. */
const accountChanges = [
  `create table account_changes (
    organization_id uuid not null,
    channel_account_id uuid not null,
    key text collate "C" not null,
    what text not null,
    change_values json not null,
    at timestamptz not null,
    primary key (organization_id, channel_account_id, key),
    foreign key (organization_id, channel_account_id)
      references channel_accounts (organization_id, id) on delete cascade
  )`,
  `create index account_changes_newest on account_changes (organization_id, channel_account_id, at desc, key desc)`
]

/**
 * The calls of the last period of each organization, interface and tier, by process. A crash of the server may forget
 * them, so they are not logged. Rows are updated in place: they leave room for it.
 */
const rateCalls = [
  `create unlogged table rate_calls (
    organization_id uuid not null,
    rated text not null,
    tier text not null,
    calls json not null,
    primary key (organization_id, rated, tier)
  ) with (fillfactor = 50)`
]

/** Organizations, users, credentials, channel accounts and rates. */
export const directoryTables: ReadonlyArray<string> = [
  ...organizations,
  ...apiKeys,
  ...signIns,
  ...signInAttempts,
  ...channelAccounts,
  ...channelSignups,
  ...settings,
  ...accountChanges,
  ...rateCalls
]
