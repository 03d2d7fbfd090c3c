import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/** Substring search in all languages, and with the organization in the same index. Both come with every Postgres. */
const extensions = [`create extension if not exists pg_trgm`, `create extension if not exists btree_gin`]

/** The nearest that the database has to `folded` of the domain: it knows the case of fewer letters. */
const folded = (text: string) =>
  String.raw`replace(lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g')), E'\n', ' ')`

/**
 * What contacts have beside their beginnings. `searched` is the text that `searchedText` of the domain makes; a contact
 * from before gets it here.
 */
const contacts = [
  `alter table contacts
    add column attributes jsonb not null default '{}',
    add column labels text[] not null default '{}',
    add column is_blocked boolean not null default false,
    add column opted_in boolean not null default false,
    add column updated_at timestamptz,
    add column searched text`,
  `update contacts set updated_at = created_at,
    searched = concat_ws(E'\\n', ${folded("name")}, coalesce(phone, ''), ${folded("coalesce(email, '')")})`,
  `alter table contacts alter column updated_at set not null, alter column searched set not null`,
  `create index contacts_newest on contacts (organization_id, created_at desc, id desc)`,
  // What lies before a page is read from the index alone, but only where the table has been vacuumed.
  `alter table contacts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index contacts_searched on contacts using gin (organization_id, searched gin_trgm_ops)`
]

/**
 * A contact that is deleted takes what it was known by with it, and leaves its conversations to nobody: no list shows
 * them. Both keys are checked only where an identity or a conversation is new, so a send to a known person pays nothing.
 */
const deletion = [
  `delete from contact_identities i
    where not exists (select 1 from contacts c where c.organization_id = i.organization_id and c.id = i.contact_id)`,
  `alter table contact_identities add constraint contact_identities_contact
    foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade`,
  `alter table conversations alter column contact_id drop not null`,
  `update conversations v set contact_id = null
    where not exists (select 1 from contacts c where c.organization_id = v.organization_id and c.id = v.contact_id)`,
  `alter table conversations add constraint conversations_contact
    foreign key (organization_id, contact_id) references contacts (organization_id, id)
    on delete set null (contact_id)`,
  `create index conversations_contact on conversations (organization_id, contact_id)`,
  `create index conversations_newest on conversations (organization_id, channel, updated_at desc, id desc)
    where contact_id is not null`
]

/**
 * How many entries the lists have: counting a million rows takes longer than a page may. One row for each organization,
 * which is locked at the end of a statement that adds or removes entries.
 */
const totals = [
  `create table inbox_totals (
    organization_id uuid primary key,
    contacts bigint not null default 0,
    whatsapp bigint not null default 0,
    messenger bigint not null default 0,
    instagram bigint not null default 0
  ) with (fillfactor = 50)`,
  `insert into inbox_totals (organization_id, contacts)
    select organization_id, count(*) from contacts group by organization_id`,
  `insert into inbox_totals as t (organization_id, whatsapp, messenger, instagram)
    select organization_id, count(*) filter (where channel = 'whatsapp'),
      count(*) filter (where channel = 'messenger'), count(*) filter (where channel = 'instagram')
    from conversations where contact_id is not null group by organization_id
    on conflict (organization_id) do update set whatsapp = excluded.whatsapp, messenger = excluded.messenger,
      instagram = excluded.instagram`,
  `create function count_contacts() returns trigger language plpgsql as $$
  begin
    insert into inbox_totals as t (organization_id, contacts)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts;
    return null;
  end $$`,
  `create trigger contacts_added after insert on contacts
    referencing new table as changed for each statement execute function count_contacts()`,
  `create trigger contacts_deleted after delete on contacts
    referencing old table as changed for each statement execute function count_contacts()`,
  `create function count_conversations() returns trigger language plpgsql as $$
  declare
    direction integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    insert into inbox_totals as t (organization_id, whatsapp, messenger, instagram)
      select organization_id, direction * count(*) filter (where channel = 'whatsapp'),
        direction * count(*) filter (where channel = 'messenger'),
        direction * count(*) filter (where channel = 'instagram')
      from changed where contact_id is not null group by organization_id order by organization_id
      on conflict (organization_id) do update set whatsapp = t.whatsapp + excluded.whatsapp,
        messenger = t.messenger + excluded.messenger, instagram = t.instagram + excluded.instagram;
    return null;
  end $$`,
  `create trigger conversations_added after insert on conversations
    referencing new table as changed for each statement execute function count_conversations()`,
  `create trigger conversations_deleted after delete on conversations
    referencing old table as changed for each statement execute function count_conversations()`,
  `create function hide_conversation() returns trigger language plpgsql as $$
  begin
    update inbox_totals set whatsapp = whatsapp - (old.channel = 'whatsapp')::integer,
      messenger = messenger - (old.channel = 'messenger')::integer,
      instagram = instagram - (old.channel = 'instagram')::integer
      where organization_id = old.organization_id;
    return null;
  end $$`,
  `create trigger conversations_hidden after update of contact_id on conversations
    for each row when (old.contact_id is not null and new.contact_id is null) execute function hide_conversation()`
]

const channels = [`alter table channel_accounts add column page_id text`]

/** Bodies as text: they are shown as they are, and nothing looks into them. */
const requestLogs = [
  `create table request_logs (
    organization_id uuid not null,
    id uuid not null,
    method text not null,
    path text not null,
    status integer not null,
    request_body json not null,
    response_body json not null,
    ip_address text not null,
    user_agent text not null,
    duration_millis integer not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index request_logs_newest on request_logs (organization_id, created_at desc, id desc)`,
  `create index request_logs_age on request_logs (created_at)`,
  `create table request_log_totals (
    organization_id uuid primary key,
    total bigint not null
  ) with (fillfactor = 50)`,
  `create function count_request_logs() returns trigger language plpgsql as $$
  begin
    insert into request_log_totals as t (organization_id, total)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set total = t.total + excluded.total;
    return null;
  end $$`,
  `create trigger request_logs_added after insert on request_logs
    referencing new table as changed for each statement execute function count_request_logs()`,
  `create trigger request_logs_deleted after delete on request_logs
    referencing old table as changed for each statement execute function count_request_logs()`
]

export const developerInterface = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [
    ...patience,
    ...extensions,
    ...contacts,
    ...deletion,
    ...totals,
    ...channels,
    ...requestLogs
  ]) {
    yield* sql.unsafe(statement)
  }
})
