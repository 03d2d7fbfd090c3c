import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/Ids.ts"

/** Reports that are parked for no message, but for one of these people, are due now. */
export const wakeReports = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  people: ReadonlyArray<string>,
  at: DateTime.Utc
) =>
  people.length === 0
    ? Effect.void
    : sql`
        update inbound_parked p set due_at = ${DateTime.formatIso(at)}::timestamptz
        where p.organization_id = ${organizationId}::uuid and p.platform_message_id = ''
          and exists (select 1 from json_array_elements(p.item -> 'person' -> 'ids') i
            where i ->> 'value' = any(${people}::text[]))`
