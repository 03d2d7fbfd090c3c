import { Array, Effect, Schema, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/Contact.ts"
import { searchedText } from "../../domain/ContactSearch.ts"
import { ContactId, type OrganizationId } from "../../domain/Ids.ts"
import { phoneIdentity, type PhoneIdentity, type PhoneNumber } from "../../domain/PhoneNumber.ts"
import { texts, uuids, instants } from "./ArrayParameter.ts"
import { countContactsLater } from "./countContactsLater.ts"
import { ofOrganization } from "./ofOrganization.ts"
import { putOff } from "./searchUpkeep.ts"
import { textArray } from "./textArray.ts"

type NumberedContact = Contact & { readonly phone: PhoneNumber }

/** Contacts of one statement. */
const partSize = 1_000

/** Statements that are under way: while the database is at one, the next one is made. */
const partsAtOnce = 2

const idsOf = (contacts: ReadonlyArray<NumberedContact>) => contacts.map(({ id }) => id)

const decodeAdded = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ ids: Schema.NullOr(Schema.Array(ContactId)) })])
)
const decodeKnown = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: ContactId })))

/**
 * Adds contacts, but for those whose number is known: a list of each column. Gives the ids of
 * those who were added, or null when all of them were.
 *
 * The planner takes an array for ten rows and would compare every row with every other one; the series beside the arrays
 * tells how many there are. And each number is looked up by itself, or all that the organization has would be read.
 */
const insertPart = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: Array.NonEmptyReadonlyArray<NumberedContact>
) => {
  const column = <A>(of: (contact: NumberedContact) => A) => Array.map(contacts, of)
  return sql`
with given as (
  select phone_key, id, vendor_contact_id, phone, name, email, country_code, tags::text[], labels::text[],
    attributes::jsonb, source, is_blocked, opted_in, created_at, updated_at, searched
  from rows from (unnest(
    ${column(({ phone }) => phoneIdentity(phone))}::text[], ${uuids(column(({ id }) => id))}::uuid[],
    ${column(({ vendorContactId }) => vendorContactId)}::text[], ${column(({ phone }) => phone)}::text[],
    ${column(({ name }) => name)}::text[], ${texts(column(({ email }) => email))}::text[],
    ${texts(column(({ countryCode }) => countryCode))}::text[], ${column(({ tags }) => textArray(tags))}::text[],
    ${column(({ labels }) => textArray(labels))}::text[],
    ${column(({ attributes }) => JSON.stringify(attributes))}::text[], ${column(({ source }) => source)}::text[],
    ${column(({ isBlocked }) => isBlocked)}::boolean[], ${column(({ optedIn }) => optedIn)}::boolean[],
    ${instants(column(({ createdAt }) => createdAt))}::timestamptz[],
    ${instants(column(({ updatedAt }) => updatedAt))}::timestamptz[], ${column(searchedText)}::text[]
  ), generate_series(1, ${contacts.length}::integer)) as t(phone_key, id, vendor_contact_id, phone, name, email,
    country_code, tags, labels, attributes, source, is_blocked, opted_in, created_at, updated_at, searched, place)
),
added as (
  insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, labels,
    attributes, source, is_blocked, opted_in, created_at, updated_at, searched)
  select organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, labels, attributes,
    source, is_blocked, opted_in, created_at, updated_at, searched
  from ${ofOrganization(sql, organizationId, sql`given t`)} g
  where (select true from contact_identities k where k.organization_id = g.organization_id and k.kind = 'phone'
    and k.scope = '' and k.value = g.phone_key) is null
  returning id
)
select case when count(*) < ${contacts.length}::integer then coalesce(array_agg(id), '{}') end as ids from added`
}

/**
 * Makes the contacts known by their numbers, all of them, or fails with a unique violation. In the order of the numbers,
 * as everybody does it, so that statements wait for each other in one direction.
 */
const identify = (sql: SqlClient.SqlClient, organizationId: OrganizationId, contacts: ReadonlyArray<NumberedContact>) =>
  sql`
insert into contact_identities (organization_id, kind, scope, value, contact_id)
select ${organizationId}::uuid, 'phone', '', phone_key, id
from unnest(${contacts.map(({ phone }) => phoneIdentity(phone))}::text[], ${uuids(idsOf(contacts))}::uuid[])
  as t(phone_key, id)
order by phone_key`

/** The same but for those whose number somebody else has got meanwhile. It takes a third longer. */
const identifyMost = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<NumberedContact>
) => sql`${identify(sql, organizationId, contacts)} on conflict do nothing returning contact_id as id`

/** Of those with one number the first, as they came. */
const firstOfEach = (contacts: ReadonlyArray<NumberedContact>) => {
  const firsts = new Map<PhoneIdentity, NumberedContact>()
  for (const contact of contacts) {
    const key = phoneIdentity(contact.phone)
    if (!firsts.has(key)) firsts.set(key, contact)
  }
  return firsts.size === contacts.length ? contacts : [...firsts.values()]
}

/**
 * Adds contacts as they are made, and then what they are known by, in one statement: numbers are locked in one order only
 * if they are locked together, and whoever meets one of the same people waits from then until the transaction ends. Who
 * turns out to be known by then is taken back.
 *
 * The connection may have planned the checks of foreign keys while there were few contacts, by reading all of them:
 * without those plans it makes others, when these contacts are there.
 *
 * What they are searched by is put off; whoever ends the transaction has to see to `searchUpkeep`.
 */
export const insertContacts = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => {
  const addPart = Effect.fnUntraced(function* (part: Array.NonEmptyReadonlyArray<NumberedContact>) {
    const [{ ids }] = yield* Effect.flatMap(insertPart(sql, organizationId, part), decodeAdded)
    if (ids === null) return part
    const added = new Set(ids)
    return part.filter(({ id }) => added.has(id))
  })

  /** Ids of those who are known by their number from now on. */
  const known = (contacts: ReadonlyArray<NumberedContact>) =>
    sql.withTransaction(identify(sql, organizationId, contacts)).pipe(
      Effect.as(idsOf(contacts)),
      Effect.catchIf(
        ({ reason }) => reason._tag === "UniqueViolation",
        () =>
          Effect.map(Effect.flatMap(identifyMost(sql, organizationId, contacts), decodeKnown), (rows) =>
            rows.map(({ id }) => id)
          )
      )
    )

  return Effect.fnUntraced(
    function* (contacts: Stream.Stream<NumberedContact>) {
      yield* putOff(sql)
      yield* sql`discard plans`
      const parts = contacts.pipe(
        Stream.rechunk(partSize),
        Stream.chunks,
        Stream.mapEffect(addPart, { concurrency: partsAtOnce })
      )
      const there = (yield* Stream.runCollect(parts)).flat()
      if (there.length === 0) return new Set<ContactId>()
      yield* sql`discard plans`
      const ids = yield* known(firstOfEach(there))
      const added: ReadonlySet<ContactId> = new Set(ids)
      const late = idsOf(there).filter((id) => !added.has(id))
      if (late.length > 0) {
        yield* sql`delete from contacts where organization_id = ${organizationId}::uuid and id = any(${late}::uuid[])`
      }
      return added
    },
    countContactsLater(sql, organizationId)
  )
}
