import { Array, DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Contact, PhoneNumberTaken, VendorContactId } from "../../../domain/contacts/Contact.ts"
import { type ContactSearch, searchedPart } from "../../../domain/contacts/ContactSearch.ts"
import { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import type { Page, PageRequest } from "../../../domain/text/Page.ts"
import { type ContactOrder, type ContactOverview, ContactStore } from "../../../ports/contacts/ContactStore.ts"
import {
  type ContactRow,
  type ReachableRow,
  reachableColumns,
  readContact,
  readReachable,
  selectedColumns
} from "./ContactRow.ts"
import { contactsInOrder, isDeep, newestContacts } from "./contactsInOrder.ts"
import { type SearchScope, searchScope } from "./searchConditions.ts"
import { ContactIdentity, phoneContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import type { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../../domain/contacts/phoneIdentity.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { assignments, contactRecord, insertedColumns, recordColumns } from "./contactRecord.ts"
import { foundContacts } from "./foundContacts.ts"
import { insertContacts, searchUpkeep } from "./insertContacts.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { retryAlone } from "../database/sqlFaults.ts"

/** A row of `overviewColumns` from the driver. */
type OverviewRow = ReachableRow & { readonly conversation_count: number; readonly last_message_at: Date | null }

const readOverviews = (rows: ReadonlyArray<OverviewRow>) =>
  Effect.map(readReachable(rows), (contacts) =>
    Array.zipWith(contacts, rows, (reachable, row): ContactOverview => ({
      ...reachable,
      conversationCount: row.conversation_count,
      lastMessageAt: row.last_message_at && DateTime.fromDateUnsafe(row.last_message_at)
    }))
  )

/** The columns of an `OverviewRow`, of a contact `c` and the contact's activity `a`. */
const overviewColumns = `${reachableColumns}, nullif(a.last_message_at, '-infinity') as last_message_at, (
  select count(*) from conversations v where v.organization_id = c.organization_id and v.contact_id = c.id
)::float8 as conversation_count`

/** Finds and lists contacts with the number of their conversations and the time of their last message. */
const contactOverviews = (sql: SqlClient.SqlClient, scopeOf: SearchScope) => {
  const pageOf = contactsInOrder(sql, scopeOf)

  const find = (organizationId: OrganizationId, id: ContactId | VendorContactId) => sql<OverviewRow>`
    select ${sql.literal(overviewColumns)}
    from contacts c join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
    where c.organization_id = ${organizationId}::uuid
      and ${Schema.is(VendorContactId)(id) ? sql`c.vendor_contact_id = ${id}` : sql`c.id = ${id}::uuid`}`

  const inOrder = (organizationId: OrganizationId, ids: ReadonlyArray<ContactId>) => sql<OverviewRow>`
    select ${sql.literal(overviewColumns)} from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
      join contacts c on c.organization_id = ${organizationId}::uuid and c.id = wanted.id
      join contact_activity a on a.organization_id = c.organization_id and a.contact_id = c.id
    order by wanted.place`

  return {
    find: Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId | VendorContactId) {
      const found: Option.Option<ContactOverview> = Array.head(yield* readOverviews(yield* find(organizationId, id)))
      return found
    }),

    list: Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      order: ContactOrder,
      label: string | null = null
    ) {
      const { ids, total } = yield* pageOf(organizationId, page, { search, label }, order)
      const rows = ids.length === 0 ? [] : yield* inOrder(organizationId, ids)
      const listed: Page<ContactOverview> = { rows: yield* readOverviews(rows), total }
      return listed
    })
  }
}

const Key = Schema.Struct({ organizationId: OrganizationId, id: ContactId })

const readFirst = ([row]: ReadonlyArray<ContactRow>) =>
  row === undefined ? Effect.succeedNone : Effect.asSome(readContact(row))

/** Finds contacts by id and by identity. Both statements end with `locking`. */
const finders = (sql: SqlClient.SqlClient, locking: string) => ({
  byId: (organizationId: OrganizationId, id: ContactId) =>
    sql<ContactRow>`
      select ${sql.literal(selectedColumns)} from contacts c
      where c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid ${sql.literal(locking)}`.pipe(
      Effect.flatMap(readFirst),
      Effect.orDie
    ),
  byIdentity: (organizationId: OrganizationId, { kind, scope, value }: ContactIdentity) =>
    sql<ContactRow>`
      select ${sql.literal(selectedColumns)} from contact_identities i
        join contacts c on c.organization_id = i.organization_id and c.id = i.contact_id
      where i.organization_id = ${organizationId}::uuid and i.kind = ${kind} and i.scope = ${scope}
        and i.value = ${value} ${sql.literal(locking)}`.pipe(Effect.flatMap(readFirst), Effect.orDie)
})

const recordOf = (sql: SqlClient.SqlClient, contact: Contact) =>
  sql`json_to_record(${JSON.stringify(contactRecord(contact))}::json) as t(${sql.literal(recordColumns)})`

/**
 * Adds a contact, unless its number is taken. Returns a row if the contact was added. The conflict clause avoids an error,
 * which would end a transaction around the statement.
 */
