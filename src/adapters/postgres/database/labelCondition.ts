import type { SqlClient } from "effect/sql"
import { texts } from "./ArrayParameter.ts"

/** Whether the row has the label. The first part selects the partial index. */
export const hasLabel = (sql: SqlClient.SqlClient, name: string) =>
  sql`(labels <> '{}' and labels @> ${texts([name])}::text[])`
