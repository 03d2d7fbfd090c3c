import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"

/** Reads how many contacts an organization has. Triggers maintain the total, because a count reads every contact. */
export const contactTotal = (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  sql<{ readonly total: number }>`
    select contacts::float8 as total from inbox_totals where organization_id = ${organizationId}::uuid`.pipe(
    Effect.map(([row]) => row?.total ?? 0)
  )

/** Switches the counting of `count_contacts` off or on, for the statements that follow in the transaction. */
const leaveUncounted = (sql: SqlClient.SqlClient, is: boolean) =>
  sql`select set_config('parley.leave_uncounted', ${is ? "yes" : ""}, true)`

const raiseTotal = (sql: SqlClient.SqlClient, organizationId: OrganizationId, added: number) => sql`
  insert into inbox_totals as t (organization_id, contacts) values (${organizationId}::uuid, ${added}::integer)
  on conflict (organization_id) do update set contacts = t.contacts + excluded.contacts`

/**
 * Runs `add` in a transaction and raises the organization's total once, by the number of contacts that `add` returns.
 *
 * Every writer locks identities before the total. A total that is raised by the first of several statements would be
 * locked before the identities of the later ones, which is a deadlock with a writer that has one of those.
 */
export const countContactsLater =
  (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  <E, R>(add: Effect.Effect<ReadonlySet<ContactId>, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* leaveUncounted(sql, true)
        const added = yield* add
        yield* leaveUncounted(sql, false)
        if (added.size > 0) yield* raiseTotal(sql, organizationId, added.size)
        return added
      })
    )
