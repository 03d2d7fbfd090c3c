import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { organizationTables } from "../../../src/adapters/postgres/access/PgOrganizationDeletion.ts"
import * as MemoryMediaStore from "../../../src/adapters/memory/media/MemoryMediaStore.ts"
import { deleteOrganization, deletionSettleTime } from "../../../src/app/access/deleteOrganization.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { MediaStore } from "../../../src/ports/media/MediaStore.ts"
import { OrganizationDeletion } from "../../../src/ports/access/Organizations.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { someMedia } from "../../../testing/given/givenMedia.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { rowsOfAll } from "../../tenancy/identifiers.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

const Column = Schema.Struct({ table: Schema.String, column: Schema.String, type: Schema.String })

/** A value of each type of column that has to have one. */
const valueOf: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "gen_random_uuid()::text",
  "text[]": "'{}'",
  integer: "1",
  bigint: "1",
  smallint: "1",
  boolean: "true",
  bytea: "decode(md5(random()::text), 'hex')",
  json: "'{}'",
  jsonb: "'{}'",
  xid8: "pg_current_xact_id()",
  date: "date '2026-11-01'",
  "timestamp with time zone": "now()"
}

/** Values of columns whose checks refuse any text, or no value. */
const valueOfColumn: Readonly<Record<string, string>> = {
  "campaigns.status": "'draft'",
  "contact_erasures.finished_at": "now()"
}

/** Columns of tables of organizations that need a value, the tables themselves as their `organization_id`. */
const columns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'parley'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attgenerated = '' and a.attidentity = '' and not a.atthasdef
      and (a.attnotnull or c.relname || '.' || a.attname = any(${Object.keys(valueOfColumn)}::text[]))
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id')
    order by 1, 2`
  return yield* Schema.decodeUnknownEffect(Schema.Array(Column))(rows)
})

/** A value that the column accepts. */
const valueIn = ({ column, table, type }: typeof Column.Type): string =>
  valueOfColumn[`${table}.${column}`] ?? valueOf[type] ?? `no value of ${type}`

/** Inserts a row of the organization into each table that has none, without checks of foreign keys. */
const fillTables = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const needed = yield* columns
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local session_replication_role = replica`
      for (const table of new Set(needed.map((column) => column.table))) {
        const own = needed.filter((column) => column.table === table && column.column !== "organization_id")
        const names = ["organization_id", ...own.map(({ column }) => column)]
        const values = [`'${organizationId}'::uuid`, ...own.map(valueIn)]
        yield* sql.unsafe(
          `insert into ${table} (${names.join()}) select ${values.join()}
          where not exists (select from ${table} where organization_id = '${organizationId}')`
        )
      }
    })
  )
})

const tablesOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const rows = [...(yield* rowsOfAll)].filter(([key]) => key.endsWith(organizationId))
  return new Map(rows.map(([key, hash]) => [key.split(" ")[0], hash]))
})

const givenTenant = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: {} })
  yield* sendOff(sender.id, yield* sender.intent())
  const file = yield* someMedia(sender.id)
  yield* (yield* MediaLibrary).addAll(sender.id, [file])
  const bytes = Stream.make(new TextEncoder().encode("voice"))
  yield* (yield* MediaStore).put(sender.id, file.id, { mimeType: "audio/ogg", bytes })
  yield* fillTables(sender.id)
  return { id: sender.id, file: file.id }
})

describe("organization deletion", () => {
  it.layer(Layer.merge(serverStores, MemoryMediaStore.layer), { timeout: "120 seconds" })((it) => {
    it.effect("covers every table with rows of organizations", () =>
      Effect.gen(function* () {
        const tables = new Set((yield* columns).map(({ table }) => table))
        assert.deepStrictEqual([...organizationTables].toSorted(), [...tables].toSorted())
      })
    )

    it.effect("finds the rows of an organization in each table by an index", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          select distinct c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
            join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where c.relnamespace = 'parley'::regnamespace and a.attname = 'organization_id' and i.indpred is null`
        const indexed = yield* Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ table: Schema.String })))(rows)
        const tables = new Set(indexed.map(({ table }) => table))
        assert.deepStrictEqual(
          organizationTables.filter((table) => !tables.has(table)),
          []
        )
      })
    )

    it.effect("no table has a row of a deleted organization, and every row of another organization stays", () =>
      Effect.gen(function* () {
        const tenant = yield* givenTenant
        const other = yield* givenTenant
        const before = yield* tablesOf(other.id)
        assert.strictEqual(before.size, organizationTables.length)
        assert.strictEqual((yield* tablesOf(tenant.id)).size, organizationTables.length)
        yield* (yield* OrganizationDeletion).begin(tenant.id, yield* DateTime.now)
        yield* TestClock.adjust(deletionSettleTime)

        const { files, rows } = yield* deleteOrganization(tenant.id, "Acme", () => Effect.void)

        assert.isAtLeast(rows, 1)
        assert.isAtLeast(files, 1)
        assert.deepStrictEqual(yield* tablesOf(tenant.id), new Map())
        assert.deepStrictEqual(yield* tablesOf(other.id), before)
        const { get } = yield* MediaStore
        assert.isTrue(Option.isNone(yield* get(tenant.id, tenant.file, null)))
        assert.isTrue(Option.isSome(yield* get(other.id, other.file, null)))
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`select id from organizations where id = ${tenant.id}::uuid`, 0)
      })
    )
  })
})
