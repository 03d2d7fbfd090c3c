const changeColumns = `organization_id, conversation_id, bucket, channel, channel_account_id, direction, member_id, template,
  campaign_id, state`

/**
 * The columns of a message `m` in `report_changes`: `countedMessage` of `domain/reports/reportCounters.ts`, compared by
 * `testing/contracts/stores/Reports.contract.ts`. A message that asks or answers names its conversation.
 */
export const messageChange = `m.organization_id,
  case when (m.annotations ? 'imported') is not true
    and (m.direction = 'inbound' or m.is_echo or m.annotations ?| array['member', 'agent']) then m.conversation_id end
    as conversation_id,
  date_bin('15 minutes', m.created_at, timestamptz '1970-01-01 00:00:00+00') as bucket, m.channel, m.channel_account_id,
  m.direction, (m.annotations ->> 'member')::uuid as member_id,
  case when m.type = 'template' then m.content -> 'template' ->> 'name' end as template,
  (m.annotations -> 'campaign' ->> 'id')::uuid as campaign_id,
  report_message_state(m.type, m.status, m.platform_message_id) as state`

/** Adds the messages of the rows `counted`, which have the columns of `messageChange` and a number `step`. */
export const insertChanges = (counted: string) => `
  insert into report_changes (${changeColumns}, messages)
  select ${changeColumns}, sum(step) from (${counted}) c
  where state <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(step) <> 0`

/**
 * Reports. The transactions that change messages and conversations only append to `report_changes`, so that they never wait
 * for each other. `Reports.fold` adds these rows to the counters later.
 *
 * A change with a conversation causes its facts to be computed again; one with a bucket is a number of messages. States are
 * indexes of `messageStates`; `report_message_state` is that of `messageChange`. Deleted messages stay counted, but for echoes, which are deleted when the send
 * that they repeat has its outcome.
 */
export const reportTables: ReadonlyArray<string> = [
  `create table report_changes (
    id bigint generated always as identity primary key,
    organization_id uuid not null,
    conversation_id uuid,
    bucket timestamptz,
    channel text,
    channel_account_id uuid,
    direction text,
    member_id uuid,
    template text,
    campaign_id uuid,
    state smallint,
    messages integer
  ) with (autovacuum_vacuum_scale_factor = 0.02)`,
  `create index report_changes_organization on report_changes (organization_id, id)`,
  // Subjects and measures are indexes of the lists in the domain. Days of a measure are a range of the key.
  `create table report_counters (
    organization_id uuid not null,
    subject smallint not null,
    measure smallint not null,
    bucket timestamptz not null,
    key text collate "C" not null,
    bin smallint not null,
    number bigint not null,
    primary key (organization_id, subject, measure, bucket, key, bin)
  ) with (fillfactor = 80)`,
  // The facts of each conversation that its counters contain.
  `create table report_conversations (
    organization_id uuid not null,
    conversation_id uuid not null,
    facts json not null,
    primary key (organization_id, conversation_id)
  )`,
  `create table conversation_turns (
    organization_id uuid not null,
    conversation_id uuid not null,
    id bigint generated always as identity,
    at timestamptz not null,
    is_closed boolean not null,
    closed_by text,
    primary key (organization_id, conversation_id, id),
    foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
  )`,
  `create function report_message_state(type text, status text, platform_message_id text) returns smallint
    language sql immutable as $$
    select (case when type = 'reaction' or status = 'pending' then 0
      when status = 'failed' then case when platform_message_id is null then 1 else 3 end
      when status = 'sent' then 2 when status = 'delivered' then 4 else 5 end)::smallint
  $$`,
  `create function report_messages() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      ${insertChanges(`select ${messageChange}, 1 as step from added m`)};
    else
      ${insertChanges(`select ${messageChange}, 1 as step from added m union all select ${messageChange}, -1 from removed m`)};
    end if;
    return null;
  end $$`,
  `create trigger messages_reported after insert on messages referencing new table as added
    for each statement execute function report_messages()`,
  `create trigger messages_reported_again after update on messages referencing new table as added old table as removed
    for each statement execute function report_messages()`,
  `create function report_conversation() returns trigger language plpgsql as $$
  begin
    insert into report_changes (organization_id, conversation_id) values (new.organization_id, new.id);
    if tg_op = 'INSERT' then
      if new.status <> 'closed' then return null; end if;
    elsif (old.status = 'closed') = (new.status = 'closed') then return null;
    end if;
    insert into conversation_turns (organization_id, conversation_id, at, is_closed, closed_by)
      values (new.organization_id, new.id, coalesce(new.closed_at, new.updated_at), new.status = 'closed', new.closed_by);
    return null;
  end $$`,
  `create trigger conversations_reported after insert on conversations
    for each row execute function report_conversation()`,
  `create trigger conversations_reported_again after update on conversations for each row
    when ((old.status = 'closed', old.contact_id is null, old.team_id, old.labels)
      is distinct from (new.status = 'closed', new.contact_id is null, new.team_id, new.labels))
    execute function report_conversation()`
]
