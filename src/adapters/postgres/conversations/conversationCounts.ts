import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import type { ConversationCounts } from "../../../ports/conversations/ConversationStore.ts"

const count = Schema.Int

const decodeCounts = Schema.decodeUnknownEffect(
  Schema.Tuple([
    Schema.Struct({
      open: count,
      mine: count,
      unassigned: count,
      mentions: count,
      snoozed: count,
      closed: count,
      whatsapp: count,
      messenger: count,
      instagram: count
    })
  ])
)

/**
 * Counts for the views of an inbox: sums of the totals of lists, of which an organization has a row for each assignee,
 * channel and status, however many conversations there are. A member has few notifications.
 */
export const conversationCounts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  userId: UserId | null,
  visibleTo: UserId | null
) {
  const rows = yield* sql`
    with totals as (
      select channel, assignee_id, total, snoozed, status = 'closed' as closed,
        status <> 'closed' and not snoozed as open
      from conversation_totals where organization_id = ${organizationId}::uuid
        and (${visibleTo}::uuid is null or assignee_id is null or assignee_id = ${visibleTo}::uuid)
    )
    select coalesce(sum(total) filter (where open), 0)::float8 as open,
      coalesce(sum(total) filter (where open and assignee_id = ${userId}::uuid), 0)::float8 as mine,
      coalesce(sum(total) filter (where open and assignee_id is null), 0)::float8 as unassigned,
      coalesce(sum(total) filter (where snoozed), 0)::float8 as snoozed,
      coalesce(sum(total) filter (where closed), 0)::float8 as closed,
      coalesce(sum(total) filter (where open and channel = 'whatsapp'), 0)::float8 as whatsapp,
      coalesce(sum(total) filter (where open and channel = 'messenger'), 0)::float8 as messenger,
      coalesce(sum(total) filter (where open and channel = 'instagram'), 0)::float8 as instagram,
      (select count(*) from conversations where organization_id = ${organizationId}::uuid and contact_id is not null
        and (${visibleTo}::uuid is null or assignee_id is null or assignee_id = ${visibleTo}::uuid)
        and id = any(array(
          select conversation_id from notifications where organization_id = ${organizationId}::uuid
            and user_id = ${userId}::uuid and type = 'note.mentioned' and read_at is null)))::float8 as mentions
    from totals`
  const [{ instagram, messenger, whatsapp, ...counts }] = yield* decodeCounts(rows)
  return { ...counts, channels: { whatsapp, messenger, instagram } } satisfies ConversationCounts
})
