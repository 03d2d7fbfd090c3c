/**
 * Erasures of contacts, and hashes of erased people and messages. `terms` are the texts that rows are found by, until the
 * erasure is finished. A hash is keyed, so it cannot be guessed without the key of the service (decision 57, Erasure of contacts).
 */
export const erasureTables: ReadonlyArray<string> = [
  `create table contact_erasures (
    organization_id uuid not null,
    contact_id uuid not null,
    vendor_contact_id text not null,
    requested_at timestamptz not null,
    finished_at timestamptz,
    messages integer not null default 0,
    files integer not null default 0,
    records integer not null default 0,
    terms json,
    part text not null,
    cursor text,
    is_clean boolean not null default true,
    next_at timestamptz,
    constraint contact_erasures_end check (num_nulls(terms, next_at) = case when finished_at is null then 0 else 2 end),
    unique (organization_id, vendor_contact_id),
    primary key (organization_id, contact_id)
  )`,
  `create index contact_erasures_next on contact_erasures (next_at) where next_at is not null`,
  `create table erased_keys (
    organization_id uuid not null,
    hash bytea not null,
    erased_at timestamptz not null,
    is_message boolean not null,
    primary key (organization_id, hash)
  )`,
  `create index erased_keys_age on erased_keys (erased_at) where is_message`
]
