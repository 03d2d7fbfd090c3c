import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/**
 * What becomes of a message is written two or three times, and into no index, as long as none names a column that
 * changes and the page has room for another version of the row. `seen` is for an index alone: null, until what went out
 * over a channel that tells of all up to some instant is read. Receipts of WhatsApp never change it.
 */
const messages = [
  `drop index messages_pending`,
  `drop index messages_unread_by_contact`,
  `create index messages_unsettled on messages (created_at) where settled_at is null`,
  `alter table messages add column seen boolean`,
  `alter table messages set (fillfactor = 60)`,
  `update messages set seen = true where direction = 'outbound' and channel <> 'whatsapp' and status = 'read'`,
  `create index messages_unseen_by_contact on messages (organization_id, contact_id, channel_account_id, created_at)
    where direction = 'outbound' and channel <> 'whatsapp' and seen is null`
]

export const messageReceipts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...patience, ...messages]) yield* sql.unsafe(statement)
})
