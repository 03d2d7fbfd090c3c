import type { SqlClient } from "effect/sql"
import { failuresThatHold } from "../../../domain/delivery/Delivery.ts"

/** Whether an earlier delivery of the conversation of the row `d` is deferred and holds it back. */
export const isHeldBack = (sql: SqlClient.SqlClient) => sql`exists (
  select 1 from deferred_deliveries b
  where b.organization_id = d.organization_id and b.conversation_id = d.conversation_id and b.sequence < d.sequence
    and (b.due_at is null or b.failures < ${failuresThatHold}::integer))`
