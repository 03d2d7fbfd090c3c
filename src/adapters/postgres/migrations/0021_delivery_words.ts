import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tables and columns of deliveries take the names that the code uses. */
const renames = [
  `alter table waiting_deliveries rename to deferred_deliveries`,
  `alter index waiting_deliveries_pkey rename to deferred_deliveries_pkey`,
  `alter index waiting_deliveries_due rename to deferred_deliveries_due`,
  `alter index waiting_deliveries_conversation rename to deferred_deliveries_conversation`,
  `alter table delivery_places rename to outbox_checkpoints`,
  `alter table outbox_checkpoints rename column place to cursor`,
  `update outbox_checkpoints set cursor = replace(cursor, '"turn":', '"commitOrder":')`,
  `alter table events rename column turn to commit_order`,
  `alter index events_log rename to events_outbox`,
  `alter table conversation_sequences rename column turn to commit_order`,
  `alter table delivery_channel rename to wake_channel`
]

/** Events are read from the outbox after a wake signal, so the former transactions of a conversation are not needed. */
const unused = [`alter table conversation_sequences drop column transaction, drop column previous`]

export const deliveryWords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...renames, ...unused]) yield* sql.unsafe(statement)
})
