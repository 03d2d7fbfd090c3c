import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Contacts from "../../../app/contacts/contacts.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { ContactNotFound } from "../../../domain/contacts/Contact.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { type ContactFieldRefused, contactRefusals } from "../../../domain/contacts/contactLimits.ts"
import { PhoneNumbers } from "../../../ports/contacts/ContactStore.ts"
import { BadRequest, NotFound } from "../interfaces/developer/Failures.ts"
import { Caller, IdempotencyGuard, developerApi } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageOf, pageQuery, paged } from "../interfaces/pagination.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"
import { fixForPhone } from "../interfaces/developer/fieldFixes.ts"
import { includeQuery, labelQuery, searchTerm } from "./ContactAdditions.ts"
import {
  ChangeContactRequest,
  ContactDetails,
  ContactPage,
  DeletedContact,
  PatchedContact,
  UpsertContactRequest,
  UpsertedContact,
  changedFields,
  contactDetails,
  contactItem,
  patchedContact,
  upsertedContact,
  upsertedFields
} from "./DeveloperContactViews.ts"

/** Query parameters of the contact list. */
export const contactsQuery = {
  ...pageQuery,
  search: Schema.optionalKey(searchTerm("a name or a phone number")),
  label: Schema.optionalKey(labelQuery),
  ...includeQuery
}

/** Accepts any text: an id that is not a UUID is answered like an unknown contact. */
const params = {
  id: Schema.String.annotate({ description: "The contact's id, a UUID" })
}

/** Endpoints of contacts (contract: Developer contacts). */
export const ContactsGroup = HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/v1/contacts", {
      query: contactsQuery,
      success: ContactPage
    })
      .annotate(OpenApi.Summary, "List contacts")
      .annotate(
        OpenApi.Description,
        "The newest first. With a search only those whose name or phone number has the term as a part of it."
      ),
    HttpApiEndpoint.post("upsert", "/v1/contacts", {
      payload: UpsertContactRequest,
      success: UpsertedContact.pipe(HttpApiSchema.status(201))
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Create or update a contact")
      .annotate(
        OpenApi.Description,
        "A contact with any form of the number is updated, and keeps the form that was given first. Attributes are merged, tags are replaced."
      ),
    HttpApiEndpoint.get("get", "/v1/contacts/:id", {
      params,
      query: includeQuery,
      success: ContactDetails,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get a contact")
      .annotate(
        OpenApi.Description,
        "One contact, with its attributes; `include` adds its ids on the channels and whether it opted out."
      ),
    HttpApiEndpoint.patch("change", "/v1/contacts/:id", {
      params,
      payload: ChangeContactRequest,
      success: PatchedContact,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change a contact")
      .annotate(
        OpenApi.Description,
        "Only the fields that are given change. Tags are replaced, attributes are merged. Changed tags become labels on Messenger, on a best-effort basis; WhatsApp has no labels."
      ),
    HttpApiEndpoint.delete("remove", "/v1/contacts/:id", { params, success: DeletedContact, error: NotFound })
      .annotate(OpenApi.Summary, "Delete a contact")
      .annotate(
        OpenApi.Description,
        "The contact and their conversations are not shown any more. Who writes again afterwards, or is written to, is a new contact."
      )
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "The people whom the organization writes with, or may write to")

const contactIdOf = idOr(ContactId, () => new ContactNotFound())

export const notFound = {
  ContactNotFound: refusal("No contact has the id", new NotFound({ message: "Contact not found", code: "NOT_FOUND" }))
}

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
  query: Parameters<typeof pageOf>[0] & { readonly search?: string; readonly label?: string; readonly include?: string }
) => {
  const page = pageOf(query)
  const search = contactSearch(query.search ?? "", "name and phone")
  return Effect.map(Contacts.listContacts(organizationId, page, search, query.label), (found) =>
    ok(paged(found, page, contactItem(query.include)))
  )
}

export const layer = HttpApiBuilder.group(developerApi(ContactsGroup), "contacts", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Caller, ({ organizationId }) => listContacts(organizationId, query)),
    upsert: Effect.fnUntraced(
      function* ({ payload }) {
        const { apiKeyId, organizationId } = yield* Caller
        const request = upsertedFields(payload)
        const actor = { source: "api", by: apiKeyId } as const
        return ok(upsertedContact(yield* Contacts.upsertContact(organizationId, payload.phone, request, actor)))
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
        const { apiKeyId, organizationId } = yield* Caller
        const request = changedFields(payload)
        const actor = { source: "api", by: apiKeyId } as const
        return ok(
          patchedContact(yield* Contacts.changeContact(organizationId, yield* contactIdOf(params.id), request, actor))
        )
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
