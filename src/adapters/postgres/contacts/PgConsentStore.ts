import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import {
  type ConsentCursor,
  type ConsentFilter,
  ConsentStore,
  type ContactConsent
} from "../../../ports/contacts/ConsentStore.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { consentColumns, consentRow, newestConsents, saveConsents } from "./consentRows.ts"

const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(consentRow({})))

const decodeListed = Schema.decodeUnknownEffect(
  Schema.Array(
    consentRow({
      id: ContactId,
      vendor_contact_id: VendorContactId,
      phone: Schema.NullOr(PhoneNumber),
      name: Schema.String
    })
  )
)

const makeStatements = (sql: SqlClient.SqlClient) => ({
  ofContact: (organizationId: OrganizationId, contactId: ContactId) => sql`
    select ${sql.literal(consentColumns)} from contact_consents c
    where c.organization_id = ${organizationId}::uuid and c.contact_id = ${contactId}::uuid
    order by ${sql.literal(newestConsents)}`,
  /** The current consent of a contact and channel has no later change. */
  list: (
    organizationId: OrganizationId,
    { channel, since, state }: ConsentFilter,
    after: ConsentCursor | null,
    limit: number
  ) => sql`
    select ${sql.literal(consentColumns)}, k.id, k.vendor_contact_id, k.phone, k.name
    from contact_consents c
      join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
    where c.organization_id = ${organizationId}::uuid
      ${state === null ? sql`` : sql`and c.state = ${state}`}
      ${channel === null ? sql`` : sql`and c.channel = ${channel}`}
      ${since === null ? sql`` : sql`and c.at >= ${DateTime.formatIso(since)}::timestamptz`}
      ${
        after === null
          ? sql``
          : sql`and (c.at, c.contact_id, c.channel collate "C") <
              (${DateTime.formatIso(after.at)}::timestamptz, ${after.contactId}::uuid, ${after.channel}::text)`
      }
      and not exists (
        select from contact_consents n
        where n.organization_id = c.organization_id and n.contact_id = c.contact_id and n.channel = c.channel
          and (n.at, n.state, n.source, n.actor) > (c.at, c.state, c.source, c.actor))
    order by c.at desc, c.contact_id desc, c.channel collate "C" desc limit ${limit}::int`
})

export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const statements = makeStatements(sql)
    return ConsentStore.of({
      add: (organizationId, contactId, change) =>
        saveConsents(sql, organizationId, [{ contactId, change }]).pipe(Effect.orDie, spanned("PgConsentStore.add")),
      addAll: (organizationId, changes) =>
        saveConsents(sql, organizationId, changes).pipe(Effect.orDie, spanned("PgConsentStore.addAll")),
      ofContact: (organizationId, contactId) =>
        statements
          .ofContact(organizationId, contactId)
          .pipe(Effect.flatMap(decodeChanges), Effect.orDie, spanned("PgConsentStore.ofContact")),
      list: Effect.fnUntraced(
        function* (organizationId, filter, after, limit) {
          const rows = yield* decodeListed(yield* statements.list(organizationId, filter, after, limit))
          return rows.map(({ id, name, phone, vendor_contact_id, ...consent }): ContactConsent => ({
            contact: { id, vendorContactId: vendor_contact_id, phone, name },
            consent
          }))
        },
        Effect.orDie,
        spanned("PgConsentStore.list")
      )
    })
  })
)
