/**
 * An extension belongs to the database, and goes with its schema: so it is created in `public` if there is one, for a
 * service in another schema needs it too, and may create it at the same time.
 */
const extension = (name: string) => `
  do $$ begin
    execute format('create extension if not exists ${name} schema %I',
      (select nspname from pg_namespace where nspname in ('public', current_schema()) order by nspname <> 'public' limit 1));
  exception when unique_violation then null;
  end $$`

/** Search for parts of words in every language, with the organization in the same index. Every Postgres has both. */
const extensions = [extension("pg_trgm"), extension("btree_gin")]

/** The index of the search, whose operators are in the schema of the extension. */
const searchIndex = `
  do $$ begin
    execute format('create index contacts_searched on contacts using gin (organization_id, searched %I.gin_trgm_ops)',
      (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm'));
  end $$`

/**
 * `searched` is the text that `searchedText` of the domain makes. `*_reported_at` is the time at which a platform reported
 * the value; null if the organization set it.
 *
 * Of two indexes with equal cost the planner takes the newest, and all costs are equal while a table is small. The plan
 * stays after the table has grown. So the primary key, which finds single rows, is created last.
 */
const contacts = [
  // A count over an index reads the index alone only where the table is vacuumed, so autovacuum runs often.
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
    attributes jsonb not null default '{}',
    labels text[] not null default '{}',
    is_blocked boolean not null default false,
    -- Null: nothing is known.
    opted_in boolean,
    updated_at timestamptz not null,
    searched text not null,
    -- Short enough for every index entry.
    sort_name text collate "C" not null generated always as (left(split_part(searched, E'\\n', 1), 128)) stored,
    name_reported_at timestamptz,
    phone_reported_at timestamptz,
    opted_in_reported_at timestamptz,
    -- The name in the address book of the business's phone, as JSON; null without one.
    address_book text,
    unique (organization_id, vendor_contact_id)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  // An update of a contact without labels writes no entry.
  `create index contacts_labels on contacts using gin (organization_id, labels) where labels <> '{}'`,
  `create index contacts_newest on contacts (organization_id, created_at desc, id desc)`,
  searchIndex,
  `create index contacts_name on contacts (organization_id, sort_name, created_at desc, id desc)`,
  `alter table contacts add primary key (organization_id, id)`
]

/**
 * The foreign key is checked only when an identity is inserted, so a send to a known contact does not pay for it.
 *
 * `kind` 'phone' has the part that all forms of a phone number share. `scope` is the account that a platform's id belongs to.
 */
const identities = [
  `create table contact_identities (
    organization_id uuid not null,
    kind text not null,
    scope text not null,
    value text not null,
    contact_id uuid not null,
    primary key (organization_id, kind, scope, value),
    constraint contact_identities_contact foreign key (organization_id, contact_id)
      references contacts (organization_id, id) on delete cascade
  )`,
  `create index contact_identities_contact on contact_identities (organization_id, contact_id)`,
  // Lists show the ids that platforms gave, in this order. Most contacts have only a number, so this index is small.
  `create index contact_identities_platform on contact_identities
    (organization_id, contact_id, kind desc, scope collate "C", value collate "C") where kind <> 'phone'`,
  // Contacts whose profile name is still to be fetched. Every message may insert here, so there are no foreign keys.
  `create table profile_lookups (
    organization_id uuid not null,
    channel_account_id uuid not null,
    person_id text not null,
    failures integer not null default 0,
    due_at timestamptz not null,
    primary key (organization_id, channel_account_id, person_id)
  )`,
  `create index profile_lookups_due on profile_lookups (due_at)`
]

/**
 * Opt-ins and opt-outs. Reports arrive in any order, so the key is the whole change. `state` sorts as the order of changes
 * at one instant.
 */
const consents = [
  `create table contact_consents (
    organization_id uuid not null,
    contact_id uuid not null,
    channel text not null,
    at timestamptz not null,
    state text collate "C" not null,
    source text collate "C" not null,
    -- The caller or the message; empty for none.
    actor text collate "C" not null,
    primary key (organization_id, contact_id, channel, at, state, source, actor),
    constraint contact_consents_contact foreign key (organization_id, contact_id)
      references contacts (organization_id, id) on delete cascade
  )`,
  `create index contact_consents_newest on contact_consents
    (organization_id, at desc, contact_id desc, channel collate "C" desc)`
]

/**
 * The number of contacts of each organization: a count of a million rows takes longer than a page may.
 *
 * Each statement that inserts or deletes contacts updates the row at its end. A transaction with the setting
 * `parley.leave_uncounted` updates it itself.
 */
const totals = [
  `create table inbox_totals (
    organization_id uuid primary key,
    contacts bigint not null default 0
  ) with (fillfactor = 50)`,
  `create function count_contacts() returns trigger language plpgsql as $$
  begin
    insert into inbox_totals as t (organization_id, contacts)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts;
    return null;
  end $$`,
  `create trigger contacts_added after insert on contacts referencing new table as changed
    for each statement when (current_setting('parley.leave_uncounted', true) is distinct from 'yes')
    execute function count_contacts()`,
  `create trigger contacts_deleted after delete on contacts referencing old table as changed
    for each statement when (current_setting('parley.leave_uncounted', true) is distinct from 'yes')
    execute function count_contacts()`
]

/**
 * The time of each contact's last message and the instant at which that is listed; '-infinity' without messages. It is a table of its own because an update of a
 * contact writes all of its indexes, and the one for search is expensive.
 */
const activity = [
  `create table contact_activity (
    organization_id uuid not null,
    contact_id uuid not null,
    contact_created_at timestamptz not null,
    last_message_at timestamptz not null default '-infinity',
    last_listed_at timestamptz not null default '-infinity'
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index contact_activity_last on contact_activity
    (organization_id, last_message_at desc, contact_created_at desc, contact_id desc)`,
  `alter table contact_activity add primary key (organization_id, contact_id), add foreign key (organization_id, contact_id)
    references contacts (organization_id, id) on delete cascade`,
  // The trigger runs after the statement, which has inserted the row itself when it also sends a message.
  `create function begin_activity() returns trigger language plpgsql as $$
  begin
    insert into contact_activity (organization_id, contact_id, contact_created_at)
      select organization_id, id, created_at from added on conflict do nothing;
    return null;
  end $$`,
  `create trigger contacts_active after insert on contacts
    referencing new table as added for each statement execute function begin_activity()`
]

/** Contacts, what identifies them, and what lists of contacts need. */
export const contactTables: ReadonlyArray<string> = [
  ...extensions,
  ...contacts,
  ...identities,
  ...consents,
  ...totals,
  ...activity
]
