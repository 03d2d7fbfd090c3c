import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * In how many contacts of an organization a term of one or two characters is: no index knows terms that short, and to count
 * is to look at every contact. The empty term is in all of them; where it has no row, nothing is kept for the organization,
 * and who is not kept is counted. `named` are those who have it in name or number, `anywhere` those who have it at all.
 */
const totals = [
  `create table short_terms (
    organization_id uuid not null,
    term text collate "C" not null,
    named bigint not null,
    anywhere bigint not null,
    primary key (organization_id, term)
  ) with (fillfactor = 70)`
]

/**
 * What the searched texts of contacts have changed by, since they were last counted: one row for a statement and
 * organization, less than a microsecond for a contact. Texts are not packed, which would take longer than all the rest.
 */
const changes = [
  `create table text_changes (
    organization_id uuid not null,
    change bigint not null,
    size integer not null,
    come text[] not null,
    gone text[] not null,
    primary key (organization_id, change)
  )`,
  `alter table text_changes alter column come set storage external, alter column gone set storage external`
]

/**
 * Most organizations have so few contacts that counting them is nothing: theirs are not noted. Who begins to note waits for
 * all who change texts meanwhile: those who add or remove contacts have changed the total, and those who change the text of
 * one share a lock on it.
 */
const triggers = [
  `alter table inbox_totals add column notes_texts boolean not null default false`,
  `create or replace function count_contacts() returns trigger language plpgsql as $$
  declare
    noting uuid[];
  begin
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
  end $$`,
  `create function note_text() returns trigger language plpgsql as $$
  declare
    noting boolean;
  begin
    perform 1 from inbox_totals where organization_id = new.organization_id for key share;
    -- Looked at when it is locked: the lock may be had on what has been replaced meanwhile.
    select notes_texts into noting from inbox_totals where organization_id = new.organization_id;
    if noting then
      insert into text_changes (organization_id, change, size, come, gone)
        values (new.organization_id, nextval('contact_changes'), 2, array[new.searched], array[old.searched]);
    end if;
    return null;
  end $$`,
  `create trigger contacts_renamed after update on contacts for each row
    when (old.searched is distinct from new.searched) execute function note_text()`
]

export const shortTerms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...totals, ...changes, ...triggers]) yield* sql.unsafe(statement)
})
