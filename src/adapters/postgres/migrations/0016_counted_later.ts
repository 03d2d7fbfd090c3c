import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Contacts are counted with each statement that adds or removes some, unless it leaves that to its transaction. */
const unlessLater = `for each statement when (current_setting('parley.leave_uncounted', true) is distinct from 'yes')
    execute function count_contacts()`

const triggers = [
  `create or replace trigger contacts_added after insert on contacts referencing new table as changed ${unlessLater}`,
  `create or replace trigger contacts_deleted after delete on contacts referencing old table as changed ${unlessLater}`
]

export const countedLater = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of triggers) yield* sql.unsafe(statement)
})
