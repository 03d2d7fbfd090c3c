import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Contact, PhoneNumberTaken } from "../../domain/Contact.ts"
import { ContactIdentity } from "../../domain/ContactIdentity.ts"
import { searchedPart, searchedText } from "../../domain/ContactSearch.ts"
import { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { phoneIdentity, type PhoneNumber } from "../../domain/PhoneNumber.ts"
import { ContactStore } from "../../ports/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { contactOverviews } from "./contactOverviews.ts"
import { type ContactColumns, contactColumns, readContact } from "./ContactRow.ts"
import { foundContacts } from "./foundContacts.ts"
import { insertContacts } from "./insertContacts.ts"
import { isDeep, newestContacts } from "./newestContacts.ts"
import { ReadShares } from "./ReadShares.ts"
import { searchScope } from "./searchScope.ts"
import { searchUpkeep } from "./searchUpkeep.ts"
import { retryAlone } from "./sqlFaults.ts"
import { termTotals } from "./termTotals.ts"
import { termUpkeep } from "./termUpkeep.ts"

const Key = Schema.Struct({ organizationId: OrganizationId, id: ContactId })

/** The contact of the row, if there is one. */
const readFirst = ([row]: ReadonlyArray<ContactColumns>) =>
  row === undefined ? Effect.succeedNone : Effect.asSome(readContact(row))

/** Finds contacts by id and by phone; what is in `locking` ends both statements. */
const finders = (sql: SqlClient.SqlClient, locking: string) => ({
  byId: (organizationId: OrganizationId, id: ContactId) =>
    sql<ContactColumns>`
      select ${sql.literal(contactColumns)} from contacts c
      where c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid ${sql.literal(locking)}`.pipe(
      Effect.flatMap(readFirst),
      Effect.orDie
    ),
  byPhone: (organizationId: OrganizationId, phone: PhoneNumber) =>
    sql<ContactColumns>`
      select ${sql.literal(contactColumns)} from contact_identities i
        join contacts c on c.organization_id = i.organization_id and c.id = i.contact_id
      where i.organization_id = ${organizationId}::uuid and i.kind = 'phone' and i.scope = ''
        and i.value = ${phoneIdentity(phone)} ${sql.literal(locking)}`.pipe(Effect.flatMap(readFirst), Effect.orDie)
})

/**
 * Adds a contact unless somebody is known by the number: whoever has it first, it is no error to the database, so a
 * transaction around can go on. Gives back the contact's id when it was added.
 */
const insertContact = (sql: SqlClient.SqlClient, contact: Contact & { readonly phone: PhoneNumber }) => sql`
  with known as (
    insert into contact_identities (organization_id, kind, scope, value, contact_id)
    values (${contact.organizationId}::uuid, 'phone', '', ${phoneIdentity(contact.phone)}, ${contact.id}::uuid)
    on conflict do nothing returning organization_id, contact_id
  )
  insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, labels,
    attributes, source, is_blocked, opted_in, created_at, updated_at, searched)
  select organization_id, contact_id, ${contact.vendorContactId}, ${contact.phone}, ${contact.name}, ${contact.email},
    ${contact.countryCode}, ${contact.tags}::text[], ${contact.labels}::text[],
    ${JSON.stringify(contact.attributes)}::jsonb, ${contact.source}, ${contact.isBlocked}, ${contact.optedIn},
    ${DateTime.formatIso(contact.createdAt)}::timestamptz, ${DateTime.formatIso(contact.updatedAt)}::timestamptz,
    ${searchedText(contact)}
  from known returning id`

/** The number stays, and so it does in what the contact is searched by. */
const updateContact = (sql: SqlClient.SqlClient, contact: Contact) => sql`
  update contacts set name = ${contact.name}, email = ${contact.email}, country_code = ${contact.countryCode},
    tags = ${contact.tags}::text[], labels = ${contact.labels}::text[],
    attributes = ${JSON.stringify(contact.attributes)}::jsonb, source = ${contact.source},
    is_blocked = ${contact.isBlocked}, opted_in = ${contact.optedIn},
    updated_at = ${DateTime.formatIso(contact.updatedAt)}::timestamptz,
    name_reported_at = case when name = ${contact.name} then name_reported_at end,
    opted_in_reported_at = case when opted_in = ${contact.optedIn} then opted_in_reported_at
      else ${DateTime.formatIso(contact.updatedAt)}::timestamptz end,
    searched = concat_ws(E'\\n', ${searchedPart(contact.name)}::text, coalesce(phone, ''),
      ${searchedPart(contact.email ?? "")}::text)
  where organization_id = ${contact.organizationId}::uuid and id = ${contact.id}::uuid`

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const countTerms = yield* termUpkeep(sql)
    const catchUp = Effect.andThen(yield* searchUpkeep(sql), countTerms)
    const shares = yield* ReadShares
    const { searches } = shares
    const totalOf = termTotals(searches, countTerms)
    const scopeOf = yield* searchScope(searches)
    const listNewest = newestContacts(sql)
    const listDeep = newestContacts(searches)
    const listFound = foundContacts(searches, scopeOf, totalOf)
    const { find: findOverview } = contactOverviews(sql, scopeOf, totalOf)
    const { list: listOverviews } = contactOverviews(searches, scopeOf, totalOf)
    const found = finders(sql, "")
    // Nothing that refers to the contact has to wait for it: its key does not change.
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
      findByPhone: (...args) => spanned("PgContactStore.findByPhone")(found.byPhone(...args)),
      lock: (...args) => spanned("PgContactStore.lock")(locked.byId(...args)),
      lockByPhone: (...args) => spanned("PgContactStore.lockByPhone")(locked.byPhone(...args)),
      identities: (organizationId, id) =>
        spanned("PgContactStore.identities")(Effect.orDie(identities({ organizationId, id }))),
      insert: Effect.fnUntraced(function* (contact) {
        const added = yield* Effect.orDie(insertContact(sql, contact))
        if (added.length === 0) return yield* new PhoneNumberTaken({ phone: contact.phone })
      }, spanned("PgContactStore.insert")),
      insertAll: (organizationId, contacts) =>
        spanned("PgContactStore.insertAll")(
          insertContacts(sql, organizationId)(contacts).pipe(Effect.tap(sql.afterCommit(catchUp)), Effect.orDie)
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
            delete from contacts where organization_id = ${organizationId}::uuid and id = ${id}::uuid returning id`
          ).pipe(
            Effect.map((gone) => gone.length > 0),
            Effect.orDie
          )
        ),
      list: (organizationId, page, search) => {
        const rows =
          search !== null
            ? shares.search(organizationId, listFound(organizationId, page, search))
            : isDeep(page)
              ? shares.search(organizationId, listDeep(organizationId, page))
              : shares.list(organizationId, listNewest(organizationId, page))
        return spanned("PgContactStore.list")(Effect.orDie(rows))
      }
    })
  })
)
