import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connections that group writes go through: few, and not shared by statements, since statements that are pipelined
 * over one connection commit one after the other.
 */
export class Writer extends Context.Service<Writer, SqlClient.SqlClient>()("effect-parley/adapters/postgres/Writer") {}
