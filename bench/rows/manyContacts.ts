import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { folded } from "../../src/domain/contacts/ContactSearch.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { firstNames, lastNames } from "./people.ts"

interface Secondary {
  readonly name: string
  readonly definition: string
}

/** Takes the indexes of contacts away but for that of their ids, and gives what makes them again. */
const withoutIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const indexes = yield* sql<Secondary>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('contacts'::regclass, 'contact_activity'::regclass) and not indisprimary
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`
  const constraints = yield* sql<Secondary>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'contacts'::regclass and contype = 'u'`
  for (const { name } of indexes) yield* sql.unsafe(`drop index ${name}`)
  for (const { name } of constraints) yield* sql.unsafe(`alter table contacts drop constraint ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...constraints.map(({ definition, name }) => `alter table contacts add constraint ${name} ${definition}`)
  ]
})

const insert = Effect.fnUntraced(function* (id: OrganizationId, size: number) {
  const sql = yield* SqlClient.SqlClient
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
    select ${id}::uuid, uuidv7(), 'ct_' || left(translate(md5(ordinal || ${id}::text), '0189', 'wxyz'), 24), phone, name,
      email, 'US', '{customer}', '{"plan":"gold"}', 'import', instant, instant,
      folded || E'\\n' || phone || E'\\n' || coalesce(email, '')
    from person, lateral (select '2026-01-01'::timestamptz + ordinal * interval '1 second' as instant) at
    order by ordinal`
  // What triggers do, at once for all.
  yield* sql`
    insert into contact_activity (organization_id, contact_id, contact_created_at)
    select organization_id, id, created_at from contacts where organization_id = ${id}::uuid`
  yield* sql`
    insert into inbox_totals (organization_id, contacts) values (${id}::uuid, ${size}::bigint)
    on conflict (organization_id) do update set contacts = excluded.contacts`
})

const makeContacts = Effect.fnUntraced(function* (sizes: ReadonlyArray<readonly [OrganizationId, number]>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set maintenance_work_mem = '512MB'`
  yield* sql`set session_replication_role = 'replica'`
  const indexes = yield* withoutIndexes
  for (const [id, size] of sizes) yield* insert(id, size)
  for (const index of indexes) yield* sql.unsafe(index)
  yield* sql`vacuum analyze contacts`
  yield* sql`vacuum analyze contact_activity`
})

/**
 * So many contacts for each organization, made by the database: a name, a number, for every third an e-mail, and the
 * searched text that belongs to them. The indexes are built behind them, which is quicker than row by row. On a
 * connection of its own: connections of the service end statements that take so long, and their role may not analyze.
 */
export const manyContacts = Effect.fnUntraced(function* (
  databaseUrl: string,
  sizes: ReadonlyArray<readonly [OrganizationId, number]>
) {
  const connection = PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })
  yield* Effect.provide(makeContacts(sizes), connection)
})
