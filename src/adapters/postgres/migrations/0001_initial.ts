import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactTables } from "./contactTables.ts"
import { conversationTables } from "./conversationTables.ts"
import { deliveryTables } from "./deliveryTables.ts"
import { directoryTables } from "./directoryTables.ts"
import { idempotencyTables } from "./idempotencyTables.ts"
import { inboundTables } from "./inboundTables.ts"
import { messageTables } from "./messageTables.ts"
import { pendingSendTables } from "./pendingSendTables.ts"
import { requestLogTables } from "./requestLogTables.ts"

/** The whole schema, in the order of its references: a list may refer to tables of the lists before it. */
const statements = [
  ...directoryTables,
  ...contactTables,
  ...conversationTables,
  ...messageTables,
  ...inboundTables,
  ...deliveryTables,
  ...requestLogTables,
  ...idempotencyTables,
  ...pendingSendTables
]

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
