import type { SqlClient, Statement } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"

/**
 * Joins the rows `t` with the id of their organization, so that they are looked up one by one. With the organization as
 * a constant, the planner expects few rows of a small organization. A cached plan would then scan all rows for every
 * batch. `offset 0` hides the constant.
 */
export const ofOrganization = (sql: SqlClient.SqlClient, organizationId: OrganizationId, rows: Statement.Fragment) =>
  sql`(select ${organizationId}::uuid as organization_id, t.* from ${rows} offset 0)`
