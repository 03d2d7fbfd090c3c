import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"

/** Whether the triggers leave contacts uncounted that come and go in the transaction (`count_contacts`). */
const leaveUncounted = (sql: SqlClient.SqlClient, is: boolean) =>
  sql`select set_config('parley.leave_uncounted', ${is ? "yes" : ""}, true)`

/** What triggers do, for all of them: raises the total, and notes the texts that come where they are noted. */
const count = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  ids: ReadonlySet<ContactId>
) {
  const [total] = yield* sql<{ readonly notes: boolean }>`
    insert into inbox_totals as t (organization_id, contacts, change)
    values (${organizationId}::uuid, ${ids.size}::integer, nextval('contact_changes'))
    on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts, change = excluded.change
    returning notes_texts as notes`
  if (total?.notes !== true) return
  yield* sql`
    insert into text_changes (organization_id, change, size, come, gone)
    select organization_id, nextval('contact_changes'), count(*), array_agg(searched), '{}' from contacts
    where organization_id = ${organizationId}::uuid and id = any(${[...ids]}::uuid[])
    group by organization_id`
})

/**
 * Counts the contacts of the organization that `add` adds when all of them are there, in one transaction with them. So the
 * total is locked behind what they are known by, as by everybody who adds somebody: with the first of several statements,
 * who has one of the numbers already and waits for the total would be waited for too.
 */
export const countContactsLater =
  (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  <E, R>(add: Effect.Effect<ReadonlySet<ContactId>, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* leaveUncounted(sql, true)
        const added = yield* add
        yield* leaveUncounted(sql, false)
        if (added.size > 0) yield* count(sql, organizationId, added)
        return added
      })
    )
