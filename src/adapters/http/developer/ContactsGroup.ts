import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  maxAttributeKeys,
  maxAttributesBytes,
  maxEmailLength,
  maxNameLength,
  maxTagLength,
  maxTags
} from "../../../domain/contactLimits.ts"
import { maxSearchLength } from "../../../domain/ContactSearch.ts"
import { optional } from "../optional.ts"
import { pageQuery } from "../pagination.ts"
import { RequiredText, StorableObject, Text } from "../Storable.ts"
import { ContactDetails, ContactPage, DeletedContact, PatchedContact, UpsertedContact } from "./ContactViews.ts"
import { groupTitle } from "./documentedFailures.ts"
import { NotFound } from "./Failures.ts"

const limits = {
  name: `at most ${maxNameLength} characters`,
  email: `at most ${maxEmailLength} characters; empty text is none`,
  tags: `at most ${maxTags} of 1 to ${maxTagLength} characters; duplicates are dropped`,
  attributes: `at most ${maxAttributeKeys} keys and ${maxAttributesBytes / 1024} KiB as JSON`
}

const name = optional(Text.annotate({ description: `Name, ${limits.name}` }))
const tags = optional(
  Schema.Array(Text).annotate({ description: `All tags that the contact has from now on, ${limits.tags}` })
)
const attributes = optional(
  StorableObject.annotate({
    description: `Merged into the attributes that are there, where null removes a key; together ${limits.attributes}`
  })
)

const UpsertContactRequest = Schema.Struct({
  phone: RequiredText.annotate({ description: "Phone number, E.164 without +" }),
  name,
  email: optional(Text.annotate({ description: `E-mail address, ${limits.email}` })),
  tags,
  attributes
}).annotate({
  identifier: "UpsertContactRequest",
  description: "A contact; absent and null fields stay as they are",
  examples: [
    {
      phone: "15551234567",
      name: "Ada Lovelace",
      email: "ada@example.com",
      tags: ["vip", "newsletter"],
      attributes: { plan: "gold", seats: 3 }
    }
  ]
})

const ChangeContactRequest = Schema.Struct({
  name,
  email: optional(Text.annotate({ description: `E-mail address, ${limits.email}, like null` })),
  countryCode: optional(
    Text.annotate({ description: "Calling code of the country, with or without +; empty text or null for none" })
  ),
  tags,
  attributes
}).annotate({
  identifier: "ChangeContactRequest",
  description:
    "The fields to change; absent fields stay as they are. Null clears email and countryCode, and counts as absent elsewhere",
  examples: [{ name: "Ada King", countryCode: "44", tags: ["vip", "newsletter"], attributes: { seats: 4, plan: null } }]
})

const search = Text.check(
  Schema.makeFilter((term) => term.length <= maxSearchLength || `Expected at most ${maxSearchLength} characters`)
).annotate({ description: `Part of a name or a phone number, at most ${maxSearchLength} characters` })

/** What a list of contacts may be asked for with. */
export const contactsQuery = { ...pageQuery, search: Schema.optionalKey(search) }

/** Any text: an id that is no UUID is the id of no contact, and answered like one. */
const params = {
  id: Schema.String.annotate({ description: "The contact's id, a UUID" })
}

/** contract C63. */
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
      .annotate(OpenApi.Summary, "Create or update a contact")
      .annotate(
        OpenApi.Description,
        "A contact with any form of the number is updated, and keeps the form that was given first. Attributes are merged, tags are replaced."
      ),
    HttpApiEndpoint.get("get", "/v1/contacts/:id", { params, success: ContactDetails, error: NotFound })
      .annotate(OpenApi.Summary, "Get a contact")
      .annotate(OpenApi.Description, "One contact, with its attributes."),
    HttpApiEndpoint.patch("change", "/v1/contacts/:id", {
      params,
      payload: ChangeContactRequest,
      success: PatchedContact,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change a contact")
      .annotate(
        OpenApi.Description,
        "Only the fields that are given change. Tags are replaced, attributes are merged. Changes of tags are passed on to WhatsApp as well as that can be done."
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
