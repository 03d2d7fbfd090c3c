import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  changeContact,
  createContact,
  getContactOverview,
  listContactOverviews
} from "../../../app/contacts/contacts.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { ContactNotFound, VendorContactId } from "../../../domain/contacts/Contact.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { type ContactFieldRefused, contactRefusals } from "../../../domain/contacts/contactLimits.ts"
import type { ContactOrder } from "../../../ports/contacts/ContactStore.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageFacts, pageOf, pageQuery } from "../interfaces/pagination.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { Conflict, invalidField, NotFound, nothingToChange, unknownCountry } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { authorOf } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"
import { SearchTerm, includeQuery, labelQuery } from "./ContactAdditions.ts"
import {
  ContactDetails,
  ContactPage,
  CreateContactRequest,
  CreatedContact,
  PatchContactRequest,
  PatchedContact,
  contactDetails,
  contactItem,
  createdContact,
  createdFields,
  fieldNames,
  patchedContact,
  patchedFields
} from "./SessionContactViews.ts"

/** Sort field and order of lists. */
const sortBy = Schema.Literals(["created_at", "name", "last_message_at"]).annotate({
  description: "What the list is sorted by, created_at when left out"
})
const sortOrder = Schema.Literals(["desc", "asc"]).annotate({ description: "In which order, desc when left out" })

/** Accepts any text; an unknown id is answered with 404. */
const path = { contactId: Schema.String.annotate({ description: "The contact's id or vendorContactId" }) }

/** Endpoints of contacts (contract: Session contacts), without the import. */
export const ContactsGroup = HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/contacts", {
      query: {
        ...pageQuery,
        search: Schema.optionalKey(SearchTerm),
        label: Schema.optionalKey(labelQuery),
        sortBy: Schema.optionalKey(sortBy),
        sortOrder: Schema.optionalKey(sortOrder),
        ...includeQuery
      },
      success: ContactPage
    })
      .annotate(OpenApi.Summary, "List contacts")
      .annotate(
        OpenApi.Description,
        "With a search only those whose name, phone number or e-mail address has the term as a part of it. Contacts with whom nothing was said come last when the list is sorted by last_message_at."
      ),
    HttpApiEndpoint.post("create", "/contacts", {
      payload: CreateContactRequest,
      success: CreatedContact.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Create a contact")
      .annotate(
        OpenApi.Description,
        "A contact with any form of the number is a conflict. Dispatches `contact.created`."
      ),
    HttpApiEndpoint.get("get", "/contacts/:contactId", {
      params: path,
      query: includeQuery,
      success: ContactDetails,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get a contact")
      .annotate(
        OpenApi.Description,
        "One contact, with vendorContactId and params; `include` adds its ids on the channels and whether it opted out."
      ),
    HttpApiEndpoint.patch("change", "/contacts/:contactId", {
      params: path,
      payload: PatchContactRequest,
      success: PatchedContact,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change a contact")
      .annotate(
        OpenApi.Description,
        "Only the fields that are given change; tags and params are replaced as a whole. Changed tags become labels on Messenger, on a best-effort basis; WhatsApp has no labels."
      )
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "The people whom the organization writes with, or may write to")

const contactIdOf = idOr(Schema.Union([ContactId, VendorContactId]), () => new ContactNotFound())

const sorts = { created_at: "createdAt", name: "name", last_message_at: "lastMessageAt" } as const
const directions = { desc: "descending", asc: "ascending" } as const

const orderOf = ({
  sortBy = "created_at",
  sortOrder = "desc"
}: {
  readonly sortBy?: keyof typeof sorts
  readonly sortOrder?: keyof typeof directions
}): ContactOrder => ({ by: sorts[sortBy], direction: directions[sortOrder] })

export const notFound = {
  ContactNotFound: refusal("No contact has the id", new NotFound({ error: "Contact not found" }))
}

export const phoneTaken = refusal(
  "A contact has the number",
  new Conflict({ error: "Contact with this phone number already exists" })
)

const refused = (names: (typeof fieldNames)[keyof typeof fieldNames]) => ({
  ContactFieldRefused: ({ field, reason }: ContactFieldRefused) => invalidField(names[field], contactRefusals[reason]),
  UnknownCountry: unknownCountry(names.country)
})

export const layer = HttpApiBuilder.group(sessionApi(ContactsGroup), "contacts", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Access
      const page = pageOf(query)
      const search = contactSearch(query.search ?? "", "name, phone and email")
      const found = yield* listContactOverviews(organizationId, page, search, orderOf(query), query.label)
      return ok({ contacts: found.rows.map(contactItem(query.include)), ...pageFacts(found, page) })
    }),
    create: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Access
        return ok(createdContact(yield* createContact(organizationId, payload.userNumber, createdFields(payload))))
      },
      Effect.catchTags({
        ...refused(fieldNames.create),
        InvalidPhoneNumber: ({ reason }) => invalidField("userNumber", phoneRefusals[reason]),
        PhoneNumberTaken: phoneTaken
      })
    ),
    get: Effect.fnUntraced(function* ({ params, query }) {
      const { organizationId } = yield* Access
      const found = yield* getContactOverview(organizationId, yield* contactIdOf(params.contactId))
      return ok(contactDetails(found, query.include))
    }, Effect.catchTags(notFound)),
    change: Effect.fnUntraced(
      function* ({ params, payload }) {
        const access = yield* Access
        const request = patchedFields(payload)
        if (Object.values(request).every((value) => value === undefined)) {
          return yield* nothingToChange()
        }
        const id = yield* contactIdOf(params.contactId)
        return ok(patchedContact(yield* changeContact(access.organizationId, id, request, authorOf(access))))
      },
      Effect.catchTags({ ...notFound, ...refused(fieldNames.change) })
    )
  })
)
