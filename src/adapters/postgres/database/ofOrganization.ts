import type { SqlClient, Statement } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"

/**
 * Rows, given as `t`, with the organization whose they are, to be looked for one by one. As a constant, the organization
 * makes all that it has look like few to the planner, and a plan that is made while that is so, and kept, reads all of it
 * for every batch. `offset 0` keeps the constant in here.
 */
export const ofOrganization = (sql: SqlClient.SqlClient, organizationId: OrganizationId, rows: Statement.Fragment) =>
  sql`(select ${organizationId}::uuid as organization_id, t.* from ${rows} offset 0)`
