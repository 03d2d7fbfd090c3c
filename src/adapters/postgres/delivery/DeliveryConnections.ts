import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connections of those who attend to deliveries: few, and not shared by statements. What goes over one connection
 * comes back in its order, so over those that others read by, a log that has little in it would wait for all that was
 * asked before.
 */
export class DeliveryConnections extends Context.Service<DeliveryConnections, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/DeliveryConnections"
) {}
