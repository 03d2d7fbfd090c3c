/**
 * The request log and its total for each organization. Bodies are json, not jsonb: they are shown as they were sent, and no
 * query looks into them.
 */
export const requestLogTables: ReadonlyArray<string> = [
  `create table request_logs (
    organization_id uuid not null,
    id uuid not null,
    request_id text not null,
    method text not null,
    path text not null,
    status integer not null,
    request_body json not null,
    response_body json not null,
    ip_address text not null,
    user_agent text not null,
    duration_millis integer not null,
    created_at timestamptz not null
  )`,
  `create index request_logs_newest on request_logs (organization_id, created_at desc, id desc)`,
  `create index request_logs_request on request_logs (organization_id, request_id)`,
  `create index request_logs_age on request_logs (created_at)`,
  // Last: of indexes that cost the same the planner takes the one that was made last, and on an empty table all do.
  `alter table request_logs add primary key (organization_id, id)`,
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

/**
 * The keys that callers gave to their calls, and the sealed answers. A send has its message instead of an answer.
 * Without a foreign key, which would lock the organization once more for each send.
 */
export const idempotencyTables: ReadonlyArray<string> = [
  `create table idempotency_keys (
    organization_id uuid not null,
    api text not null,
    key text collate "C" not null,
    fingerprint text not null,
    message_id uuid,
    status integer,
    sealed_body text,
    is_lost boolean not null default false,
    created_at timestamptz not null,
    primary key (organization_id, api, key),
    constraint idempotency_keys_answer check (num_nulls(status, sealed_body) in (0, 2))
  )`,
  `create index idempotency_keys_age on idempotency_keys using brin (created_at) with (autosummarize = on)`
]
