import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whose names are still to be looked up. No foreign keys, as with everything that is written with each message. */
const statements = [
  `create table profile_lookups (
    organization_id uuid not null,
    channel_account_id uuid not null,
    person_id text not null,
    failures integer not null default 0,
    due_at timestamptz not null,
    primary key (organization_id, channel_account_id, person_id)
  )`,
  `create index profile_lookups_due on profile_lookups (due_at)`
]

export const profiles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
