import type { SqlClient } from "effect/sql"
import type { DeliveryShard } from "../../../domain/delivery/DeliveryShard.ts"

/** Whether the row's organization is in the shard. Repeats `shardOf` of `domain/DeliveryShard.ts`, in the form of the indexes. */
export const ofShard = (sql: SqlClient.SqlClient, shard: DeliveryShard) =>
  sql`(get_byte(uuid_send(organization_id), 15) & 15) = ${shard}::integer`
