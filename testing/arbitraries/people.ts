import { Arbitrary, DateTime, Schema } from "effect"
import { type Contact, VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { type ContactIdentity, phoneContactIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { CountryCode, type PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ChannelAccount, type Channel } from "../../src/domain/conversations/Channel.ts"
import { ChannelAccountId, ContactId, OrganizationId } from "../../src/domain/Ids.ts"
import type { InboundPerson, PersonId } from "../../src/domain/inbound/Inbound.ts"
import type { InboxContact, Watermark } from "../../src/domain/inbound/InboxContact.ts"
import { phoneNumber } from "./phoneNumbers.ts"
import { realistic } from "./realistic.ts"
import { emailAddress, instant, personName, tag } from "./texts.ts"

const flag = Arbitrary.schema(Schema.Boolean)

/** The value, or null about equally often. */
export const orNull = <A>(value: Arbitrary.Arbitrary<A>): Arbitrary.Arbitrary<A | null> =>
  Arbitrary.flatMap(flag, (isNull): Arbitrary.Arbitrary<A | null> => (isNull ? Arbitrary.Constant(null) : value))

const countries: ReadonlyArray<readonly [prefix: string, country: string]> = [
  ["1", "US"],
  ["49", "DE"],
  ["44", "GB"],
  ["33", "FR"],
  ["91", "IN"],
  ["55", "BR"],
  ["52", "MX"],
  ["54", "AR"]
]

const countryOf = (phone: PhoneNumber | null): CountryCode | null => {
  const found = countries.find(([prefix]) => phone?.startsWith(prefix))
  return found === undefined ? null : CountryCode.make(found[1])
}

/** Realistic contacts: names in many scripts, numbers of real plans, tags shared between contacts. */
export const contact: Arbitrary.Arbitrary<Contact> = Arbitrary.map(
  Arbitrary.all({
    id: realistic("contactId", ContactId),
    vendorContactId: Arbitrary.schema(VendorContactId),
    organizationId: realistic("organizationId", OrganizationId),
    phone: orNull(phoneNumber),
    name: personName,
    email: orNull(emailAddress),
    tags: Arbitrary.array(tag, { maxLength: 4 }),
    labels: Arbitrary.array(tag, { maxLength: 2 }),
    city: orNull(Arbitrary.schema(Schema.Literals(["Berlin", "São Paulo", "القاهرة"]))),
    source: Arbitrary.schema(Schema.Literals(["api", "import", "whatsapp", "messenger", "instagram"])),
    isBlocked: flag,
    optedIn: orNull(flag),
    createdAt: instant,
    lived: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 })))
  }),
  ({ city, createdAt, labels, lived, phone, tags, ...rest }) => ({
    ...rest,
    phone,
    countryCode: countryOf(phone),
    tags: [...new Set(tags)],
    labels: [...new Set(labels)],
    attributes: city === null ? {} : { city },
    createdAt,
    updatedAt: DateTime.add(createdAt, { milliseconds: lived })
  })
)

const digits = Schema.String.check(Schema.isPattern(/^[1-9]\d{14,16}$/))

/** The id of a person on a platform. */
export const personId: Arbitrary.Arbitrary<PersonId> = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Literals(["phone", "whatsapp", "messenger", "instagram"])),
  (kind): Arbitrary.Arbitrary<PersonId> => {
    if (kind === "phone") return Arbitrary.map(phoneNumber, (value) => ({ kind, value }))
    return Arbitrary.map(Arbitrary.schema(digits), (value) => ({
      kind,
      value: kind === "whatsapp" ? `US.${value}` : value
    }))
  }
)

export const inboundPerson: Arbitrary.Arbitrary<InboundPerson> = Arbitrary.map(
  Arbitrary.all({ first: personId, others: Arbitrary.array(personId, { maxLength: 1 }), name: orNull(personName) }),
  ({ first, name, others }) => ({ ids: [first, ...others], name: name === "" ? null : name, username: null })
)

/** A connected number, Page or account with the ids of its channel. */
export const channelAccount: Arbitrary.Arbitrary<ChannelAccount> = Arbitrary.map(
  Arbitrary.all({
    base: realistic("channelAccount", ChannelAccount),
    externalId: Arbitrary.schema(digits),
    businessAccountId: Arbitrary.schema(digits),
    pageId: orNull(Arbitrary.schema(digits))
  }),
  ({ base, businessAccountId, pageId, ...rest }) => {
    const { channel }: { readonly channel: Channel } = base
    return {
      ...base,
      ...rest,
      businessAccountId: channel === "whatsapp" ? businessAccountId : null,
      pageId: channel === "instagram" ? pageId : null
    }
  }
)

/** Two accounts, so that the watermarks of two contacts sometimes have the same account. */
const accounts = ["018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01", "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e02"] as const

const watermark: Arbitrary.Arbitrary<Watermark> = Arbitrary.map(
  Arbitrary.all({
    account: Arbitrary.schema(Schema.Literals(accounts)),
    deliveredUpTo: orNull(instant),
    readUpTo: orNull(instant)
  }),
  ({ account, ...rest }) => ({ channelAccountId: ChannelAccountId.make(account), ...rest })
)

const scopedIdentity: Arbitrary.Arbitrary<ContactIdentity> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      kind: Schema.Literals(["messenger", "instagram"]),
      scope: Schema.Literals(["page 1", "page 2"]),
      value: Schema.Literals(["1001", "1002", "1003"])
    })
  ),
  (identity) => identity
)

/** A contact with all reported facts and their times. */
export const inboxContact: Arbitrary.Arbitrary<InboxContact> = Arbitrary.map(
  Arbitrary.all({
    contact,
    scoped: Arbitrary.array(scopedIdentity, { maxLength: 3 }),
    nameAt: orNull(instant),
    phoneAt: orNull(instant),
    optedInAt: orNull(instant),
    watermarks: Arbitrary.array(watermark, { maxLength: 2 })
  }),
  ({ contact, nameAt, optedInAt, phoneAt, scoped, watermarks }) => ({
    contact,
    identities: [
      ...(contact.phone === null ? [] : [phoneContactIdentity(contact.phone)]),
      ...new Map(scoped.map((one) => [`${one.kind} ${one.scope} ${one.value}`, one])).values()
    ],
    nameAt: contact.name === "" ? null : nameAt,
    phoneAt: contact.phone === null ? null : phoneAt,
    optedInAt: contact.optedIn === null ? null : optedInAt,
    watermarks: [...new Map(watermarks.map((one) => [one.channelAccountId, one])).values()],
    consents: []
  })
)
