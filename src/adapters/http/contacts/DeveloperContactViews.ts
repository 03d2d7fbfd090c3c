import { DateTime, Schema } from "effect"
import type { ContactRequest } from "../../../app/contacts/contacts.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { type Contact, ContactAttributes } from "../../../domain/contacts/Contact.ts"
import type { CallingCode } from "../../../domain/contacts/PhoneNumber.ts"
import {
  maxAttributeKeys,
  maxAttributesBytes,
  maxEmailLength,
  maxNameLength,
  maxTagLength,
  maxTags
} from "../../../domain/contacts/contactLimits.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"
import { Data } from "../interfaces/envelope.ts"
import { PageOf } from "../interfaces/pagination.ts"
import { RequiredText, StorableObject, Text, optional } from "../interfaces/requestFields.ts"
import { contactAdditions, includedView } from "./ContactAdditions.ts"

const exampleId = ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")

const Phone = Schema.String.annotate({ description: "Phone number, E.164 without +; empty when there is none" })
const Name = Schema.String.annotate({ description: "Name; empty when it is not known" })
const Tags = Schema.Array(Schema.String).annotate({ description: "Tags, in the order they were given" })
const id = ContactId.annotate({ description: "The contact's id" })
const email = Schema.NullOr(Schema.String).annotate({ description: "E-mail address; null when there is none" })

const example = {
  id: exampleId,
  name: "Ada Lovelace",
  phone: "15551234567",
  email: "ada@example.com",
  tags: ["vip", "newsletter"]
}

const labels = Schema.optionalKey(
  Schema.Array(Schema.String).annotate({ description: "Names of its labels; present if it has some" })
)

const labelsView = ({ labels }: Contact) => (labels.length > 0 ? { labels } : {})

const ContactItem = Schema.Struct({
  id,
  name: Name,
  phone: Phone,
  email,
  tags: Tags,
  created_at: Schema.String.annotate({ description: "When the contact was added: ISO 8601, UTC", format: "date-time" }),
  labels,
  ...contactAdditions
}).annotate({ identifier: "ContactItem", description: "A contact in a list" })

/** The view of a contact in a list, with the additional fields that `include` names. */
export const contactItem = (include?: string) => {
  const additions = includedView(include)
  return (reachable: ReachableContact): typeof ContactItem.Type => {
    const { createdAt, email, id, name, phone, tags } = reachable.contact
    return {
      id,
      name,
      phone: phone ?? "",
      email,
      tags,
      created_at: DateTime.formatIso(createdAt),
      ...labelsView(reachable.contact),
      ...additions(reachable)
    }
  }
}

export const ContactPage = Data(PageOf(ContactItem)).annotate({
  examples: [
    {
      success: true,
      data: {
        data: [{ ...example, created_at: "2026-11-20T12:00:00.000Z" }],
        meta: { page: 1, limit: 20, total: 1 }
      }
    }
  ]
})

const Upserted = Schema.Struct({ id, phone: Phone, name: Name, email, tags: Tags })

export const upsertedContact = ({ email, id, name, phone, tags }: Contact): typeof Upserted.Type => ({
  id,
  phone: phone ?? "",
  name,
  email,
  tags
})

export const UpsertedContact = Data(Upserted).annotate({ examples: [{ success: true, data: example }] })

const identityFields = { id, userNumber: Phone, userName: Name }
const patchedExample = {
  id: exampleId,
  userNumber: example.phone,
  userName: "Ada King",
  tags: example.tags
}

const Details = Schema.Struct({
  ...identityFields,
  countryCode: Schema.String.annotate({ description: "Calling code in digits; empty when it is not known" }),
  tags: Tags,
  params: ContactAttributes.annotate({
    description: "The attributes: custom keys and values beside the standard fields"
  }),
  labels,
  ...contactAdditions
})

export const contactDetails = (
  reachable: ReachableContact,
  callingCode: CallingCode | null,
  include?: string
): typeof Details.Type => {
  const { attributes, id, name, phone, tags } = reachable.contact
  return {
    id,
    userNumber: phone ?? "",
    userName: name,
    countryCode: callingCode ?? "",
    tags,
    params: attributes,
    ...labelsView(reachable.contact),
    ...includedView(include)(reachable)
  }
}

export const ContactDetails = Data(Details).annotate({
  examples: [
    {
      success: true,
      data: {
        ...patchedExample,
        countryCode: "1",
        params: { plan: "gold", seats: 3 }
      }
    }
  ]
})

const Patched = Schema.Struct({ ...identityFields, tags: Tags })

export const patchedContact = ({ id, name, phone, tags }: Contact): typeof Patched.Type => ({
  id,
  userNumber: phone ?? "",
  userName: name,
  tags
})

export const PatchedContact = Data(Patched).annotate({ examples: [{ success: true, data: patchedExample }] })

export const DeletedContact = Data(
  Schema.Struct({ id, deleted: Schema.Literal(true).annotate({ description: "Always true" }) })
).annotate({ examples: [{ success: true, data: { id: exampleId, deleted: true } }] })

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

export const UpsertContactRequest = Schema.Struct({
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

export const ChangeContactRequest = Schema.Struct({
  name,
  email: optional(Text.annotate({ description: `E-mail address, ${limits.email}, like null` })),
  countryCode: optional(
    Text.annotate({ description: "Calling code of the country, with or without +; empty text or null for none" })
  ),
  tags,
  attributes,
  isBlocked: optional(
    Schema.Boolean.annotate({ description: "Whether the contact is blocked: nothing is sent to a blocked contact" })
  ),
  optedIn: optional(
    Schema.Boolean.annotate({
      description: "Whether the contact opted in to marketing messages; false refuses marketing templates"
    })
  )
}).annotate({
  identifier: "ChangeContactRequest",
  description:
    "The fields to change; absent fields stay as they are. Null clears email and countryCode, and counts as absent elsewhere",
  examples: [{ name: "Ada King", countryCode: "44", tags: ["vip", "newsletter"], attributes: { seats: 4, plan: null } }]
})

interface Changes {
  readonly name?: string | null
  readonly tags?: ReadonlyArray<string> | null
  readonly attributes?: ContactAttributes | null
}

/** Changes of a request. A null name, tags or attributes count as absent. */
const changesOf = ({ attributes, name, tags }: Changes) => ({
  name: name ?? undefined,
  tags: tags ?? undefined,
  attributes: attributes ? { how: "merge" as const, values: attributes } : undefined
})

/** Fields of a request to create or update a contact, without the number. Null counts as absent. */
export const upsertedFields = (payload: typeof UpsertContactRequest.Type): ContactRequest => ({
  ...changesOf(payload),
  email: payload.email ?? undefined
})

/** Fields of a request to change a contact. Null clears the e-mail address and the country. */
export const changedFields = (payload: typeof ChangeContactRequest.Type): ContactRequest => ({
  ...changesOf(payload),
  email: payload.email,
  callingCode: payload.countryCode,
  isBlocked: payload.isBlocked ?? undefined,
  optedIn: payload.optedIn ?? undefined
})
