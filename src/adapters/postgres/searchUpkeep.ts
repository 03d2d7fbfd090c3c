import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { whenAsked } from "./whenAsked.ts"

/**
 * How much may be put off, in kilobytes: 10 000 contacts with ordinary names take ten megabytes, which a search reads
 * through in some tens of milliseconds. At the server's own limit, four, an import would wait for the index twice.
 */
const putOffKilobytes = 16 * 1024

/** Lets the transaction put off most of the work on the index that contacts are searched by. They are found meanwhile. */
export const putOff = (sql: SqlClient.SqlClient) =>
  sql`select set_config('gin_pending_list_limit', ${String(putOffKilobytes)}, true)`

/**
 * Does what was put off, in the background of the scope, once for all who ask meanwhile. The database does it too when
 * nobody asks, or when this may not: with the next vacuum, or when somebody else's contact finds too much of it.
 */
export const searchUpkeep = (sql: SqlClient.SqlClient) =>
  whenAsked(
    // In a transaction, which has a connection of its own: other statements would wait behind it.
    sql.withTransaction(sql`select gin_clean_pending_list('contacts_searched'::regclass)`).pipe(
      Effect.catch((error) => Effect.logDebug("What contacts are searched by waits for the next vacuum", error)),
      Effect.asVoid
    )
  )
