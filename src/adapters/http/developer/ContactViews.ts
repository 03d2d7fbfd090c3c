import { Schema } from "effect"
import type { CallingCode } from "../../../domain/CallingCode.ts"
import { type Contact, ContactAttributes } from "../../../domain/Contact.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { isoInstant } from "../../../domain/isoInstant.ts"
import { Data } from "../envelope.ts"
import { PageOf } from "./pagination.ts"

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

const ContactItem = Schema.Struct({
  id,
  name: Name,
  phone: Phone,
  email,
  tags: Tags,
  created_at: Schema.String.annotate({ description: "When the contact was added: ISO 8601, UTC", format: "date-time" })
}).annotate({ identifier: "ContactItem" })

export const contactItem = ({ createdAt, email, id, name, phone, tags }: Contact): typeof ContactItem.Type => ({
  id,
  name,
  phone: phone ?? "",
  email,
  tags,
  created_at: isoInstant(createdAt)
})

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

const named = { id, userNumber: Phone, userName: Name }
const patchedExample = {
  id: exampleId,
  userNumber: example.phone,
  userName: "Ada King",
  tags: example.tags
}

const Details = Schema.Struct({
  ...named,
  countryCode: Schema.String.annotate({ description: "Calling code in digits; empty when it is not known" }),
  tags: Tags,
  params: ContactAttributes.annotate({
    description: "The attributes: custom keys and values beside the standard fields"
  })
})

export const contactDetails = (
  { attributes, id, name, phone, tags }: Contact,
  callingCode: CallingCode | null
): typeof Details.Type => ({
  id,
  userNumber: phone ?? "",
  userName: name,
  countryCode: callingCode ?? "",
  tags,
  params: attributes
})

export const ContactDetails = Data(Details).annotate({
  examples: [{ success: true, data: { ...patchedExample, countryCode: "1", params: { plan: "gold", seats: 3 } } }]
})

const Patched = Schema.Struct({ ...named, tags: Tags })

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
