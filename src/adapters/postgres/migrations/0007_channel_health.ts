import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Why the platform refuses an account's token, when it does; and the numbers of a WhatsApp Business Account. */
const statements = [
  `alter table channel_accounts
    add column problem_code integer,
    add column problem_message text,
    add column problem_at timestamptz,
    add constraint channel_accounts_problem check (num_nulls(problem_code, problem_message, problem_at) in (0, 3))`,
  `create index channel_accounts_business on channel_accounts (business_account_id)
    where business_account_id is not null`
]

export const channelHealth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
