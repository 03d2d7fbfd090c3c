import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Removes the counts of terms of one and two characters, and the number of each change of an organization's contacts. */
const statements = [
  `drop trigger contacts_renamed on contacts`,
  `drop function note_text()`,
  `create or replace function count_contacts() returns trigger language plpgsql as $$
  begin
    insert into inbox_totals as t (organization_id, contacts)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts;
    return null;
  end $$`,
  `drop table text_changes, short_terms`,
  `alter table inbox_totals drop column notes_texts, drop column change`,
  `drop sequence contact_changes`
]

export const withoutTermCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
