import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId } from "../../domain/Ids.ts"

/** How many contacts an organization has: kept by triggers, since counting is slow. */
export const contactTotal = (sql: SqlClient.SqlClient) => {
  const find = SqlSchema.findOne({
    Request: OrganizationId,
    Result: Schema.Struct({ total: Schema.Int }),
    execute: (id) => sql`
      select coalesce((select contacts from inbox_totals where organization_id = ${id}::uuid), 0)::float8 as total`
  })
  return (organizationId: OrganizationId) => Effect.map(find(organizationId), ({ total }) => total)
}
