import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { includeQuery } from "./ContactAdditions.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import {
  ContactDetails,
  ContactPage,
  CreateContactRequest,
  CreatedContact,
  PatchContactRequest,
  PatchedContact
} from "./SessionContactViews.ts"
import { SearchTerm } from "./SearchTerm.ts"
import { Conflict, NotFound } from "../interfaces/session/Failures.ts"
import { groupTitle } from "../interfaces/session/documentedFailures.ts"
import { IdempotencyGuard } from "../interfaces/session/middleware.ts"

/** Sort field and order of lists. */
const sortBy = Schema.Literals(["created_at", "name", "last_message_at"]).annotate({
  description: "What the list is sorted by, created_at when left out"
})
const sortOrder = Schema.Literals(["desc", "asc"]).annotate({ description: "In which order, desc when left out" })

/** Accepts any text; an unknown id is answered with 404. */
const path = { contactId: Schema.String.annotate({ description: "The contact's id or vendorContactId" }) }

/** Endpoints of contacts (contract C57), without the import. */
export const ContactsGroup = HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/contacts", {
      query: {
        ...pageQuery,
        search: Schema.optionalKey(SearchTerm),
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
  .annotate(OpenApi.Title, groupTitle.contacts)
  .annotate(OpenApi.Description, "The people whom the organization writes with, or may write to")
