import * as PgTypes from "@effect/sql-pg/PgTypes"
import type { SqlClient, Statement } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { DateTime } from "effect"

/** A column of many rows as one parameter in the type of its elements: as texts each of them would be read and cast. */
export type ArrayParameter = PgTypes.Parameter

const arrayOf = (oid: number, value: ReadonlyArray<unknown>): ArrayParameter => ({
  [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId,
  oid,
  value
})

/** `uuid[]`. */
export const uuids = (values: ReadonlyArray<string | null>) => arrayOf(PgTypes.OID.uuidArray, values)

/** `text[]`, where some may be missing. */
export const texts = (values: ReadonlyArray<string | null>) => arrayOf(PgTypes.OID.textArray, values)

/** `boolean[]`, where some may be missing. */
export const booleans = (values: ReadonlyArray<boolean | null>) => arrayOf(PgTypes.OID.boolArray, values)

/** `integer[]`, where some may be missing. */
export const integers = (values: ReadonlyArray<number | null>) => arrayOf(PgTypes.OID.int4Array, values)

/** `double precision[]`. */
export const doubles = (values: ReadonlyArray<number>) => arrayOf(PgTypes.OID.float8Array, values)

/**
 * `timestamptz[]`, from milliseconds since 1970. Exact from 1685 to 2255: the driver counts microseconds in a number,
 * so an instant beyond that may change by a millisecond.
 */
export const epochMillis = (values: ReadonlyArray<number | null>) => arrayOf(PgTypes.OID.timestamptzArray, values)

/** `timestamptz[]`. */
export const instants = (values: ReadonlyArray<DateTime.Utc | null>) =>
  epochMillis(values.map((value) => (value === null ? null : value.epochMilliseconds)))

/**
 * Joins the rows `t` with the id of their organization, so that they are looked up one by one. With the organization as
 * a constant, the planner expects few rows of a small organization. A cached plan would then scan all rows for every
 * batch. `offset 0` hides the constant.
 */
export const ofOrganization = (sql: SqlClient.SqlClient, organizationId: OrganizationId, rows: Statement.Fragment) =>
  sql`(select ${organizationId}::uuid as organization_id, t.* from ${rows} offset 0)`
