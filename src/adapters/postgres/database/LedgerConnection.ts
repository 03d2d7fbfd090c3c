import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The connection of the rate ledger. A report waits for rows that another process has locked, and nothing else of this
 * process may wait behind it.
 */
export class LedgerConnection extends Context.Service<LedgerConnection, SqlClient.SqlClient>()(
  "effect-parley/adapters/postgres/LedgerConnection"
) {}
