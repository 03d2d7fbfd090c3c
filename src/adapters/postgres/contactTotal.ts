import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId } from "../../domain/Ids.ts"

/** How many contacts an organization has, and which: kept by triggers, since counting is slow. */
export const contactTotals = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: OrganizationId,
    Result: Schema.Struct({ total: Schema.Int, change: Schema.Int }),
    execute: (id) => sql`
      select coalesce(sum(contacts), 0)::float8 as total, coalesce(sum(change), 0)::float8 as change
      from inbox_totals where organization_id = ${id}::uuid`
  })

/** How many contacts an organization has. */
export const contactTotal = (sql: SqlClient.SqlClient) => {
  const find = contactTotals(sql)
  return (organizationId: OrganizationId) => Effect.map(find(organizationId), ({ total }) => total)
}
