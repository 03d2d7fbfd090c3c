import { Array, DateTime, Effect, Function, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/Contact.ts"
import { searchedText } from "../../domain/ContactSearch.ts"
import { ContactId, type OrganizationId } from "../../domain/Ids.ts"
import { phoneIdentity, type PhoneNumber } from "../../domain/PhoneNumber.ts"
import { putOff } from "./searchUpkeep.ts"
import { textArray } from "./textArray.ts"

const decodeAdded = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ ids: Schema.Array(ContactId) })]))

/**
 * Adds contacts as one statement: a list of each column, absent as the empty text. Who has a number first is decided as
 * for a single contact, in the order of the numbers, so that statements wait for each other in one direction; of those
 * with one number only the first tries.
 *
 * The planner takes an array for ten rows and would compare every row with every other one; the series beside the arrays
 * tells how many there are. And the connection may have planned the checks of foreign keys while there were few contacts,
 * by reading all of them: without that plan it makes another one, when these contacts are there.
 *
 * What they are searched by is put off; whoever ends the transaction has to see to `searchUpkeep`.
 */
export const insertContacts = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: Array.NonEmptyReadonlyArray<Contact & { readonly phone: PhoneNumber }>
) => {
  const column = (text: (contact: Contact & { readonly phone: PhoneNumber }) => string) => Array.map(contacts, text)
  // Most of them are of one moment.
  const timeOf = Function.memoize(DateTime.formatIso)
  const insert = sql`
with given as (
  select place, phone_key, id::uuid, vendor_contact_id, phone, name, nullif(email, '') as email,
    nullif(country_code, '') as country_code, tags::text[], labels::text[], attributes::jsonb, source, is_blocked::boolean,
    opted_in::boolean, created_at::timestamptz, updated_at::timestamptz, searched
  from rows from (unnest(
    ${column(({ phone }) => phoneIdentity(phone))}::text[], ${column(({ id }) => id)}::text[],
    ${column(({ vendorContactId }) => vendorContactId)}::text[], ${column(({ phone }) => phone)}::text[],
    ${column(({ name }) => name)}::text[], ${column(({ email }) => email ?? "")}::text[],
    ${column(({ countryCode }) => countryCode ?? "")}::text[], ${column(({ tags }) => textArray(tags))}::text[],
    ${column(({ labels }) => textArray(labels))}::text[],
    ${column(({ attributes }) => JSON.stringify(attributes))}::text[], ${column(({ source }) => source)}::text[],
    ${column(({ isBlocked }) => String(isBlocked))}::text[], ${column(({ optedIn }) => String(optedIn))}::text[],
    ${column(({ createdAt }) => timeOf(createdAt))}::text[],
    ${column(({ updatedAt }) => timeOf(updatedAt))}::text[], ${column(searchedText)}::text[]
  ), generate_series(1, ${contacts.length}::integer)) as t(phone_key, id, vendor_contact_id, phone, name, email,
    country_code, tags, labels, attributes, source, is_blocked, opted_in, created_at, updated_at, searched, place)
),
known as (
  insert into contact_identities (organization_id, kind, scope, value, contact_id)
  select distinct on (phone_key) ${organizationId}::uuid, 'phone', '', phone_key, id from given
  order by phone_key, place
  on conflict do nothing returning contact_id
),
added as (
  insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, labels,
    attributes, source, is_blocked, opted_in, created_at, updated_at, searched)
  select ${organizationId}::uuid, g.id, vendor_contact_id, phone, name, email, country_code, tags, labels, attributes,
    source, is_blocked, opted_in, created_at, updated_at, searched
  from given g join known k on k.contact_id = g.id
  returning id
)
select coalesce(array_agg(id), '{}') as ids from added`
  return sql.withTransaction(Effect.andThen(sql`discard plans`, Effect.andThen(putOff(sql), insert))).pipe(
    Effect.flatMap(decodeAdded),
    Effect.map(([{ ids }]): ReadonlySet<ContactId> => new Set(ids))
  )
}
