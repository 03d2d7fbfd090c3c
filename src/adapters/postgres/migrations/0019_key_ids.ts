import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A start asks which keys stored secrets were sealed with: the eight characters behind `v1.`. Of a hundred thousand
 * secrets these indexes give the few ids that differ, without reading the others.
 */
const indexes = [
  `create index webhooks_key_id on webhooks (substr(sealed_secret, 4, 8))`,
  `create index channel_accounts_key_id on channel_accounts (substr(sealed_token, 4, 8)) where sealed_token is not null`
]

export const keyIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of indexes) yield* sql.unsafe(statement)
})
