import { DateTime, Effect, Option, Result, Schema } from "effect"
import {
  type CountryCode,
  UnknownCountry,
  countriesWithoutNumbers,
  readCallingCode,
  readCountryCode
} from "../../domain/contacts/PhoneNumber.ts"
import {
  type Contact,
  ContactNotFound,
  type ContactSource,
  newContact,
  VendorContactId
} from "../../domain/contacts/Contact.ts"
import { type ConsentActor, unknownActor } from "../../domain/contacts/Consent.ts"
import { type ChangedContact, changedContact, type ContactChange } from "../../domain/contacts/ContactChange.ts"
import type { ContactSearch } from "../../domain/contacts/ContactSearch.ts"
import { contactCreated, contactUpdated } from "../../domain/webhooks/Event.ts"
import { ContactId, EventId, type OrganizationId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import {
  type ContactOrder,
  ContactStore,
  PhoneNumbers,
  type ReadPhoneNumber,
  TagSync
} from "../../ports/contacts/ContactStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { readPhoneNumber } from "./readPhoneNumber.ts"
import { recordConsent } from "./recordConsent.ts"
import { recordAudit } from "../access/auditLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** A requested change. It names the country by its calling code or by its ISO 3166-1 code. */
export interface ContactRequest extends Omit<ContactChange, "countryCode"> {
  /** Free-form calling code; null or empty if the country is unknown. */
  readonly callingCode?: string | null | undefined
  /** Free-form country code; null or empty if the country is unknown. Takes precedence over `callingCode`. */
  readonly country?: string | null | undefined
}

/** Attempts to find or add the contact of a number while others add or delete it at the same time. */
const maxAttempts = 5

/** The country with the code, if there is one. */
const knownCountry = (numbers: PhoneNumbers["Service"], country: string): CountryCode | null => {
  const code = Option.getOrNull(readCountryCode(country))
  return code !== null && (numbers.callingCodeOf(code) !== null || countriesWithoutNumbers.has(code)) ? code : null
}

/**
 * The contact's country stays when it has the calling code; else it becomes the code's main one (contract: Country
 * codes).
 */
const countryWith = (numbers: PhoneNumbers["Service"], present: CountryCode | null, callingCode: string) => {
  const code = Option.getOrNull(readCallingCode(callingCode))
  if (code === null) return null
  return present !== null && numbers.callingCodeOf(present) === code ? present : numbers.mainCountryOf(code)
}

/** Returns the country to set on the contact; undefined leaves it unchanged. */
const countryOf = (
  numbers: PhoneNumbers["Service"],
  present: CountryCode | null,
  { callingCode, country }: ContactRequest
): Result.Result<ContactChange["countryCode"], UnknownCountry> => {
  const code = country === undefined ? callingCode : country
  if (code === undefined) return Result.succeed(undefined)
  if (code === null || code === "") return Result.succeed(null)
  const found = country === undefined ? countryWith(numbers, present, code) : knownCountry(numbers, code)
  return found === null ? Result.fail(new UnknownCountry()) : Result.succeed(found)
}

/** Returns the contact with the requested changes. */
const apply = Effect.fnUntraced(function* (contact: Contact, request: ContactRequest, at: DateTime.Utc) {
  const countryCode = yield* Effect.fromResult(countryOf(yield* PhoneNumbers, contact.countryCode, request))
  return yield* Effect.fromResult(changedContact(contact, { ...request, countryCode }, at))
})

/**
 * Records a choice of the contact that a request names. Templates alone may be for marketing, so it holds for their
 * channel.
 */
const recordChoice = (contact: Contact, { optedIn }: ContactRequest, actor: ConsentActor) =>
  optedIn === undefined ? Effect.void : recordConsent(contact, "whatsapp", optedIn ? "opted_in" : "opted_out", actor)

/** Changes a locked contact and announces it. A change without effect is not announced. */
export const changeLocked = Effect.fnUntraced(function* (
  contact: Contact,
  request: ContactRequest,
  actor: ConsentActor
) {
  const changed = yield* apply(contact, request, yield* DateTime.now)
  if (changed.isChanged) {
    yield* (yield* ContactStore).save(changed.contact)
    const eventId = EventId.make(yield* (yield* IdSource).uuid)
    yield* (yield* EventLog).append(contactUpdated(eventId, changed.contact, "api"))
  }
  yield* recordChoice(contact, request, actor)
  return changed
})

/** Adds a contact and announces it. */
const add = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { countryCode, phone }: ReadPhoneNumber,
  request: ContactRequest,
  source: ContactSource,
  actor: ConsentActor
) {
  const ids = yield* IdSource
  const at = yield* DateTime.now
  const id = ContactId.make(yield* ids.uuid)
  const vendorContactId = yield* ids.vendorContactId
  const blank = newContact({ id, vendorContactId, organizationId, source, phone, countryCode }, at)
  const added = yield* apply(blank, request, at)
  yield* (yield* ContactStore).insert({ ...added.contact, phone })
  yield* (yield* EventLog).append(contactCreated(EventId.make(yield* ids.uuid), added.contact, source))
  yield* recordChoice(added.contact, request, actor)
  return added
})

