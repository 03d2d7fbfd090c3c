/**
 * Sends that leave after the commit of the transaction that records them, without foreign keys, which would lock the
 * organization for as long as a transaction of a program lasts. `due_at` and `position` are the order of the sends to a
 * recipient; `next_at` is when the next attempt may begin.
 *
 * `send_after_commit` is a public contract for programs in any language (contract C397). It has the rights of the owner of
 * the tables, so only roles that were granted it may call it.
 */
export const pendingSendTables: ReadonlyArray<string> = [
  `create table pending_sends (
    organization_id uuid not null,
    id uuid not null,
    position bigint generated always as identity,
    channel text not null constraint pending_sends_channel check (channel in ('whatsapp', 'messenger', 'instagram')),
    recipient text not null constraint pending_sends_recipient check (length(recipient) between 1 and 256),
    sender text constraint pending_sends_sender check (length(sender) <= 256),
    content json constraint pending_sends_content check (octet_length(content::text) <= 65536),
    key text collate "C" constraint pending_sends_key check (key ~ '^[\\x20-\\x7e]{1,255}$'),
    created_at timestamptz not null,
    due_at timestamptz not null,
    next_at timestamptz not null,
    begun_at timestamptz,
    attempts integer not null default 0,
    ended_at timestamptz,
    outcome json,
    constraint pending_sends_outcome check (num_nulls(ended_at, outcome) in (0, 2)),
    primary key (organization_id, id)
  )`,
  `create unique index pending_sends_key on pending_sends (organization_id, key)`,
  `create index pending_sends_next on pending_sends (next_at) where ended_at is null`,
  `create index pending_sends_recipient on pending_sends (organization_id, channel, recipient, due_at, position)
    where ended_at is null`,
  `create index pending_sends_ended on pending_sends (ended_at) where ended_at is not null`,
  `create function send_after_commit(
    organization_id uuid, channel text, recipient text, content jsonb, idempotency_key text default null,
    sender text default null
  ) returns uuid language plpgsql security definer set search_path from current as $f$
  #variable_conflict use_column
  declare
    recorded uuid;
  begin
    if not exists (select from organizations o where o.id = $1 and o.deleting_at is null) then
      raise exception 'there is no organization %', $1 using errcode = 'foreign_key_violation';
    end if;
    if $4 is null or jsonb_typeof($4) <> 'object' then
      raise exception 'the content of a send is a JSON object' using errcode = 'check_violation';
    end if;
    insert into pending_sends (organization_id, id, channel, recipient, sender, content, key, created_at, due_at, next_at)
    values ($1, gen_random_uuid(), $2, $3, $6, $4, $5, now(), now(), now())
    on conflict (organization_id, key) do nothing
    returning id into recorded;
    if recorded is null then
      select id into recorded from pending_sends p where p.organization_id = $1 and p.key = $5;
    end if;
    return recorded;
  end $f$`,
  `revoke all on function send_after_commit(uuid, text, text, jsonb, text, text) from public`
]
