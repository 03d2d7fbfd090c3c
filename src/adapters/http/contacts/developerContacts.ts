import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { maxSearchLength } from "../../../domain/contacts/ContactSearch.ts"
import { includeQuery } from "./ContactAdditions.ts"
import { Text } from "../interfaces/requestFields.ts"
import { pageQuery } from "../interfaces/pagination.ts"
import {
  ChangeContactRequest,
  ContactDetails,
  ContactPage,
  DeletedContact,
  PatchedContact,
  UpsertContactRequest,
  UpsertedContact
} from "./DeveloperContactViews.ts"
import { NotFound } from "../interfaces/developer/Failures.ts"
import { groupTitle } from "../interfaces/developer/documentedFailures.ts"
import { IdempotencyGuard } from "../interfaces/developer/middleware.ts"

const search = Text.check(
  Schema.makeFilter((term) => term.length <= maxSearchLength || `Expected at most ${maxSearchLength} characters`, {
    toJsonSchema: () => [{ maxLength: maxSearchLength }, true]
  })
).annotate({ description: `Part of a name or a phone number, at most ${maxSearchLength} characters` })

/** Query parameters of the contact list. */
export const contactsQuery = { ...pageQuery, search: Schema.optionalKey(search), ...includeQuery }

/** Accepts any text: an id that is not a UUID is answered like an unknown contact. */
const params = {
  id: Schema.String.annotate({ description: "The contact's id, a UUID" })
}

/** Endpoints of contacts (contract C63). */
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
  .annotate(OpenApi.Title, groupTitle.contacts)
  .annotate(OpenApi.Description, "The people whom the organization writes with, or may write to")
