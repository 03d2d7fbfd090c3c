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
import { ContactDetails, ContactPage, CreatedContact, PatchedContact } from "./ContactViews.ts"
import { groupTitle } from "./documentedFailures.ts"
import { Conflict, NotFound } from "./Failures.ts"

const nameText = Text.annotate({ description: `Name, at most ${maxNameLength} characters` })
const emailText = Text.annotate({
  description: `E-mail address, at most ${maxEmailLength} characters; empty text is none`
})
const countryText = Text.annotate({ description: "Country, ISO 3166-1 alpha-2; empty text is none" })
const tagList = Schema.Array(Text).annotate({
  description: `All tags of the contact, at most ${maxTags} of 1 to ${maxTagLength} characters; duplicates are dropped`
})
const customFields = StorableObject.annotate({
  description: `All custom fields of the contact, at most ${maxAttributeKeys} keys and ${maxAttributesBytes / 1024} KiB as JSON`
})

const CreateContactRequest = Schema.Struct({
  userNumber: RequiredText.annotate({ description: "Phone number, E.164 with +" }),
  userName: optional(nameText),
  email: optional(emailText),
  countryCode: optional(
    countryText.annotate({ description: "Country, ISO 3166-1 alpha-2; that of the number when left out" })
  ),
  tags: optional(tagList),
  params: optional(customFields)
}).annotate({
  identifier: "CreateContactRequest",
  description: "A contact",
  examples: [
    {
      userNumber: "+15551234567",
      userName: "Ada Lovelace",
      email: "ada@example.com",
      countryCode: "US",
      tags: ["vip", "newsletter"],
      params: { plan: "gold", seats: 3 }
    }
  ]
})

const PatchContactRequest = Schema.Struct({
  name: optional(nameText),
  email: optional(emailText),
  country_code: optional(countryText),
  tags: optional(tagList),
  params: optional(customFields),
  is_blocked: optional(Schema.Boolean.annotate({ description: "Whether the contact is blocked" })),
  source: optional(Text.annotate({ description: "How the contact came to be known" })),
  opted_in: optional(Schema.Boolean.annotate({ description: "Whether the contact agreed to be written to" }))
}).annotate({
  identifier: "PatchContactRequest",
  description: "The fields to change, at least one. Null clears email and country_code, and counts as absent elsewhere",
  examples: [{ name: "Ada King", country_code: "GB", opted_in: true }]
})

const search = Text.check(
  Schema.makeFilter((term) => term.length <= maxSearchLength || `Expected at most ${maxSearchLength} characters`)
).annotate({
  description: `Part of a name, a phone number or an e-mail address, at most ${maxSearchLength} characters`
})

/** What lists are sorted by, and how. */
const sortBy = Schema.Literals(["created_at", "name", "last_message_at"]).annotate({
  description: "What the list is sorted by, created_at when left out"
})
const sortOrder = Schema.Literals(["desc", "asc"]).annotate({ description: "In which order, desc when left out" })

/** Any text: an unknown id is answered with 404. */
const path = { contactId: Schema.String.annotate({ description: "The contact's id or vendorContactId" }) }

/** contract C57; the import is a group of its own. */
export const ContactsGroup = HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/contacts", {
      query: {
        ...pageQuery,
        search: Schema.optionalKey(search),
        sortBy: Schema.optionalKey(sortBy),
        sortOrder: Schema.optionalKey(sortOrder)
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
      .annotate(OpenApi.Summary, "Create a contact")
      .annotate(
        OpenApi.Description,
        "A contact with any form of the number is a conflict. Dispatches `contact.created`."
      ),
    HttpApiEndpoint.get("get", "/contacts/:contactId", { params: path, success: ContactDetails, error: NotFound })
      .annotate(OpenApi.Summary, "Get a contact")
      .annotate(OpenApi.Description, "One contact, with vendorContactId and params."),
    HttpApiEndpoint.patch("change", "/contacts/:contactId", {
      params: path,
      payload: PatchContactRequest,
      success: PatchedContact,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change a contact")
      .annotate(
        OpenApi.Description,
        "Only the fields that are given change; tags and params are replaced as a whole. Changes of tags are passed on to WhatsApp as well as that can be done."
      )
  )
  .annotate(OpenApi.Title, groupTitle.contacts)
  .annotate(OpenApi.Description, "The people whom the organization writes with, or may write to")
