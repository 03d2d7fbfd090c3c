import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** As before, but for statements that leave it to their transaction (`countContactsLater`). */
const counts = [
  `create or replace function count_contacts() returns trigger language plpgsql as $$
  declare
    noting uuid[];
  begin
    if current_setting('parley.leave_uncounted', true) = 'yes' then
      return null;
    end if;
    with counted as (
      insert into inbox_totals as t (organization_id, contacts, change)
      select organization_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end), nextval('contact_changes')
      from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts, change = excluded.change
      returning organization_id, notes_texts
    )
    select array_agg(organization_id) filter (where notes_texts) into noting from counted;
    if noting is not null then
      insert into text_changes (organization_id, change, size, come, gone)
        select organization_id, nextval('contact_changes'), count(*),
          case tg_op when 'INSERT' then array_agg(searched) else '{}' end,
          case tg_op when 'INSERT' then '{}' else array_agg(searched) end
        from changed where organization_id = any(noting) group by organization_id;
    end if;
    return null;
  end $$`
]

export const countedLater = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of counts) yield* sql.unsafe(statement)
})
