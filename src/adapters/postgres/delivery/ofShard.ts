import type { SqlClient } from "effect/sql"
import type { DeliveryShard } from "../../../domain/DeliveryShard.ts"

/** Whether the row's organization is in the shard, as `shardOf` of the domain has it; written as the indexes have it. */
export const ofShard = (sql: SqlClient.SqlClient, shard: DeliveryShard) =>
  sql`(get_byte(uuid_send(organization_id), 15) & 15) = ${shard}::integer`
