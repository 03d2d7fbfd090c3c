import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connections for group commits. They are few, and statements do not share them, since pipelined statements on one
 * connection commit one after the other.
 */
export class Writer extends Context.Service<Writer, SqlClient.SqlClient>()("effect-parley/adapters/postgres/Writer") {}