const insertContact = (sql: SqlClient.SqlClient, contact: Contact & { readonly phone: PhoneNumber }) => sql`
  with known as (
    insert into contact_identities (organization_id, kind, scope, value, contact_id)
    values (${contact.organizationId}::uuid, 'phone', '', ${phoneIdentity(contact.phone)}, ${contact.id}::uuid)
    on conflict do nothing returning organization_id
  )
  insert into contacts (organization_id, ${sql.literal(insertedColumns)})
  select organization_id, ${sql.literal(insertedColumns)} from known, ${recordOf(sql, contact)} returning id`

/** Leaves the number unchanged, in `phone` and in `searched`. */
const updateContact = (sql: SqlClient.SqlClient, contact: Contact) => sql`
  update contacts c set ${sql.literal(assignments(["phone"]))},
    name_reported_at = case when c.name = t.name then c.name_reported_at end,
    address_book = case when c.name = t.name then c.address_book end,
    opted_in_reported_at = case when c.opted_in is not distinct from t.opted_in then c.opted_in_reported_at else t.updated_at end,
    searched = concat_ws(E'\\n', ${searchedPart(contact.name)}::text, coalesce(c.phone, ''),
      ${searchedPart(contact.email ?? "")}::text)
  from ${recordOf(sql, contact)}
  where c.organization_id = ${contact.organizationId}::uuid and c.id = ${contact.id}::uuid`

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const updateIndex = yield* searchUpkeep(sql)
    const shares = yield* ReadShares
    const { searches } = shares
    const scopeOf = yield* searchScope(searches)
    const listNewest = newestContacts(sql)
    const listDeep = newestContacts(searches)
    const listFound = foundContacts(searches, scopeOf)
    const { find: findOverview } = contactOverviews(sql, scopeOf)
    const { list: listOverviews } = contactOverviews(searches, scopeOf)
    const found = finders(sql, "")
    // The lock leaves the key free, so rows that refer to the contact need not wait.
    const locked = finders(sql, "for no key update of c")

    const identities = SqlSchema.findAll({
      Request: Key,
      Result: ContactIdentity,
      execute: ({ id, organizationId }) => sql`
        select kind, scope, value from contact_identities
        where organization_id = ${organizationId}::uuid and contact_id = ${id}::uuid`
    })

    return ContactStore.of({
      find: (...args) => spanned("PgContactStore.find")(found.byId(...args)),
      findByPhone: (organizationId, phone) =>
        spanned("PgContactStore.findByPhone")(found.byIdentity(organizationId, phoneContactIdentity(phone))),
      findByIdentity: (...args) => spanned("PgContactStore.findByIdentity")(found.byIdentity(...args)),
      lock: (...args) => spanned("PgContactStore.lock")(locked.byId(...args)),
      lockByPhone: (organizationId, phone) =>
        spanned("PgContactStore.lockByPhone")(locked.byIdentity(organizationId, phoneContactIdentity(phone))),
      identities: (organizationId, id) =>
        spanned("PgContactStore.identities")(Effect.orDie(identities({ organizationId, id }))),
      insert: Effect.fnUntraced(function* (contact) {
        const added = yield* Effect.orDie(insertContact(sql, contact))
        if (added.length === 0) return yield* new PhoneNumberTaken({ phone: contact.phone })
      }, spanned("PgContactStore.insert")),
      insertAll: (organizationId, contacts) =>
        spanned("PgContactStore.insertAll")(
          insertContacts(sql, organizationId)(contacts).pipe(Effect.tap(sql.afterCommit(updateIndex)), Effect.orDie)
        ),
      findOverview: (...args) => spanned("PgContactStore.findOverview")(Effect.orDie(findOverview(...args))),
      listOverviews: (...args) =>
        spanned("PgContactStore.listOverviews")(Effect.orDie(shares.search(args[0], listOverviews(...args)))),
      save: (contact) => spanned("PgContactStore.save")(Effect.asVoid(Effect.orDie(updateContact(sql, contact)))),
      remove: (organizationId, id) =>
        spanned("PgContactStore.remove")(
          retryAlone(
            sql,
            sql`
            with erased as (
              update campaign_recipients r set recipient = '', name = '', columns = '{}', phone_key = null,
                contact_id = null,
                failure = case when r.failure is null then null
                  else jsonb_set(r.failure::jsonb, '{detail}', '""')::json end,
                left_out = case when r.begun_at is null and r.sent_at is null and r.failure is null
                  then coalesce(r.left_out, 'unreachable') else r.left_out end
              where r.organization_id = ${organizationId}::uuid and r.contact_id = ${id}::uuid
            )
            delete from contacts where organization_id = ${organizationId}::uuid and id = ${id}::uuid returning id`
          ).pipe(
            Effect.map((removed) => removed.length > 0),
            Effect.orDie
          )
        ),
      list: (organizationId, page, search, label = null) => {
        const rows =
          search !== null || label !== null
            ? shares.search(organizationId, listFound(organizationId, page, search, label))
            : isDeep(page)
              ? shares.search(organizationId, listDeep(organizationId, page))
              : shares.list(organizationId, listNewest(organizationId, page))
        return spanned("PgContactStore.list")(Effect.orDie(rows))
      }
    })
  })
)
