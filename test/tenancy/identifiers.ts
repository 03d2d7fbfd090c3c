import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../src/domain/Ids.ts"

const TableColumn = Schema.Struct({ table: Schema.String, column: Schema.String, type: Schema.String })

/** Every column of a table of tenants; partitions are seen as their parent. */
const tenantColumns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'parley'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id')
    order by 1, 2`
  return yield* Schema.decodeUnknownEffect(Schema.Array(TableColumn))(rows)
})

/** Text columns that name something. */
const namesSomething = /(^|_)(id|key|phone|email|peer|value)$/

/** A kind of id: a column, and some of its values of each organization that no other organization has. */
export interface Kind {
  readonly name: string
  readonly valuesOf: ReadonlyMap<OrganizationId, ReadonlyArray<string>>
}

const Value = Schema.Struct({ organizationId: Schema.String, value: Schema.String })
const decodeValues = Schema.decodeUnknownEffect(Schema.Array(Value))

/** Most values of one organization and kind. */
const maxValues = 5

/** Every kind of id that rows of tenants have, found in the schema. */
export const kindsOfIds = Effect.fnUntraced(function* (tenants: ReadonlyArray<{ readonly id: OrganizationId }>) {
  const sql = yield* SqlClient.SqlClient
  const columns = (yield* tenantColumns).filter(
    ({ column, type }) => type === "uuid" || (type === "text" && namesSomething.test(column))
  )
  return yield* Effect.forEach(columns, ({ column, table }) =>
    Effect.gen(function* () {
      const value = sql(column)
      const rows = yield* decodeValues(
        yield* sql`select min(organization_id::text) as "organizationId", ${value}::text as value
          from ${sql(table)} where ${value} is not null and ${value}::text <> ''
          group by ${value} having count(distinct organization_id) = 1 order by 1, 2`
      )
      const valuesOf = new Map(
        tenants.map(({ id }) => [
          id,
          rows.flatMap((row) => (row.organizationId === id ? [row.value] : [])).slice(0, maxValues)
        ])
      )
      return { name: `${table}.${column}`, valuesOf } satisfies Kind
    })
  )
})

const Hash = Schema.Struct({ organizationId: Schema.String, hash: Schema.String })
const decodeHashes = Schema.decodeUnknownEffect(Schema.Array(Hash))

/** A hash of all rows of each organization in each table, without the uses of API keys, which are written late. */
export const rowsOfAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = [...new Set((yield* tenantColumns).map(({ table }) => table))]
  const hashes = yield* Effect.forEach(tables, (table) =>
    Effect.gen(function* () {
      const rows = yield* decodeHashes(
        yield* sql`select organization_id as "organizationId", md5(string_agg(row, '' order by row)) as hash
          from (select organization_id, (to_jsonb(t) - 'last_used_at')::text as row from ${sql(table)} t) rows
          group by 1`
      )
      return rows.map(({ hash, organizationId }) => [`${table} of ${organizationId}`, hash] as const)
    })
  )
  return new Map(hashes.flat())
})
