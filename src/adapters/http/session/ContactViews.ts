import { DateTime, Schema } from "effect"
import { type Contact, ContactAttributes, VendorContactId } from "../../../domain/Contact.ts"
import { ContactId } from "../../../domain/Ids.ts"
import type { ContactOverview } from "../../../ports/ContactStore.ts"
import { Data, ok } from "../envelope.ts"
import { pageFields } from "./pages.ts"
import { timestamp } from "./timestamp.ts"

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
  conversationCount: Schema.Int.annotate({ description: "How many conversations there are" })
}
const whole = {
  vendorContactId: VendorContactId.annotate({ description: "Another id of the contact, which works wherever id does" }),
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
  optedIn: contact.optedIn,
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
const knownExample = { labels: [], lastMessageAt: "2026-11-21T09:30:00.250Z", conversationCount: 1 }
const wholeExample = { vendorContactId: VendorContactId.make("ct_abcdefghijklmnopqrstuvwx"), params }

export const contactItem = (overview: ContactOverview) => ({ ...commonView(overview.contact), ...knownView(overview) })

export const ContactPage = Data(
  Schema.Struct({
    contacts: Schema.Array(Schema.Struct({ ...common, ...known }).annotate({ identifier: "SessionContactItem" })),
    ...pageFields
  })
).annotate({
  examples: [ok({ contacts: [{ ...commonExample, ...knownExample }], total: 1, page: 1, limit: 20, hasNext: false })]
})

export const contactDetails = (overview: ContactOverview) => ({
  ...commonView(overview.contact),
  ...knownView(overview),
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
  opted_in: contact.optedIn,
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
