import { DateTime, Schema } from "effect"
import type { ContactRequest } from "../../../app/contacts/contacts.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { type Contact, ContactAttributes, VendorContactId } from "../../../domain/contacts/Contact.ts"
import {
  maxAttributeKeys,
  maxAttributesBytes,
  maxEmailLength,
  maxNameLength,
  maxTagLength,
  maxTags
} from "../../../domain/contacts/contactLimits.ts"
import type { ContactOverview } from "../../../ports/contacts/ContactStore.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFields, timestamp } from "../interfaces/pagination.ts"
import { RequiredText, StorableObject, Text, optional } from "../interfaces/requestFields.ts"
import { contactAdditions, includedView } from "./ContactAdditions.ts"

const example = {
  id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
  name: "Ada Lovelace",
  phone: "+15551234567",
  email: "ada@example.com",
  tags: ["vip", "newsletter"]
}
const params = { plan: "gold", seats: 3 }

const id = ContactId.annotate({ description: "The contact's id" })
const name = Schema.String.annotate({ description: "Name; empty when it is not known" })
const phone = Schema.String.annotate({ description: "Phone number, E.164 with +; empty when there is none" })
const email = Schema.NullOr(Schema.String).annotate({ description: "E-mail address; null when there is none" })
const country = Schema.String.annotate({ description: "Country, ISO 3166-1 alpha-2; empty when it is not known" })
const tags = Schema.Array(Schema.String).annotate({ description: "Tags, in the order they were given" })
const isBlocked = Schema.Boolean.annotate({ description: "Whether the contact is blocked" })
const optedIn = Schema.Boolean.annotate({ description: "Whether the contact agreed to be written to" })
const updatedAt = timestamp("When the contact was last changed")

const common = {
  id,
  name,
  phone,
  email,
  countryCode: country,
  tags,
  source: Schema.String.annotate({ description: "How the contact came to be known; api for one created over HTTP" }),
  optedIn,
  isBlocked,
  createdAt: timestamp("When the contact was added"),
  updatedAt
}
const known = {
  labels: Schema.Array(Schema.String).annotate({ description: "Labels" }),
  lastMessageAt: Schema.NullOr(timestamp("When something was last said, either way")).annotate({
    description: "When something was last said, either way; null when nothing was"
  }),
  conversationCount: Schema.Int.annotate({ description: "How many conversations there are" }),
  ...contactAdditions
}
const whole = {
  vendorContactId: VendorContactId.annotate({ description: "Another id of the contact, for the paths of contacts" }),
  params: ContactAttributes.annotate({ description: "Custom keys and values beside the standard fields" })
}

/** `+15551234567`; empty when there is none. */
export const shownPhone = (number: Contact["phone"]): string => (number === null ? "" : `+${number}`)

const commonView = (contact: Contact) => ({
  id: contact.id,
  name: contact.name,
  phone: shownPhone(contact.phone),
  email: contact.email,
  countryCode: contact.countryCode ?? "",
  tags: contact.tags,
  source: contact.source,
  optedIn: contact.optedIn === true,
  isBlocked: contact.isBlocked,
  createdAt: DateTime.formatIso(contact.createdAt),
  updatedAt: DateTime.formatIso(contact.updatedAt)
})

const knownView = ({ contact, conversationCount, lastMessageAt }: ContactOverview) => ({
  labels: contact.labels,
  lastMessageAt: lastMessageAt === null ? null : DateTime.formatIso(lastMessageAt),
  conversationCount
})

const wholeView = ({ attributes, vendorContactId }: Contact) => ({ vendorContactId, params: attributes })

const commonExample = {
  ...example,
  countryCode: "US",
  source: "api",
  optedIn: false,
  isBlocked: false,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z"
}
const knownExample = {
  labels: [],
  lastMessageAt: "2026-11-21T09:30:00.250Z",
  conversationCount: 1
}
const wholeExample = { vendorContactId: VendorContactId.make("ct_abcdefghijklmnopqrstuvwx"), params }

/** The view of a contact in a list, with the additional fields that `include` names. */
export const contactItem = (include?: string) => {
  const additions = includedView(include)
  return (overview: ContactOverview) => ({
    ...commonView(overview.contact),
    ...knownView(overview),
    ...additions(overview)
  })
}

