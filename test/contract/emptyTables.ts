/** Deletes all rows except those that the migrations insert. */
export const emptyTables = `do $$ begin
  execute (
    select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' restart identity cascade' from pg_class
    where relnamespace = 'parley'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('parley_migrations', 'wake_channel'));
end $$`
