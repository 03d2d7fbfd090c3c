import { Context } from "effect"
import type { SqlClient } from "effect/sql"
import type { NotifyingClient } from "../rowsecurity/ActingClient.ts"

/**
 * The connections over which the processes on a server notify each other of commits and list members. They form a pool
 * of their own, since a listener occupies a connection.
 */
export class Signals extends Context.Service<Signals, NotifyingClient>()("effect-parley/adapters/postgres/Signals") {}

/**
 * The client for the locks of shards. Its statements run on the connections of `Signals`, and reserved connections
 * come from a separate pool: a lock never waits for a listener.
 */
export class Locks extends Context.Service<Locks, SqlClient.SqlClient>()("effect-parley/adapters/postgres/Locks") {}

/**
 * The connection of the rate ledger. A report waits for rows that another process has locked, and nothing else of this
 * process may wait behind it.
 */
export class LedgerConnection extends Context.Service<LedgerConnection, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/LedgerConnection"
) {}

/**
 * The connections for group commits. They are few, and statements do not share them, since pipelined statements on one
 * connection commit one after the other.
 */
export class Writer extends Context.Service<Writer, SqlClient.SqlClient>()("effect-parley/adapters/postgres/Writer") {}

/**
 * The connections of shard owners: few, with one statement at a time on each. A connection answers in order, so on a
 * shared one the read of a new delivery would wait for all other queries.
 */
export class DeliveryConnections extends Context.Service<DeliveryConnections, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/DeliveryConnections"
) {}
