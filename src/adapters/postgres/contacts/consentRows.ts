import type { ConsentOfContact } from "../../../ports/contacts/ConsentStore.ts"
import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ConsentChange, maxConsentChanges } from "../../../domain/contacts/Consent.ts"
import { optOutSteps } from "../../../domain/campaigns/campaignReports.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { saveContactSteps } from "../campaigns/campaignReportRows.ts"

/** A row of `contact_consents`. */
const keys = { by: "actor" } as const
const fields = { ...ConsentChange.fields, at: Schema.DateTimeUtcFromDate }

/** Schema of a row with the columns of a change, and more. */
export const consentRow = <Fields extends Schema.Struct.Fields>(others: Fields) =>
  Schema.Struct({ ...fields, ...others }).pipe(Schema.encodeKeys(keys))

/** The columns of a change, of the table under the name `c`. */
export const consentColumns = "c.channel, c.at, c.state, c.source, c.actor"

/** The order of the changes of a contact, newest first: `inConsentOrder` of `domain/contacts/Consent.ts`. */
export const newestConsents = 'c.at desc, c.state desc, c.source desc, c.actor desc, c.channel collate "C" desc'

const recordOf = ({ change: { at, by, channel, source, state }, contactId }: ConsentOfContact) => ({
  contact_id: contactId,
  channel,
  at: DateTime.formatIso(at),
  state,
  source,
  actor: by
})

const columns = "contact_id uuid, channel text, at timestamptz, state text, source text, actor text"

/**
 * Adds changes, each once, and deletes those of their contacts and channels beyond the newest `maxConsentChanges`. The
 * order is `inConsentOrder` of `domain/contacts/Consent.ts`, compared by `testing/contracts/stores/ConsentStore.contract.ts`.
 */
export const saveConsents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  changes: ReadonlyArray<ConsentOfContact>
) {
  if (changes.length === 0) return
  const records = JSON.stringify(changes.map(recordOf))
  const rows: Statement.Fragment = sql`json_to_recordset(${records}::json) as t(${sql.literal(columns)})`
  yield* sql`
    insert into contact_consents (organization_id, contact_id, channel, at, state, source, actor)
    select ${organizationId}::uuid, contact_id, channel, at, state, source, actor from ${rows}
    order by contact_id, channel, at, state, source, actor
    on conflict do nothing`
  yield* sql`
    delete from contact_consents c using (select distinct contact_id, channel from ${rows}) t
    where c.organization_id = ${organizationId}::uuid and c.contact_id = t.contact_id and c.channel = t.channel
      and ${maxConsentChanges}::int <= (
        select count(*) from contact_consents n
        where n.organization_id = c.organization_id and n.contact_id = c.contact_id and n.channel = c.channel
          and (n.at, n.state, n.source, n.actor) > (c.at, c.state, c.source, c.actor))`
  yield* saveContactSteps(sql, organizationId, optOutSteps(changes))
})
