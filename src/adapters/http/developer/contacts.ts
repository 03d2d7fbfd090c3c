import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Contacts from "../../../app/contacts/contacts.ts"
import { ContactNotFound } from "../../../domain/contacts/Contact.ts"
import { type ContactFieldRefused, contactRefusals } from "../../../domain/contacts/contactLimits.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { PhoneNumbers } from "../../../ports/contacts/ContactStore.ts"
import { ok } from "../shared/envelope.ts"
import { idOr } from "../shared/idIn.ts"
import { pageOf } from "../shared/pagination.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import {
  changedFields,
  contactDetails,
  contactItem,
  patchedContact,
  upsertedContact,
  upsertedFields
} from "./ContactViews.ts"
import { BadRequest, NotFound } from "./Failures.ts"
import { fixForPhone } from "./platformFailures.ts"
import { paged } from "./pagination.ts"

const contactIdOf = idOr(ContactId, () => new ContactNotFound())

const notFound = { ContactNotFound: () => new NotFound({ message: "Contact not found", code: "NOT_FOUND" }) }

const refused = {
  ContactFieldRefused: ({ field, reason }: ContactFieldRefused) =>
    new BadRequest({ message: `Invalid field ${field}: ${contactRefusals[reason]}` }),
  UnknownCountry: () =>
    new BadRequest({
      message: "Invalid field countryCode: not the calling code of a country",
      fix: "Give the calling code in digits, for example 1 or 44"
    })
}

/** Response with a page of contacts. */
export const listContacts = (
  organizationId: OrganizationId,
  query: Parameters<typeof pageOf>[0] & { readonly search?: string; readonly include?: string }
) => {
  const page = pageOf(query)
  const search = contactSearch(query.search ?? "", "name and phone")
  return Effect.map(Contacts.listContacts(organizationId, page, search), (found) =>
    ok(paged(found, page, contactItem(query.include)))
  )
}

export const layer = HttpApiBuilder.group(DeveloperApi, "contacts", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Caller, ({ organizationId }) => listContacts(organizationId, query)),
    upsert: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Caller
        const request = upsertedFields(payload)
        return ok(upsertedContact(yield* Contacts.upsertContact(organizationId, payload.phone, request)))
      },
      Effect.catchTags({
        ...refused,
        InvalidPhoneNumber: ({ reason }) =>
          new BadRequest({ message: `Invalid field phone: ${phoneRefusals[reason]}`, fix: fixForPhone(reason) })
      })
    ),
    get: Effect.fnUntraced(function* ({ params, query }) {
      const { organizationId } = yield* Caller
      const numbers = yield* PhoneNumbers
      const found = yield* Contacts.getContactOverview(organizationId, yield* contactIdOf(params.id))
      const { countryCode } = found.contact
      return ok(contactDetails(found, countryCode === null ? null : numbers.callingCodeOf(countryCode), query.include))
    }, Effect.catchTags(notFound)),
    change: Effect.fnUntraced(
      function* ({ params, payload }) {
        const { organizationId } = yield* Caller
        const request = changedFields(payload)
        return ok(patchedContact(yield* Contacts.changeContact(organizationId, yield* contactIdOf(params.id), request)))
      },
      Effect.catchTags({ ...notFound, ...refused })
    ),
    remove: Effect.fnUntraced(function* ({ params }) {
      const { organizationId } = yield* Caller
      const id = yield* contactIdOf(params.id)
      yield* Contacts.deleteContact(organizationId, id)
      return ok({ id, deleted: true as const })
    }, Effect.catchTags(notFound))
  })
)
