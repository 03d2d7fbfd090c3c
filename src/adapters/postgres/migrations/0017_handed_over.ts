import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which transaction recorded last in a conversation, and which one did before it: who is handed an event without reading
 * the log has to know whether all before it was read. Unknown where only older versions of the service have recorded.
 */
const recorders = `alter table conversation_sequences add column transaction xid8, add column previous xid8`

/** Where processes tell each other of what they have recorded. Whoever knows the name can listen. */
const channel = [
  `create table delivery_channel (name text not null)`,
  `insert into delivery_channel select 'parley_' || replace(gen_random_uuid()::text, '-', '')`
]

export const handedOver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [recorders, ...channel]) yield* sql.unsafe(statement)
})
