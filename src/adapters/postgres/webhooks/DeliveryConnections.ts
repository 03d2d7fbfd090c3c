import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connections of shard owners: few, with one statement at a time on each. A connection answers in order, so a read of
 * one new delivery would wait behind the queries of everybody else.
 */
export class DeliveryConnections extends Context.Service<DeliveryConnections, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/DeliveryConnections"
) {}
