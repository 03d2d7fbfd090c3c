/**
 * Campaigns, their recipients and their counters. A recipient without an outcome is open: `next_at` is when its next attempt
 * may begin. There is no foreign key to contacts, whose check would cost each of a million recipients; a deletion of a contact
 * erases its recipients.
 *
 * `campaign_count_keys` is `countKeys` of `domain/campaigns/CampaignCounts.ts`, compared by
 * `testing/contracts/stores/CampaignStore.contract.ts`. A trigger maintains the counters, whatever changes the recipients.
 * Deleted recipients stay counted.
 */
export const campaignTables: ReadonlyArray<string> = [
  `create table campaigns (
    organization_id uuid not null,
    id uuid not null,
    name text not null,
    sender text,
    channel_account_id uuid,
    template json not null,
    audience json not null,
    field_values json not null,
    send_at timestamptz,
    pace integer,
    stop_on text[] not null,
    status text not null,
    reason json,
    is_frozen boolean not null default false,
    -- The last contact or row that was frozen, and the number of recipients.
    frozen_contact uuid,
    frozen_position integer not null default 0,
    positions integer not null default 0,
    share double precision not null default 1,
    next_at timestamptz,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    constraint campaigns_status check (status in ('draft', 'scheduled', 'running', 'paused', 'finished', 'cancelled')),
    primary key (organization_id, id)
  )`,
  `create index campaigns_next on campaigns (next_at) where status in ('scheduled', 'running')`,
  `create index campaigns_newest on campaigns (organization_id, created_at desc, id desc)`,
  `create index campaigns_ended on campaigns (ended_at) where ended_at is not null`,
  `create table campaign_counters (
    organization_id uuid not null,
    campaign_id uuid not null,
    key text collate "C" not null,
    number bigint not null,
    primary key (organization_id, campaign_id, key),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
  ) with (fillfactor = 50)`,
  `create table campaign_recipients (
    organization_id uuid not null,
    campaign_id uuid not null,
    id uuid not null,
    position integer not null,
    recipient text not null,
    name text not null default '',
    columns jsonb not null default '{}',
    phone_key text,
    contact_id uuid,
    message_id uuid,
    left_out text,
    failure json,
    begun_at timestamptz,
    retries integer not null default 0,
    sent_at timestamptz,
    delivered_at timestamptz,
    read_at timestamptz,
    replied_at timestamptz,
    opted_out_at timestamptz,
    category text,
    billable boolean,
    next_at timestamptz not null default '-infinity',
    primary key (organization_id, id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0.02)`,
  `create unique index campaign_recipients_position on campaign_recipients (organization_id, campaign_id, position)`,
  `create index campaign_recipients_next on campaign_recipients (organization_id, campaign_id, next_at, position)
    where left_out is null and failure is null and sent_at is null`,
  `create index campaign_recipients_contact on campaign_recipients (organization_id, contact_id)
    where contact_id is not null`,
  `create index campaign_recipients_phone on campaign_recipients (organization_id, campaign_id, phone_key, position)
    where phone_key is not null`,
  `create function campaign_count_keys(r campaign_recipients) returns text[] language sql stable as $$
    select array_remove(array[
      'recipients',
      case when r.left_out is null and r.failure is null and r.sent_at is null and r.delivered_at is null
        and r.read_at is null then 'queued' end,
      case when r.sent_at is not null or r.delivered_at is not null or r.read_at is not null then 'sent' end,
      case when r.delivered_at is not null or r.read_at is not null then 'delivered' end,
      case when r.read_at is not null then 'read' end,
      case when r.failure is not null then 'failed' end,
      'failedByCode:' || coalesce(r.failure ->> 'code', r.failure ->> 'reason'),
      case when r.left_out is not null then 'leftOut' end,
      'leftOutByReason:' || r.left_out,
      case when r.replied_at is not null then 'replied' end,
      case when r.opted_out_at is not null then 'optedOut' end,
      'priced:' || r.category,
      case when r.billable then 'billable:' || r.category end
    ], null)
  $$`,
  `create function count_campaign_recipients() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into campaign_counters as c (organization_id, campaign_id, key, number)
        select a.organization_id, a.campaign_id, k.key, count(*)
        from added a, unnest(campaign_count_keys(a::campaign_recipients)) as k(key)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (organization_id, campaign_id, key) do update set number = c.number + excluded.number;
    else
      insert into campaign_counters as c (organization_id, campaign_id, key, number)
        select organization_id, campaign_id, key, sum(step) from (
          select r.organization_id, r.campaign_id, k.key, 1 as step
          from added r, unnest(campaign_count_keys(r::campaign_recipients)) as k(key)
          union all
          select r.organization_id, r.campaign_id, k.key, -1
          from removed r, unnest(campaign_count_keys(r::campaign_recipients)) as k(key)
        ) steps
        group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
        on conflict (organization_id, campaign_id, key) do update set number = c.number + excluded.number;
    end if;
    return null;
  end $$`,
  `create trigger campaign_recipients_added after insert on campaign_recipients referencing new table as added
    for each statement execute function count_campaign_recipients()`,
  `create trigger campaign_recipients_changed after update on campaign_recipients
    referencing new table as added old table as removed
    for each statement execute function count_campaign_recipients()`
]
