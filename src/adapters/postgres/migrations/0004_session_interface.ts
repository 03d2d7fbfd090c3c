import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/**
 * What becomes of a conversation. Each list that is asked for has its index, of what is not hidden.
 *
 * Of indexes that look equally good the planner takes the youngest, and all do while a table is small; the plan stays when
 * it grows. So what finds single rows is made last, here and below.
 */
const conversations = [
  `alter table conversations
    add column assignee_id uuid,
    add column unread_count integer not null default 0,
    add column source text not null default 'api',
    add column closed_at timestamptz,
    add column closed_by text,
    add column resolution text`,
  `update conversations set closed_at = updated_at where status = 'closed'`,
  `drop index conversations_newest, conversations_contact, conversations_not_closed`,
  `create index conversations_newest on conversations (organization_id, updated_at desc, id desc)
    include (channel, status, assignee_id) where contact_id is not null`,
  `create index conversations_status on conversations (organization_id, status, updated_at desc, id desc)
    where contact_id is not null`,
  `create index conversations_assignee on conversations (organization_id, assignee_id, updated_at desc, id desc)
    where contact_id is not null and assignee_id is not null`,
  `create index conversations_contact on conversations (organization_id, contact_id) where contact_id is not null`,
  `create unique index conversations_not_closed on conversations (organization_id, contact_id, channel_account_id)
    where status <> 'closed'`,
  `alter table conversations drop constraint conversations_pkey, add primary key (organization_id, id)`,
  `alter table messages drop constraint messages_pkey, add primary key (organization_id, id)`
]

/**
 * Who changes totals of an organization has the row with its contacts to themselves, so that nobody waits for one total
 * while they hold another one. Whoever has a conversation has a contact, and so this row.
 */
const takeTurns = (organizations: string) => `
    perform 1 from inbox_totals where organization_id in (${organizations}) order by organization_id for no key update;`

/**
 * How many conversations an organization has of every kind that a list can ask for; what a list asks for is the sum of
 * some of these.
 */
const conversationTotals = [
  `create table conversation_totals (
    organization_id uuid not null,
    channel text not null,
    status text not null,
    assignee_id uuid,
    total bigint not null,
    unique nulls not distinct (organization_id, channel, status, assignee_id)
  ) with (fillfactor = 50)`,
  `insert into conversation_totals (organization_id, channel, status, assignee_id, total)
    select organization_id, channel, status, assignee_id, count(*)
    from conversations where contact_id is not null group by 1, 2, 3, 4`,
  `create or replace function count_conversations() returns trigger language plpgsql as $$
  begin
    ${takeTurns("select organization_id from changed where contact_id is not null")}
    insert into conversation_totals as t (organization_id, channel, status, assignee_id, total)
      select organization_id, channel, status, assignee_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed where contact_id is not null group by 1, 2, 3, 4
      on conflict (organization_id, channel, status, assignee_id) do update set total = t.total + excluded.total;
    return null;
  end $$`,
  `drop trigger conversations_hidden on conversations`,
  `drop function hide_conversation()`,
  `create function recount_conversation() returns trigger language plpgsql as $$
  begin
    ${takeTurns("old.organization_id")}
    insert into conversation_totals as t (organization_id, channel, status, assignee_id, total)
      select organization_id, channel, status, assignee_id, change
      from (select old.*, -1 as change union all select new.*, 1) c
      where contact_id is not null
      on conflict (organization_id, channel, status, assignee_id) do update set total = t.total + excluded.total;
    return null;
  end $$`,
  `create trigger conversations_recounted after update on conversations for each row
    when ((old.status, old.assignee_id, old.contact_id is null)
      is distinct from (new.status, new.assignee_id, new.contact_id is null))
    execute function recount_conversation()`,
  `alter table inbox_totals drop column whatsapp, drop column messenger, drop column instagram`
]

/**
 * What contacts are listed by. When something was last said is kept beside them: an index over a contact is written with
 * every change of it, and the one for searching is not cheap. With whom nothing was said has been silent for ever. A name
 * is sorted by its first characters, as many as an index always has room for.
 */
const contacts = [
  `alter table contact_identities drop constraint contact_identities_contact`,
  `alter table conversations drop constraint conversations_contact`,
  `alter table contacts add column sort_name text collate "C" not null
    generated always as (left(split_part(searched, E'\\n', 1), 128)) stored`,
  `create index contacts_name on contacts (organization_id, sort_name, created_at desc, id desc)`,
  `alter table contacts drop constraint contacts_pkey, add primary key (organization_id, id)`,
  `alter table contact_identities add constraint contact_identities_contact
    foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade`,
  `alter table conversations add constraint conversations_contact
    foreign key (organization_id, contact_id) references contacts (organization_id, id)
    on delete set null (contact_id)`
]

const activity = [
  `create table contact_activity (
    organization_id uuid not null,
    contact_id uuid not null,
    contact_created_at timestamptz not null,
    last_message_at timestamptz not null default '-infinity'
  )`,
  `insert into contact_activity (organization_id, contact_id, contact_created_at, last_message_at)
    select c.organization_id, c.id, c.created_at, coalesce(m.last_message_at, '-infinity')
    from contacts c left join (
      select organization_id, contact_id, max(created_at) as last_message_at from messages group by 1, 2
    ) m on m.organization_id = c.organization_id and m.contact_id = c.id`,
  `create index contact_activity_last on contact_activity
    (organization_id, last_message_at desc, contact_created_at desc, contact_id desc)`,
  `alter table contact_activity add primary key (organization_id, contact_id), add foreign key (organization_id, contact_id)
    references contacts (organization_id, id) on delete cascade`,
  // Somebody new who was written to is there already: triggers run behind the statement.
  `create function begin_activity() returns trigger language plpgsql as $$
  begin
    insert into contact_activity (organization_id, contact_id, contact_created_at)
      select organization_id, id, created_at from added on conflict do nothing;
    return null;
  end $$`,
  `create trigger contacts_active after insert on contacts
    referencing new table as added for each statement execute function begin_activity()`
]

const notifications = [
  `create table notifications (
    organization_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    type text not null,
    conversation_id uuid not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index notifications_newest on notifications (organization_id, user_id, created_at desc, id desc)`
]

export const sessionInterface = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [
    ...patience,
    ...conversations,
    ...conversationTotals,
    ...contacts,
    ...activity,
    ...notifications
  ]) {
    yield* sql.unsafe(statement)
  }
})
