import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { folded } from "../src/domain/ContactSearch.ts"
import type { OrganizationId } from "../src/domain/Ids.ts"
import { firstNames, lastNames } from "./people.ts"

/**
 * So many contacts for each organization, made by the database: a name, a number, for every third an e-mail, and the
 * searched text that belongs to them. The search index is built behind them, which is quicker than row by row.
 */
export const manyContacts = Effect.fnUntraced(function* (sizes: ReadonlyArray<readonly [OrganizationId, number]>) {
  const sql = yield* SqlClient.SqlClient
  const [index] = yield* sql<{ readonly definition: string }>`
    select pg_get_indexdef('contacts_searched'::regclass) as definition`
  yield* sql`drop index contacts_searched`
  for (const [id, size] of sizes) {
    yield* sql`
      with first as (
        select * from unnest(${firstNames}::text[], ${firstNames.map(folded)}::text[])
          with ordinality as f(name, folded, place)
      ),
      last as (
        select * from unnest(${lastNames}::text[], ${lastNames.map(folded)}::text[])
          with ordinality as l(name, folded, place)
      ),
      person as (
        select ordinal, f.name || ' ' || l.name as name, f.folded || ' ' || l.folded as folded,
          '1' || (2000000000 + (hashint8extended(ordinal, 3) & 4294967295)) as phone,
          case when ordinal % 3 = 0 then f.folded || '.' || l.folded || '@example.com' end as email
        from generate_series(1, ${size}::bigint) ordinal
          join first f on f.place = 1 + (hashint8extended(ordinal, 1) & 2147483647) % ${firstNames.length}::integer
          join last l on l.place = 1 + (hashint8extended(ordinal, 2) & 2147483647) % ${lastNames.length}::integer
      )
      insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, attributes,
        source, created_at, updated_at, searched)
      select ${id}::uuid, gen_random_uuid(),
        'ct_' || left(translate(md5(ordinal || ${id}::text), '0189', 'wxyz'), 24), phone, name, email, 'US',
        '{customer}', '{"plan":"gold"}', 'import', instant, instant,
        folded || E'\\n' || phone || E'\\n' || coalesce(email, '')
      from person, lateral (select '2026-01-01'::timestamptz + ordinal * interval '1 second' as instant) at
      order by ordinal`
  }
  if (index !== undefined) yield* sql.unsafe(index.definition)
  yield* sql`vacuum analyze contacts`
})
