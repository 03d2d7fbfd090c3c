import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connections of shard owners: few, with one statement at a time on each. A connection answers in order, so on a
 * shared one the read of a new delivery would wait for all other queries.
 */
export class DeliveryConnections extends Context.Service<DeliveryConnections, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/DeliveryConnections"
) {}