export const ContactPage = Data(
  Schema.Struct({
    contacts: Schema.Array(
      Schema.Struct({ ...common, ...known }).annotate({
        identifier: "SessionContactItem",
        description: "A contact in a list"
      })
    ),
    ...pageFields
  })
).annotate({
  examples: [ok({ contacts: [{ ...commonExample, ...knownExample }], total: 1, page: 1, limit: 20, hasNext: false })]
})

export const contactDetails = (overview: ContactOverview, include?: string) => ({
  ...contactItem(include)(overview),
  ...wholeView(overview.contact)
})

export const ContactDetails = Data(Schema.Struct({ ...common, ...known, ...whole })).annotate({
  examples: [ok({ ...commonExample, ...knownExample, ...wholeExample })]
})

export const createdContact = (contact: Contact) => ({ ...commonView(contact), ...wholeView(contact) })

export const CreatedContact = Data(Schema.Struct({ ...common, ...whole })).annotate({
  examples: [ok({ ...commonExample, ...wholeExample })]
})

export const patchedContact = (contact: Contact) => ({
  id: contact.id,
  name: contact.name,
  phone: shownPhone(contact.phone),
  email: contact.email,
  country_code: contact.countryCode ?? "",
  tags: contact.tags,
  params: contact.attributes,
  is_blocked: contact.isBlocked,
  opted_in: contact.optedIn === true,
  updated_at: DateTime.formatIso(contact.updatedAt)
})

export const PatchedContact = Data(
  Schema.Struct({
    id,
    name,
    phone,
    email,
    country_code: country,
    tags,
    params: whole.params,
    is_blocked: isBlocked,
    opted_in: optedIn,
    updated_at: updatedAt
  })
).annotate({
  examples: [
    ok({
      ...example,
      name: "Ada King",
      country_code: "GB",
      params,
      is_blocked: false,
      opted_in: true,
      updated_at: "2026-11-21T09:30:00.250Z"
    })
  ]
})

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

export const CreateContactRequest = Schema.Struct({
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

export const PatchContactRequest = Schema.Struct({
  name: optional(nameText),
  email: optional(emailText),
  country_code: optional(countryText),
  tags: optional(tagList),
  params: optional(customFields),
  is_blocked: optional(
    Schema.Boolean.annotate({ description: "Whether the contact is blocked: nothing is sent to them" })
  ),
  source: optional(Text.annotate({ description: "How the contact came to be known" })),
  opted_in: optional(
    Schema.Boolean.annotate({
      description: "Whether the contact agreed to be written to; false refuses marketing templates"
    })
  )
}).annotate({
  identifier: "PatchContactRequest",
  description: "The fields to change, at least one. Null clears email and country_code, and counts as absent elsewhere",
  examples: [{ name: "Ada King", country_code: "GB", opted_in: true }]
})

/** Request field names by contact field, for error texts. */
export const fieldNames = {
  create: {
    name: "userName",
    email: "email",
    tags: "tags",
    attributes: "params",
    source: "source",
    country: "countryCode"
  },
  change: {
    name: "name",
    email: "email",
    tags: "tags",
    attributes: "params",
    source: "source",
    country: "country_code"
  }
} as const

const replacement = (params: ContactAttributes | null | undefined) =>
  params ? { how: "replace" as const, values: params } : undefined

/** Fields of a request to create a contact, without the number. Null counts as absent. */
export const createdFields = ({
  countryCode,
  email,
  params,
  tags,
  userName
}: typeof CreateContactRequest.Type): ContactRequest => ({
  name: userName ?? undefined,
  email: email ?? undefined,
  // Without a country in the request, the number determines it.
  country: countryCode || undefined,
  tags: tags ?? undefined,
  attributes: replacement(params)
})

/** Fields of a request to change a contact. Null clears the e-mail address and the country; elsewhere it counts as absent. */
export const patchedFields = (payload: typeof PatchContactRequest.Type): ContactRequest => ({
  name: payload.name ?? undefined,
  email: payload.email,
  country: payload.country_code,
  tags: payload.tags ?? undefined,
  attributes: replacement(payload.params),
  isBlocked: payload.is_blocked ?? undefined,
  optedIn: payload.opted_in ?? undefined,
  source: payload.source ?? undefined
})
