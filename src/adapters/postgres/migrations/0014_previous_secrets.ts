import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Every secret of the last 24 hours signs, however often it was changed: `[{ sealed, until }]`, the newest first. */
const secrets = [
  `alter table webhooks add column sealed_previous_secrets jsonb not null default '[]'`,
  `update webhooks set sealed_previous_secrets = jsonb_build_array(jsonb_build_object(
      'sealed', sealed_previous_secret,
      'until', to_char(previous_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where sealed_previous_secret is not null and previous_secret_until is not null`,
  `alter table webhooks drop column sealed_previous_secret, drop column previous_secret_until`
]

export const previousSecrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of secrets) yield* sql.unsafe(statement)
})
