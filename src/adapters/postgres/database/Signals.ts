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
