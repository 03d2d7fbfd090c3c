import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sessions of the development identity provider. A refresh token is found by its SHA-256; the text is not kept. */
const statements = [
  `alter table users add column last_sign_in_at timestamptz`,
  `create table sign_ins (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    started_at timestamptz not null,
    refreshed_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index sign_ins_user on sign_ins (user_id)`,
  `create table refresh_tokens (
    hash bytea primary key,
    sign_in_id uuid not null references sign_ins on delete cascade,
    parent bytea,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index refresh_tokens_sign_in on refresh_tokens (sign_in_id)`
]

export const signIns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
