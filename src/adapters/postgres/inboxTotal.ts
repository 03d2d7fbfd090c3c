import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { Channel } from "../../domain/Channel.ts"
import { OrganizationId } from "../../domain/Ids.ts"

/** How many contacts, or conversations of the channel, an organization has: kept by triggers, since counting is slow. */
export const inboxTotal = (sql: SqlClient.SqlClient, list: "contacts" | Channel) => {
  const find = SqlSchema.findOne({
    Request: OrganizationId,
    Result: Schema.Struct({ total: Schema.Int }),
    execute: (id) => sql`
      select coalesce((select ${sql(list)} from inbox_totals where organization_id = ${id}::uuid), 0)::float8 as total`
  })
  return (organizationId: OrganizationId) => Effect.map(find(organizationId), ({ total }) => total)
}
