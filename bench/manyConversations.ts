import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId, UserId } from "../src/domain/Ids.ts"

/**
 * So many conversations of the organization, each with another of its contacts, with a message each, made by the database
 * in the order in which they were last updated. Half of them are open, three in ten closed; every second one is
 * somebody's, and the last of the users has none but a few of the oldest.
 */
export const manyConversations = Effect.fnUntraced(function* (
  id: OrganizationId,
  size: number,
  users: ReadonlyArray<UserId>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with contact as (
      select row_number() over (order by md5(id::text)) as ordinal, id from contacts where organization_id = ${id}::uuid
    ),
    talk as (
      insert into conversations (organization_id, id, contact_id, channel, channel_account_id, status, assignee_id,
        created_at, updated_at)
      select ${id}::uuid, gen_random_uuid(), c.id, 'whatsapp', ${id}::uuid,
        (array['open', 'closed', 'open', 'closed', 'open', 'closed', 'open', 'ai_handling', 'open', 'escalated'])[
          1 + ordinal % 10],
        case when ordinal <= 20 then (${users}::uuid[])[${users.length}::integer]
          when ordinal % 2 = 0 then (${users}::uuid[])[1 + (ordinal / 2) % (${users.length}::integer - 1)] end,
        at, at
      from contact c, lateral (select '2026-02-01'::timestamptz + ordinal * interval '7 seconds' as at) moment
      where ordinal <= ${size}::bigint order by ordinal
      returning organization_id, id, contact_id, channel_account_id, updated_at
    ),
    said as (
      insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
        counterpart, type, content, status, created_at)
      select organization_id, gen_random_uuid(), id, contact_id, 'whatsapp', channel_account_id, 'outbound', '1', 'text',
        '{"text":"Thank you, we will be in touch."}', 'sent', updated_at
      from talk
    )
    update contact_activity a set last_message_at = t.updated_at
    from talk t where a.organization_id = t.organization_id and a.contact_id = t.contact_id`
  for (const table of ["conversations", "messages", "contact_activity"]) yield* sql.unsafe(`vacuum analyze ${table}`)
})
