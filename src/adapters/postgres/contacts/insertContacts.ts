import { Effect, Queue, Schema, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { asOwner } from "../rowsecurity/Acting.ts"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { type PhoneIdentity, phoneIdentity } from "../../../domain/contacts/phoneIdentity.ts"
import type { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { ofOrganization, uuids } from "../database/ArrayParameter.ts"
import { castColumns, contactArrays, insertedColumns } from "./contactRecord.ts"
import { countContactsLater } from "./contactsInOrder.ts"

type NumberedContact = Contact & { readonly phone: PhoneNumber }

/** Contacts of one statement. */
const partSize = 1_000

/** Statements in flight. While the database runs one, the next one is made. */
const partsAtOnce = 2

const idsOf = (contacts: ReadonlyArray<NumberedContact>) => contacts.map(({ id }) => id)

const decodeAdded = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ ids: Schema.NullOr(Schema.Array(ContactId)) })])
)
const decodeKnown = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: ContactId })))

/**
 * Adds contacts whose number is not known yet, from an array of each column. Returns the ids of the added contacts, or
 * null when all were added.
 *
 * The planner expects ten rows in an array and would compare every row with every other one. The series beside the arrays
 * shows it the real number. The subquery looks up each number separately; a join would read all numbers of the organization.
 */
const insertPart = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<NumberedContact>
) => sql`
with given as (
  select phone_key, ${sql.literal(castColumns)}
  from rows from (unnest(
    ${contacts.map(({ phone }) => phoneIdentity(phone))}::text[], ${contactArrays(sql, contacts)}
  ), generate_series(1, ${contacts.length}::integer)) as t(phone_key, ${sql.literal(insertedColumns)}, place)
),
added as (
  insert into contacts (organization_id, ${sql.literal(insertedColumns)})
  select organization_id, ${sql.literal(insertedColumns)} from ${ofOrganization(sql, organizationId, sql`given t`)} g
  where (select true from contact_identities k where k.organization_id = g.organization_id and k.kind = 'phone'
    and k.scope = '' and k.value = g.phone_key) is null
  returning id
)
select case when count(*) < ${contacts.length}::integer then coalesce(array_agg(id), '{}') end as ids from added`

/**
 * Adds the identities of all contacts, or fails with a unique violation. Every writer locks numbers in their order, so
 * statements wait for each other in one direction.
 */
const identify = (sql: SqlClient.SqlClient, organizationId: OrganizationId, contacts: ReadonlyArray<NumberedContact>) =>
  sql`
insert into contact_identities (organization_id, kind, scope, value, contact_id)
select ${organizationId}::uuid, 'phone', '', phone_key, id
from unnest(${contacts.map(({ phone }) => phoneIdentity(phone))}::text[], ${uuids(idsOf(contacts))}::uuid[])
  as t(phone_key, id)
order by phone_key`

/** Adds the identities of contacts whose number is free, and returns their ids. Takes a third longer than `identify`. */
const identifyMost = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<NumberedContact>
) => sql`${identify(sql, organizationId, contacts)} on conflict do nothing returning contact_id as id`

/** The first contact of each number. */
const firstOfEach = (contacts: ReadonlyArray<NumberedContact>) => {
  const firsts = new Map<PhoneIdentity, NumberedContact>()
  for (const contact of contacts) {
    const key = phoneIdentity(contact.phone)
    if (!firsts.has(key)) firsts.set(key, contact)
  }
  return firsts.size === contacts.length ? contacts : [...firsts.values()]
}

/**
 * Adds contacts in statements of `partSize`, then the identities of all of them in one statement, in one transaction.
 *
 * Numbers are locked in one order only if one statement locks all of them. A writer with one of these numbers waits from
 * then until the transaction ends. Contacts whose number now belongs to another contact are deleted again.
 *
 * The connection may have planned the checks of foreign keys while there were few contacts, by reading all of them.
 * `discard plans` makes it plan them again.
 *
 * The search index defers these contacts, so the caller runs `searchUpkeep` after the commit.
 */
export const insertContacts = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => {
  const addPart = Effect.fnUntraced(function* (part: ReadonlyArray<NumberedContact>) {
    const [{ ids }] = yield* Effect.flatMap(insertPart(sql, organizationId, part), decodeAdded)
    if (ids === null) return part
    const added = new Set(ids)
    return part.filter(({ id }) => added.has(id))
  })

  /** Adds the identities and returns the ids of the contacts that have theirs. */
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
      yield* deferSearchIndex(sql)
      yield* sql`discard plans`
      const parts = contacts.pipe(
        Stream.rechunk(partSize),
        Stream.chunks,
        Stream.mapEffect(addPart, { concurrency: partsAtOnce })
      )
      const inserted = (yield* Stream.runCollect(parts)).flat()
      if (inserted.length === 0) return new Set<ContactId>()
      yield* sql`discard plans`
      const ids = yield* known(firstOfEach(inserted))
      const added: ReadonlySet<ContactId> = new Set(ids)
      const late = idsOf(inserted).filter((id) => !added.has(id))
      if (late.length > 0) {
        yield* sql`delete from contacts where organization_id = ${organizationId}::uuid and id = any(${late}::uuid[])`
      }
      return added
    },
    countContactsLater(sql, organizationId)
  )
}

/**
 * Limit of the search index's pending list, in kilobytes. 10 000 contacts with ordinary names take ten megabytes, which a
 * search scans in some tens of milliseconds. At the server's default of four, an import would wait for the index twice.
 */
const pendingKilobytes = 16 * 1024

/** Lets the transaction add contacts to the pending list of the search index. Searches scan that list too. */
const deferSearchIndex = (sql: SqlClient.SqlClient) =>
  sql`select set_config('gin_pending_list_limit', ${String(pendingKilobytes)}, true)`

/**
 * Merges the pending list into the search index, in the background of the scope. Returns the effect that requests it;
 * requests that arrive during a run are answered by one further run. Without a request, the next vacuum merges the list.
 */
export const searchUpkeep = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  // A transaction has a connection of its own, so no other statement waits behind this one.
  const merge = asOwner(sql, sql`select gin_clean_pending_list('contacts_searched'::regclass)`).pipe(
    Effect.catch((error) => Effect.logDebug("The search index keeps its pending list until the next vacuum", error)),
    Effect.asVoid
  )
  const requests = yield* Queue.sliding<void>(1)
  yield* Queue.take(requests).pipe(
    // A run answers several requests, so it belongs to no trace.
    Effect.andThen(Effect.withTracerEnabled(merge, false)),
    Effect.forever,
    Effect.forkScoped
  )
  return Effect.asVoid(Queue.offer(requests, undefined))
})
