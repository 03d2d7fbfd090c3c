import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { InboxMessage } from "../../../domain/inbound/InboxState.ts"
import { pricedChanges } from "../../../domain/limits/MonthlyLimit.ts"
import type { ChangedMessage } from "./saveReceipts.ts"

/** Messages of a batch that are written. */
interface WrittenMessages {
  readonly added: ReadonlyArray<InboxMessage>
  readonly changed: ReadonlyArray<ChangedMessage>
}

/**
 * Counts priced messages by category. The rows of changed messages are locked, so the messages before the change are the
 * stored ones. Counters are locked in the order of their keys.
 */
export const countPriced = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { added, changed }: WrittenMessages
) => {
  const changes = pricedChanges([
    ...added.map(({ message }) => ({ former: null, now: message })),
    ...changed.map(({ former, now }) => ({ former: former.message, now: now.message }))
  ])
  return changes.length === 0
    ? Effect.void
    : sql`
        insert into monthly_priced_messages as p (organization_id, month, category, messages, billable)
        select ${organizationId}::uuid, month, category, messages, billable
        from unnest(
          ${changes.map(({ month }) => month)}::text[]::date[], ${changes.map(({ category }) => category)}::text[],
          ${changes.map(({ messages }) => messages)}::int[], ${changes.map(({ billable }) => billable)}::int[]
        ) with ordinality as t(month, category, messages, billable, place)
        order by place
        on conflict (organization_id, month, category) do update
          set messages = p.messages + excluded.messages, billable = p.billable + excluded.billable`
}
