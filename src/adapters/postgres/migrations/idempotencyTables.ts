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
