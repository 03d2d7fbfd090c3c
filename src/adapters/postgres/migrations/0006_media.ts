import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files of messages. No foreign keys, as with everything that is written with each message. */
const statements = [
  `create table media (
    organization_id uuid not null,
    id uuid not null,
    message_id uuid not null,
    channel_account_id uuid not null,
    place integer not null,
    platform_media_id text,
    url text,
    mime_type text,
    filename text,
    sha256 text,
    status text not null default 'pending',
    failures integer not null default 0,
    detail text,
    size integer,
    stored_at timestamptz,
    due_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index media_due on media (due_at, id) where status = 'pending'`
]

export const media = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
