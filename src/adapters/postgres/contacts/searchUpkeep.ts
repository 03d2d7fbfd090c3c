import { Effect, Queue } from "effect"
import type { SqlClient } from "effect/sql"
import { asOwner } from "../rowsecurity/Acting.ts"

/**
 * Limit of the search index's pending list, in kilobytes. 10 000 contacts with ordinary names take ten megabytes, which a
 * search scans in some tens of milliseconds. At the server's default of four, an import would wait for the index twice.
 */
const pendingKilobytes = 16 * 1024

/** Lets the transaction add contacts to the pending list of the search index. Searches scan that list too. */
export const deferSearchIndex = (sql: SqlClient.SqlClient) =>
  sql`select set_config('gin_pending_list_limit', ${String(pendingKilobytes)}, true)`

/**
 * Merges the pending list into the search index, in the background of the scope. Returns the effect that requests it;
 * requests that arrive during a run are answered by one further run. Without a request, the next vacuum merges the list.
 */
export const searchUpkeep = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  // A transaction has a connection of its own, so no other statement waits behind this one.
  const merge = asOwner(sql, sql`select gin_clean_pending_list('contacts_searched'::regclass)`).pipe(
    Effect.catch((error) => Effect.logDebug("The search index keeps its pending list until the next vacuum", error)),
    Effect.asVoid
  )
  const requests = yield* Queue.sliding<void>(1)
  yield* Queue.take(requests).pipe(
    // A run answers several requests, so it belongs to no trace.
    Effect.andThen(Effect.withTracerEnabled(merge, false)),
    Effect.forever,
    Effect.forkScoped
  )
  return Effect.asVoid(Queue.offer(requests, undefined))
})
