import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Files that are to be removed are claimed like those to be fetched; messages that go take their files with them. The
 * index does not begin with the organization, so that the planner never takes it for the one that leads to a single file.
 */
const statements = [
  `drop index media_due`,
  `create index media_due on media (due_at, id) where status in ('pending', 'discarded')`,
  `create index media_message on media (message_id, organization_id)`
]

export const discardedMedia = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