/** Reports added and removed tags to the platform, after they are committed. */
const syncTags = Effect.fnUntraced(function* ({ contact, tags }: ChangedContact) {
  if (tags.added.length === 0 && tags.removed.length === 0) return
  const { offer } = yield* TagSync
  yield* (yield* Transaction).afterCommit(offer(contact.organizationId, { contactId: contact.id, ...tags }))
})

/** Adds a contact. Fails when another contact of the organization has a form of the number. */
export const createContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  number: string,
  request: ContactRequest,
  source: ContactSource = "api",
  actor: ConsentActor = unknownActor
) {
  const { atomically } = yield* Transaction
  const known = yield* readPhoneNumber(organizationId, number)
  const added = yield* atomically(add(organizationId, known, request, source, actor))
  yield* syncTags(added)
  return added.contact
}, spanned("createContact"))

/** Changes the contact with a form of the number, or adds one. The stored number stays as it is. */
export const upsertContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  number: string,
  request: ContactRequest,
  actor: ConsentActor = unknownActor
) {
  const contacts = yield* ContactStore
  const { atomically } = yield* Transaction
  const known = yield* readPhoneNumber(organizationId, number)

  const look = Effect.gen(function* () {
    const present = yield* contacts.lockByPhone(organizationId, known.phone)
    return yield* Option.isSome(present)
      ? changeLocked(present.value, request, actor)
      : add(organizationId, known, request, "api", actor)
  })
  // A contact that was added concurrently is found by the next attempt.
  const upserted = yield* atomically(look).pipe(
    Effect.retry({ times: maxAttempts - 1, while: ({ _tag }) => _tag === "PhoneNumberTaken" }),
    Effect.catchTag("PhoneNumberTaken", Effect.die)
  )
  yield* syncTags(upserted)
  return upserted.contact
}, spanned("upsertContact"))

/** Returns the contact with either of their ids, with message counts. */
export const getContactOverview = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId
) {
  const overview = yield* (yield* ContactStore).findOverview(organizationId, id)
  return yield* Option.isSome(overview) ? Effect.succeed(overview.value) : new ContactNotFound()
}, spanned("getContactOverview"))

const isVendorContactId = Schema.is(VendorContactId)

/** Changes what the request names of the contact with either of their ids. */
export const changeContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId,
  request: ContactRequest,
  actor: ConsentActor = unknownActor
) {
  const contacts = yield* ContactStore
  const { atomically } = yield* Transaction
  const contactId = isVendorContactId(id) ? (yield* getContactOverview(organizationId, id)).contact.id : id
  const changed = yield* atomically(
    Effect.gen(function* () {
      const present = yield* contacts.lock(organizationId, contactId)
      return yield* Option.isSome(present) ? changeLocked(present.value, request, actor) : new ContactNotFound()
    })
  )
  yield* syncTags(changed)
  return changed.contact
}, spanned("changeContact"))

/** The contact with this id. */
export const getContact = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId) {
  const contact = yield* (yield* ContactStore).find(organizationId, id)
  return yield* Option.isSome(contact) ? Effect.succeed(contact.value) : new ContactNotFound()
}, spanned("getContact"))

/** Deletes the contact. The next message from or to the person creates a new contact. */
export const deleteContact = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId) {
  const contacts = yield* ContactStore
  const { atomically } = yield* Transaction
  yield* atomically(
    Effect.gen(function* () {
      if (!(yield* contacts.remove(organizationId, id))) return yield* new ContactNotFound()
      // Without the name: the entry outlives the contact.
      yield* recordAudit(organizationId, "contact.deleted", { id, name: "" })
    })
  )
}, spanned("deleteContact"))

/** A page of the contacts, the newest first; those that the search finds, if there is one. */
export const listContacts = (
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch | null,
  label: string | null = null
) => Effect.flatMap(ContactStore, ({ list }) => list(organizationId, page, search, label)).pipe(spanned("listContacts"))

/** Returns a page of the contacts in the requested order, with message counts. */
export const listContactOverviews = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch | null,
  order: ContactOrder,
  label: string | null = null
) {
  return yield* (yield* ContactStore).listOverviews(organizationId, page, search, order, label)
}, spanned("listContactOverviews"))
