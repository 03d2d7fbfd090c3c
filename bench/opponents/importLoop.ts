import { DateTime, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { contactCreated } from "../../src/domain/delivery/Event.ts"
import { newContact } from "../../src/domain/contact/Contact.ts"
import { ContactId, EventId, type OrganizationId } from "../../src/domain/Ids.ts"
import { IdSource } from "../../src/ports/policies/IdSource.ts"
import { PhoneNumbers } from "../../src/ports/policies/PhoneNumbers.ts"
import { personAt } from "../peopleToImport.ts"
import { sendStatements as statements } from "./sendStatements.ts"
import { phoneIdentity } from "../../src/domain/contact/PhoneNumber.ts"

const insert = `insert into contacts (organization_id, id, vendor_contact_id, phone, name, email, country_code, tags, source,
    created_at, updated_at, searched)
  values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::text[], 'api', $9::timestamptz, $9::timestamptz, $10)`

/** One row after the other: is the number known? If not, a contact, what it is known by, an event. All in a transaction. */
export const importLoop = Effect.fnUntraced(function* (organizationId: OrganizationId, rows: number) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* IdSource
  const { read } = yield* PhoneNumbers
  const add = Effect.fnUntraced(function* (n: number) {
    const { email, name, number, tags } = personAt(n)
    const known = read(number)
    if (Result.isFailure(known)) return
    const { countryCode, phone } = known.success
    const identity = phoneIdentity(phone)
    const taken = yield* sql.unsafe(statements.findContact, [organizationId, identity])
    if (taken.length > 0) return
    const at = yield* DateTime.now
    const iso = DateTime.formatIso(at)
    const id = ContactId.make(yield* ids.uuid)
    const vendorContactId = yield* ids.vendorContactId
    const draft = { id, vendorContactId, organizationId, source: "api" as const, phone, countryCode, name, email, tags }
    const contact = newContact(draft, at)
    const searched = `${name.toLowerCase()}\n${phone}\n${email.toLowerCase()}`
    const who = [organizationId, id, vendorContactId, phone, name, email, countryCode]
    yield* sql.unsafe(insert, [...who, `{${tags.join(",")}}`, iso, searched])
    yield* sql.unsafe(statements.addIdentity, [organizationId, identity, id])
    const event = contactCreated(EventId.make(yield* ids.uuid), contact, "api")
    const data = JSON.stringify(event.data)
    yield* sql.unsafe(statements.addEvent, [organizationId, event.id, event.type, null, iso, data])
  })
  yield* sql.withTransaction(Effect.forEach(Array.from({ length: rows }).keys(), add, { discard: true }))
})
