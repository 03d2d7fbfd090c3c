import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { uuid7 } from "./uuid7.ts"

/** A table for what is sent, with the columns and indexes that a message needs anywhere. */
const table = `
  create table messages (
    organization_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    contact_id uuid not null,
    counterpart text not null,
    type text not null,
    content jsonb not null,
    status text not null,
    platform_message_id text,
    created_at timestamptz not null,
    primary key (organization_id, id)
  );
  create index messages_conversation on messages (organization_id, conversation_id, created_at, id)`

const insert = "insert into messages values ($1, $2, $3, $4, $5, 'template', $6, 'sent', $7, $8)"
const content = { template: { name: "welcome", language: "en" } }

/** What is begun with: an insert for each send, and nothing else that a send leaves. */
export const insertLoop = Effect.gen(function* () {
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => PGlite.create()),
    (database) => Effect.promise(() => database.close())
  )
  yield* Effect.promise(() => database.exec(table))
  const organization = uuid7()
  return Effect.promise(() => {
    const id = uuid7()
    const values = [organization, id, uuid7(), uuid7(), "15551234567", content, `wamid.${id}`, new Date()]
    return database.query(insert, values)
  })
})
