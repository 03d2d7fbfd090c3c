import { Effect } from "effect"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { SqlClient } from "effect/sql"
import type { Business } from "./businesses.ts"

const id = (kind: number, ordinal: number) => `01a1fe08-000${kind}-7000-8000-${String(ordinal).padStart(12, "0")}`

/** The conversation with so manyth person. */
export const conversationOf = (person: number) => id(1, person)

export interface LargeRows {
  readonly people: number
  /** Messages to each of them, each with as many megabytes of text. */
  readonly messages: number
  readonly megabytes: number
}

/** Messages, and the events that announced them, from a time in which content had no limit. */
export const givenLargeRows = Effect.fnUntraced(function* (
  { organizationId }: Business,
  { megabytes, messages, people }: LargeRows
) {
  const sql = yield* SqlClient.SqlClient
  const at = "2026-11-01T08:30:00.001Z"
  for (let person = 0; person < people; person += 1) {
    const [contact, conversation] = [id(0, person), conversationOf(person)]
    yield* sql`
      insert into contacts (organization_id, id, vendor_contact_id, phone, name, tags, source, created_at, updated_at,
        searched)
      values (${organizationId}::uuid, ${contact}::uuid, ${contact}, ${`1555300${String(person).padStart(4, "0")}`},
        '', '{}', 'api', ${at}::timestamptz, ${at}::timestamptz, '')`
    yield* sql`
      insert into conversations (organization_id, id, contact_id, channel, channel_account_id, status, created_at,
        updated_at)
      values (${organizationId}::uuid, ${conversation}::uuid, ${contact}::uuid, 'whatsapp', ${id(2, 0)}::uuid, 'open',
        ${at}::timestamptz, ${at}::timestamptz)`
    yield* sql`
      insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
        peer, type, content, preview, status, created_at, settled_at, learned_at, listed_at)
      select ${organizationId}::uuid, ('01a1fe08-0003-7000-8000-' || lpad((${person}::integer * 1000 + n)::text, 12, '0'))::uuid,
        ${conversation}::uuid, ${contact}::uuid, 'whatsapp', ${id(2, 0)}::uuid, 'outbound', '15553000000', 'text',
        jsonb_build_object('text', repeat('x', ${megabytes}::integer * 1048576)), 'xxx', 'sent',
        ${at}::timestamptz + n * interval '1 second', ${at}::timestamptz, ${at}::timestamptz,
        ${at}::timestamptz + n * interval '1 second'
      from generate_series(1, ${messages}::integer) n`
    yield* sql`
      insert into events (organization_id, id, type, occurred_at, data, transaction, commit_order)
      select ${organizationId}::uuid, ('01a1fe08-0004-7000-8000-' || lpad((${person}::integer * 1000 + n)::text, 12, '0'))::uuid,
        'message.sent', ${at}::timestamptz, json_build_object('text', repeat('x', ${megabytes}::integer * 1048576)),
        pg_current_xact_id(), pg_current_xact_id()
      from generate_series(1, ${messages}::integer) n`
  }
}, actingFor("owner"))
