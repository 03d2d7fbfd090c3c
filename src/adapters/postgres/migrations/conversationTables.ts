/**
 * A deleted contact leaves its conversations without a contact, and no list shows those. The foreign key is checked only
 * when a conversation is inserted.
 *
 * Each list that the interfaces offer has its index. Indexes that find single rows are created last, so that the planner
 * prefers them while the table is small.
 */
const conversations = [
  `create table conversations (
    organization_id uuid not null,
    id uuid not null,
    contact_id uuid,
    channel text not null,
    channel_account_id uuid not null,
    status text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    assignee_id uuid,
    priority smallint not null default 0,
    snoozed_at timestamptz,
    snoozed_until timestamptz,
    warned_at timestamptz,
    queued_at timestamptz,
    team_id uuid,
    labels text[] not null default '{}',
    unread_count integer not null default 0,
    source text not null default 'api',
    closed_at timestamptz,
    closed_by text,
    resolution text,
    last_learned_at timestamptz,
    last_sent_at timestamptz,
    last_written_at timestamptz,
    last_echo_at timestamptz,
    control text,
    control_at timestamptz,
    constraint conversations_team foreign key (organization_id, team_id)
      references teams (organization_id, id) on delete set null (team_id),
    constraint conversations_contact foreign key (organization_id, contact_id)
      references contacts (organization_id, id) on delete set null (contact_id)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create index conversations_newest on conversations (organization_id, updated_at desc, id desc)
    include (channel, status, assignee_id) where contact_id is not null`,
  `create index conversations_status on conversations (organization_id, status, updated_at desc, id desc)
    where contact_id is not null`,
  `create index conversations_assignee on conversations (organization_id, assignee_id, updated_at desc, id desc)
    where contact_id is not null and assignee_id is not null`,
  // Only conversations with a priority and snoozed ones are in these indexes, so other changes do not write them.
  `create index conversations_priority on conversations (organization_id, priority desc, updated_at desc, id desc)
    where contact_id is not null and priority > 0`,
  `create index conversations_snoozed on conversations (organization_id, updated_at desc, id desc)
    where contact_id is not null and snoozed_at is not null`,
  `create index conversations_snoozed_until on conversations (snoozed_until) where snoozed_until is not null`,
  // Only conversations that wait for an assignee.
  `create index conversations_queued on conversations (organization_id, team_id, queued_at, id)
    where queued_at is not null`,
  `create index conversations_team on conversations (organization_id, team_id, updated_at desc, id desc)
    where contact_id is not null and team_id is not null`,
  // An update of a conversation without labels writes no entry.
  `create index conversations_labels on conversations using gin (organization_id, labels) where labels <> '{}'`,
  `create index conversations_contact on conversations (organization_id, contact_id) where contact_id is not null`,
  `create unique index conversations_not_closed on conversations (contact_id, channel_account_id, organization_id)
    where status <> 'closed'`,
  `alter table conversations add primary key (organization_id, id)`
]

/**
 * Locks the organization's row of `inbox_totals` before its totals change, so that two transactions never lock rows of
 * `conversation_totals` in different orders. The row exists: each conversation begins with a contact.
 */
const lockTotals = (organizations: string) => `
    perform 1 from inbox_totals where organization_id in (${organizations}) order by organization_id for no key update;`

/** The number of conversations for each combination of the filters that a list has. A list's total is a sum of these. */
const totals = [
  `create table conversation_totals (
    organization_id uuid not null,
    channel text not null,
    status text not null,
    assignee_id uuid,
    priority smallint not null,
    snoozed boolean not null,
    total bigint not null,
    unique nulls not distinct (organization_id, channel, status, assignee_id, priority, snoozed)
  ) with (fillfactor = 50)`,
  `create function count_conversations() returns trigger language plpgsql as $$
  begin
    ${lockTotals("select organization_id from changed where contact_id is not null")}
    insert into conversation_totals as t (organization_id, channel, status, assignee_id, priority, snoozed, total)
      select organization_id, channel, status, assignee_id, priority, snoozed_at is not null,
        count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed where contact_id is not null group by 1, 2, 3, 4, 5, 6
      on conflict (organization_id, channel, status, assignee_id, priority, snoozed) do update set total = t.total + excluded.total;
    return null;
  end $$`,
  `create trigger conversations_added after insert on conversations
    referencing new table as changed for each statement execute function count_conversations()`,
  `create trigger conversations_deleted after delete on conversations
    referencing old table as changed for each statement execute function count_conversations()`,
  `create function recount_conversation() returns trigger language plpgsql as $$
  begin
    ${lockTotals("old.organization_id")}
    insert into conversation_totals as t (organization_id, channel, status, assignee_id, priority, snoozed, total)
      select organization_id, channel, status, assignee_id, priority, snoozed_at is not null, change
      from (select old.*, -1 as change union all select new.*, 1) c
      where contact_id is not null
      on conflict (organization_id, channel, status, assignee_id, priority, snoozed) do update set total = t.total + excluded.total;
    return null;
  end $$`,
  `create trigger conversations_recounted after update on conversations for each row
    when ((old.status, old.assignee_id, old.priority, old.snoozed_at is null, old.contact_id is null)
      is distinct from (new.status, new.assignee_id, new.priority, new.snoozed_at is null, new.contact_id is null))
    execute function recount_conversation()`
]

const notifications = [
  `create table notifications (
    organization_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    type text not null,
    conversation_id uuid,
    created_at timestamptz not null,
    reason text,
    read_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create index notifications_newest on notifications (organization_id, user_id, created_at desc, id desc)`
]

/** Rows of a conversation that is merged into another one move before it is deleted, so the foreign key deletes none. */
const notes = [
  `create table conversation_notes (
    organization_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    text text not null,
    author_id uuid,
    mentions uuid[] not null default '{}',
    created_at timestamptz not null,
    primary key (organization_id, id),
    constraint conversation_notes_conversation foreign key (organization_id, conversation_id)
      references conversations (organization_id, id) on delete cascade
  )`,
  `create index conversation_notes_newest
    on conversation_notes (organization_id, conversation_id, created_at desc, id desc)`
]

/** Conversations, the totals of their lists, notifications of users, and notes. */
export const conversationTables: ReadonlyArray<string> = [...conversations, ...totals, ...notifications, ...notes]
