/**
 * Audit logs of organizations. An entry is added and never changed: a trigger refuses updates from every role. Rows are
 * deleted with their organization and at the end of the retention.
 */
export const auditTables: ReadonlyArray<string> = [
  `create table audit_log (
    organization_id uuid not null,
    id uuid not null,
    at timestamptz not null,
    actor text not null,
    actor_id text not null,
    address text,
    action text not null,
    subject_id text not null,
    subject_name text not null,
    changes jsonb not null,
    primary key (organization_id, at, id)
  )`,
  `create index audit_log_subject on audit_log (organization_id, subject_id, at desc, id desc)`,
  `create index audit_log_age on audit_log (at)`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'entries of the audit log are not changed';
  end $$`,
  `create trigger audit_log_unchanged before update on audit_log
    for each row execute function refuse_audit_change()`
]
