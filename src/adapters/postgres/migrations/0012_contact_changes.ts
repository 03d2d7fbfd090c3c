import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which contacts an organization has, by number: another one with every statement that adds or removes some. From a
 * sequence, so that a number is never given twice, not even when the first time is rolled back: whoever sees the same
 * number twice has seen the same contacts.
 */
const changes = [
  `create sequence contact_changes`,
  `alter table inbox_totals add column change bigint not null default 0`,
  `create or replace function count_contacts() returns trigger language plpgsql as $$
  begin
    insert into inbox_totals as t (organization_id, contacts, change)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end), nextval('contact_changes')
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts, change = excluded.change;
    return null;
  end $$`
]

export const contactChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of changes) yield* sql.unsafe(statement)
})
